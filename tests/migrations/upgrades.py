"""The database of an older version after an upgrade, and how what it tells of an event has changed."""

import json
import re
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from drafts.log.json_file import log_as_data
from drafts.presenters.log.logs import load_log

FILES = Path(__file__).parent
TABLES = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'drafts%' AND sql IS NOT NULL",
    "postgresql": r"""
        SELECT concat_ws(' ', table_name, column_name, data_type, character_maximum_length, is_nullable, is_identity,
            column_default) FROM information_schema.columns WHERE table_name LIKE 'drafts%'
        UNION ALL SELECT concat_ws(' ', conrelid::regclass, 'CONSTRAINT', conname,
            regexp_replace(pg_get_constraintdef(oid), '::(text|character varying)(\[\])?|[()]', '', 'g'))
            FROM pg_constraint WHERE conrelid::regclass::text LIKE 'drafts%'
        UNION ALL SELECT regexp_replace(indexdef, '::(text|character varying)(\[\])?|[()]', '', 'g')
            FROM pg_indexes WHERE tablename LIKE 'drafts%'
    """,
}
"""Queries for the description of all tables. PostgreSQL writes types and brackets otherwise after a dump."""


def seen_by(version):
    """Return what an older version told of the rows that it left."""
    return json.loads((FILES / f"{version}.json").read_text())


def upgrade(version, last_migration):
    """Make the tables of an older version, fill them with what it left, and migrate to what they are now."""
    models = list(apps.get_app_config("drafts").get_models())
    with connection.schema_editor() as editor:
        for model in models:
            editor.delete_model(model)
    try:
        _make_tables_after(last_migration)
        _run((FILES / f"{version}.sql").read_text().split(";\n"))
    finally:
        migrate_to_newest()
    count_on_from([User, *models])


def _make_tables_after(migration):
    """Make all tables as the migrations up to this one leave them where there are no rows; those take seconds."""
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="drafts").delete()
    loader = MigrationLoader(connection, replace_migrations=False)
    with connection.schema_editor() as editor:
        for model in loader.project_state(("drafts", migration)).apps.get_models():
            if model._meta.app_label == "drafts":
                editor.create_model(model)
    for app, name in loader.graph.forwards_plan(("drafts", migration)):
        if app == "drafts":
            recorder.record_applied(app, name)


def migrate_to_newest():
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("drafts"))


def rows(query):
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def described(rows):
    """Return what a database that answers with rows says of its tables, and the migrations that it has recorded.

    The order of columns is left out, and names made of others: a constraint or an index that was named after its table
    and columns keeps that name when these are renamed.
    """
    named = (re.sub(r'(CONSTRAINT|INDEX) "?drafts_\w+"?', r"\1", text) for (text,) in rows(TABLES[connection.vendor]))
    tables = sorted(sorted(text.split(", ")) for text in named)
    assert len(tables) > 100
    return tables, rows("SELECT name FROM django_migrations WHERE app = 'drafts' ORDER BY name")


def count_on_from(models):
    """Let tables give row ids that follow those which rows were inserted with."""
    _run(connection.ops.sequence_reset_sql(no_style(), models))


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
