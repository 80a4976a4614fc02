"""Documents behind passages: their pages, elements and tables, and the cited places."""
