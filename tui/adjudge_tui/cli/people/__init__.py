"""Commands of reviewers and leads."""
