"""What people say: decisions checked, written, taken back and said again, labels and rounds."""
