"""`python -m ocs_engine.cli`: the same as `ocs`."""

from ocs_engine.cli.start import main

main()
