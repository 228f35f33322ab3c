"""On the way back nothing of Magic stays, which older versions do not know: its events, its sets and their cards go.

A migration of its own: PostgreSQL drops no table from which rows were deleted in the same transaction.
"""

from django.db import migrations


def nothing(apps, schema_editor):
    pass


def take_magic_away(apps, schema_editor):
    get = apps.get_model
    get("drafts", "Event").objects.filter(drafts__format="magic-draft").delete()
    get("drafts", "Card").objects.filter(card_set__game="magic").delete()
    get("drafts", "CardSet").objects.filter(game="magic").delete()


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0019_magic'),
    ]

    operations = [
        migrations.RunPython(nothing, take_magic_away),
    ]
