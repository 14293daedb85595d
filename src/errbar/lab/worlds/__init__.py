"""A seed -> data with a known truth, and the algorithms that are judged there."""
