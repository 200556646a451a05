"""Settings for every test."""

import os

from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("project")
