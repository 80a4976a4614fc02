"""What a judge is worth on labelled cases: its figures, by level, kind and slice."""
