"""Calibration: how far a judge can be trusted, measured against what people said."""
