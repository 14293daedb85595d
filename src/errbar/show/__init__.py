"""An answer -> sentences, HTML, axes, and the call that repeats it."""
