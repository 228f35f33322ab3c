"""The registration of the activity, when the site is loaded."""

from django.apps import AppConfig


class Hiding(AppConfig):
    name = "tests.activities"

    def ready(self):
        from drafts.protocol.activities import register
        from tests.activities.hiding import HIDING

        register(HIDING)
