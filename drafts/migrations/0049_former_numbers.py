"""Every number of a card names its set: a bare one gets its set's code, and lists and piles that name it follow.

Going back, cards get the first number that they had, where no other card has it meanwhile.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 500
LONGEST_NUMBER = 40
FRONT = re.compile(r"(?P<front>[A-Za-z0-9][A-Za-z0-9_.-]*)/.")
OF_TOTAL = re.compile(r"(?P<letters>[A-Za-z]*)[0-9]+/(?P=letters)[0-9]+")


def full_number(code: str, number: str) -> str:
    """Return what `drafts.rules.card_numbers.full_number` returned when this migration was written."""
    found = FRONT.match(number)
    if found and (found["front"].upper() == code or not OF_TOTAL.fullmatch(number)):
        return number
    sign = r"[\s/_.:-]+" + ("|(?=[0-9])" if code[-1:].isalpha() else "")
    named = re.match(rf"{re.escape(code)}(?:{sign})(?=\S)", number, re.IGNORECASE | re.ASCII)
    is_named = named and any(map(str.isalpha, code))
    return f"{code}/{number[named.end() :]}" if named and is_named else f"{code}/{number}"


def name_sets(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put the set's code before every bare number. One that another card has already gets a place behind it: `-2`."""
    cards = apps.get_model("drafts", "Card")
    listed = cards.objects.order_by("number").values_list("id", "number", "card_set__code")
    taken = {number for _, number, _ in listed}
    new: dict[int, tuple[str, str]] = {}
    for key, number, code in listed:
        wanted = full_number(code, number)
        if wanted == number or len(wanted) > LONGEST_NUMBER - 5:
            continue  # a number that long is no number of a real card; it stays as it is
        named, place = wanted, 1
        while named in taken:
            place += 1
            named = f"{wanted}-{place}"
        taken.add(named)
        new[key] = number, named
    _store(cards, {key: (named, number) for key, (number, named) in new.items()})
    _rename_in_texts(apps, dict(new.values()))


def go_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every card the first of its former numbers, where it is free."""
    cards = apps.get_model("drafts", "Card")
    taken = set(cards.objects.values_list("number", flat=True))
    old: dict[str, str] = {}
    new: dict[int, tuple[str, str]] = {}
    for key, number, former in cards.objects.exclude(former_numbers="").values_list("id", "number", "former_numbers"):
        first = former.split("\n")[0]
        if first not in taken:
            taken.add(first)
            old[number] = first
            new[key] = first, ""
    _store(cards, new)
    _rename_in_texts(apps, old)


def _store(cards: Any, new: Mapping[int, tuple[str, str]]) -> None:
    rows = [cards(id=key, number=number, former_numbers=former) for key, (number, former) in new.items()]
    cards.objects.bulk_update(rows, ["number", "former_numbers"], batch_size=AT_ONCE)


def _rename_in_texts(apps: Apps, numbers: Mapping[str, str]) -> None:
    """Write the new numbers into lists of packs and entered piles, where the old ones are lines."""
    if not numbers:
        return
    for model, column in (("Draft", "pack_list"), ("PileEntry", "numbers")):
        rows = apps.get_model("drafts", model).objects
        for key, text in rows.exclude(**{column: ""}).values_list("id", column):
            renamed = "\n".join(numbers.get(line.strip(), line) for line in text.splitlines())
            if renamed != "\n".join(text.splitlines()):
                rows.filter(id=key).update(**{column: renamed})


class Migration(migrations.Migration):
    dependencies = [("drafts", "0048_own_picks")]

    operations = [
        migrations.AddField("card", "former_numbers", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.RunPython(name_sets, go_back),
    ]
