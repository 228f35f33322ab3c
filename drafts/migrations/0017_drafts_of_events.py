"""Each event so far has one draft, with the same row id: so the rows that belong to it need not be written again."""

from django.core.management.color import no_style
from django.db import migrations
from django.db.models import OuterRef, Subquery

SETTINGS = (
    *("format", "pack_list", "table_size", "pace", "review_seconds", "judge", "seed", "started_at", "drafted_at"),
)


def make_drafts(apps, schema_editor):
    draft, seat = apps.get_model("drafts", "Draft"), apps.get_model("drafts", "Seat")
    columns = ", ".join(SETTINGS)
    schema_editor.execute(
        f"INSERT INTO drafts_draft (id, event_id, number, pack_source, {columns})"
        f" SELECT id, id, 1, packs, {columns} FROM drafts_event"
    )
    for statement in schema_editor.connection.ops.sequence_reset_sql(no_style(), [draft]):
        schema_editor.execute(statement)
    table = apps.get_model("drafts", "Table").objects.filter(id=OuterRef("table"))
    seat.objects.update(draft=Subquery(table.values("event")))


def give_settings_back(apps, schema_editor):
    event, draft = apps.get_model("drafts", "Event"), apps.get_model("drafts", "Draft")
    for row in draft.objects.values("event_id", "pack_source", *SETTINGS).iterator():
        event.objects.filter(id=row.pop("event_id")).update(packs=row.pop("pack_source"), **row)
    apps.get_model("drafts", "Seat").objects.update(draft=None)
    draft.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0016_drafts'),
    ]

    operations = [
        migrations.RunPython(make_drafts, give_settings_back),
    ]
