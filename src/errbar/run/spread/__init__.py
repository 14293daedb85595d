"""Batches of splits -> their losses; in this process, its threads, other processes or a cluster."""
