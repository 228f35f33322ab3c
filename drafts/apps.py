"""The app of a draft night."""

from django.apps import AppConfig


class DraftsConfig(AppConfig):
    """The only app of the project."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "drafts"
    verbose_name = "Booster drafts"

    def ready(self) -> None:
        from drafts import checks  # noqa: F401 - registers them
