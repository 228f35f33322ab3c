"""`manage.py password_link NAME`: a link by which the holder of an account sets a new password."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandError

from drafts.access.password_links import path_of_link
from drafts.management.commands.open_site import site_urls
from drafts.management.rows_command import RowsCommand
from drafts.operations.addresses import own_addresses


class Command(RowsCommand):
    help = "Print a link by which an account gets a new password. It works once, for an hour."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the name of the account; capital letters count")

    def handle(self, *, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account {username}. {near_names(username)}".rstrip())
        if not user.is_active:
            raise CommandError(f"The account {username} is closed.")
        path = path_of_link(user)
        here = [] if settings.BEHIND_PROXY else [f"http://localhost:{settings.PORT}/"]
        for url in [*site_urls(own_addresses()), *here] or ["https://<your site>/"]:
            self.stdout.write(f"{url.rstrip('/')}{path}")
        self.stderr.write(
            f"Open one of these within {settings.PASSWORD_RESET_TIMEOUT // 60} minutes. It sets the password of "
            f"{username} once; a sign-in with the old password ends it."
        )


def near_names(username: str) -> str:
    """Return which accounts have this name in other letters, as a sentence, or nothing."""
    names = list(User.objects.filter(username__iexact=username).values_list("username", flat=True))
    return f"Did you mean {', '.join(names)}?" if names else ""
