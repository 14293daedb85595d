"""A verb, another program -> its own form of the answer."""
