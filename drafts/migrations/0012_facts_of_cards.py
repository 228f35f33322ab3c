"""The facts of all cards so far, which are Vanguard's, into the table of their own; and the slots' traits.

A migration of its own: PostgreSQL changes no table whose rows were written in the same transaction.
"""

from django.db import migrations
from django.db.models import F

FACTS = ("card_type", "grade", "clan", "nation", "race", "power", "shield", "critical", "trigger")
AT_ONCE = 500


def copy_facts(apps, schema_editor):
    card, facts = apps.get_model("drafts", "Card"), apps.get_model("drafts", "VanguardFacts")
    rows = card.objects.values("id", *FACTS).iterator(AT_ONCE)
    facts.objects.bulk_create((facts(card_id=row.pop("id"), **row) for row in rows), batch_size=AT_ONCE)
    card.objects.update(kin=F("clan"))
    card.objects.filter(clan="").update(kin=F("nation"))
    slot = apps.get_model("drafts", "PackSlot")
    slot.objects.filter(trigger=True).update(only="trigger")
    slot.objects.filter(trigger=False).update(only="-trigger")


def copy_back(apps, schema_editor):
    card, facts = apps.get_model("drafts", "Card"), apps.get_model("drafts", "VanguardFacts")
    cards = (card(id=row.pop("card_id"), **row) for row in facts.objects.values("card_id", *FACTS).iterator(AT_ONCE))
    while several := [one for _, one in zip(range(AT_ONCE), cards)]:
        card.objects.bulk_update(several, FACTS)
    facts.objects.all().delete()
    slot = apps.get_model("drafts", "PackSlot")
    slot.objects.filter(only="trigger").update(trigger=True)
    slot.objects.filter(only="-trigger").update(trigger=False)


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0011_games'),
    ]

    operations = [
        migrations.RunPython(copy_facts, copy_back),
    ]
