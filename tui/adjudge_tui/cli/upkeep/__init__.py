"""Commands that keep the installation and the file in order."""
