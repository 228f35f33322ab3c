"""On the way back nothing of decks that were built stays, which older versions do not know.

Events of sealed stay. The version before this one knows them, and fights them with whole pools. Versions before 0058 do
not know the format: on the way there the database refuses cards that were dealt (`how_is_known`), so these events have
to be deleted first, as an organizer does it, and none is lost unasked.
"""

from django.db import migrations


def nothing(apps, schema_editor):
    pass


def take_building_away(apps, schema_editor):
    get, using = apps.get_model, schema_editor.connection.alias
    get("drafts", "StageAct").objects.filter(stage__stage="building").delete()
    get("drafts", "EventStage").objects.filter(stage="building")._raw_delete(using)  # no act is left that leads there


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0061_avatars'),
    ]

    operations = [
        migrations.RunPython(nothing, take_building_away),
    ]
