"""The settings of a site in which numbers are hidden."""

from draftsite.settings import *  # noqa: F403 - a settings file is its names

INSTALLED_APPS = [*INSTALLED_APPS, "tests.activities.apps.Hiding"]  # noqa: F405 - a settings file is its names
