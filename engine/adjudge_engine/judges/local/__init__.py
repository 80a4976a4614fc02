"""The embedded judge: offline, free, from the words of claim and passage alone."""
