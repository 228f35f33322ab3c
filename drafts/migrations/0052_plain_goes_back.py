"""On the way back nothing of the plain game stays, which older versions do not know: its events, sets and cards go."""

from django.db import migrations


def nothing(apps, schema_editor):
    pass


def take_plain_away(apps, schema_editor):
    get = apps.get_model
    get("drafts", "Event").objects.filter(drafts__format="plain").delete()
    get("drafts", "Card").objects.filter(card_set__game="plain").delete()
    get("drafts", "CardSet").objects.filter(game="plain").delete()


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0051_plain'),
    ]

    operations = [
        migrations.RunPython(nothing, take_plain_away),
    ]
