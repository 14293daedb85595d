"""Command lines nobody would type, by the thousand: `make fuzz`."""
