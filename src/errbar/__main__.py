"""`python -m errbar` is the command `errbar`."""

from errbar.cli.main import main

main()
