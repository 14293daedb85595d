"""Runs that are killed, paused, locked out and lied to, by the hundred: `make chaos`."""
