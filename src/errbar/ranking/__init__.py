"""Many models, one data set or many: who is where, and who cannot be told from the best."""
