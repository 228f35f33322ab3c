"""Commands that work on the rows of a site."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("command", [
    ("import_log", "log.json"), ("loadsamples",), ("loadset", "cards.csv"), ("password_link", "organizer"),
    ("rebuild_statistics",), ("verify", "ABCDEF"),
])  # fmt: skip
def test_a_command_says_how_the_database_is_set_up_where_a_migration_is_missing(command):
    name = MigrationRecorder.Migration.objects.filter(app="drafts").latest("name").name
    MigrationRecorder(connection).record_unapplied("drafts", name)
    with pytest.raises(CommandError, match=r"`manage[.]py migrate` does it alone"):
        call_command(*command)
