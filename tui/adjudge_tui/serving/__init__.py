"""The desk in a browser: who may come in, a process for each tab, and the page around it."""
