"""Settings for all tests."""

from hypothesis import settings

# The first example of many compiles a kernel, so no deadline; and a failure on one machine must fail on the next.
settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")
