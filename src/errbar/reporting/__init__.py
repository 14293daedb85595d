"""Results as documents."""
