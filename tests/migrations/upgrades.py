"""The database of an older version after an upgrade, and how what it tells of an event has changed."""

import json
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from drafts.log.json_file import log_as_data
from drafts.presenters.log.logs import load_log

FILES = Path(__file__).parent


def seen_by(version):
    """Return what an older version told of the rows that it left."""
    return json.loads((FILES / f"{version}.json").read_text())


def upgrade(version, last_migration):
    """Make the tables of an older version, fill them with what it left, and migrate to what they are now."""
    newest = [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "drafts"]
    models = list(apps.get_app_config("drafts").get_models())
    with connection.schema_editor() as editor:
        for model in models:
            editor.delete_model(model)
    MigrationRecorder(connection).migration_qs.filter(app="drafts").delete()
    try:
        _migrate(("drafts", last_migration))
        _run((FILES / f"{version}.sql").read_text().split(";\n"))
    finally:
        _migrate(*newest)
    _run(connection.ops.sequence_reset_sql(no_style(), [User, *models]))


def _migrate(*targets):
    MigrationExecutor(connection).migrate(targets)


def _run(statements):
    with connection.cursor() as cursor:
        for statement in filter(None, statements):
            cursor.execute(statement)


def log_of(event):
    return json.loads(json.dumps(log_as_data(load_log(event))))


def without_additions(now, then, added, where=""):
    """Return `now` without the keys that `then` does not have, which are added to a set by their places."""
    if isinstance(then, dict):
        added |= {f"{where}.{key}".removeprefix(".") for key in now.keys() - then.keys()}
        pairs = {key: (now[key], then[key]) for key in then.keys() & now.keys()}
        return {key: without_additions(*pair, added, f"{where}.{key}") for key, pair in pairs.items()}
    if isinstance(then, list) and len(now) == len(then):
        return [without_additions(*pair, added, where) for pair in zip(now, then, strict=True)]
    return now
