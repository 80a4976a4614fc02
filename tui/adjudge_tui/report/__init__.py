"""The report: one HTML file that opens without a network and acts on nothing."""
