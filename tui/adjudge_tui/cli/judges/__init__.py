"""Commands on judges: measured, admitted, probed, improved, watched."""
