"""What leads look at: differing reviews, the audit trail, figures on reviewers."""
