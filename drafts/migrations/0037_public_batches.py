"""Public figures are sums of batches. The sums of days go: the clock makes the batches within seconds of the start."""

import django.db.models.deletion
from django.db import migrations, models

COUNTS = (
    *("opened", "first_chosen", "seen", "last_seen", "last_seen_squares", "could_wheel", "wheeled"),
    *("taken", "taken_at", "taken_at_squares", "last_chosen", "fought", "won"),
)
SENSIBLE = models.Q(
    ("first_chosen__lte", models.F("opened")),
    ("could_wheel__lte", models.F("seen")),
    ("wheeled__lte", models.F("could_wheel")),
    ("last_chosen__lte", models.F("taken")),
    ("won__lte", models.F("fought")),
)
KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def row_of(model, **options):
    """Return a key to another table, which deletes its rows with it."""
    return models.ForeignKey(
        **{"on_delete": django.db.models.deletion.CASCADE, "db_index": False, "to": model, **options}
    )


class Migration(migrations.Migration):

    dependencies = [
        ("drafts", "0036_set_owner"),
    ]

    operations = [
        migrations.DeleteModel(name="DayCount"),
        migrations.CreateModel(
            name="Batch",
            fields=[
                ("id", KEY),
                ("card_set", row_of("drafts.cardset", related_name="+")),
                ("public", models.BooleanField()),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("format", models.CharField(blank=True, max_length=24)),
                ("paper", models.BooleanField(null=True)),
                ("drafts", models.PositiveIntegerField(default=0)),
                ("fighters", models.PositiveIntegerField(default=0)),
            ],
            options={
                "verbose_name_plural": "batches",
                "ordering": ["card_set", "first_day", "id"],
                "indexes": [models.Index(fields=["card_set", "first_day"], name="batches_of_a_set")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("public", True)),
                        fields=("card_set", "first_day", "format", "paper"),
                        name="one_public_batch_a_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("first_day__lte", models.F("last_day")), ("public", False)),
                            models.Q(
                                ("first_day", models.F("last_day")),
                                ("paper__isnull", False),
                                models.Q(("format", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="a_public_batch_is_of_one_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BatchCount",
            fields=[
                ("id", KEY),
                ("bots", models.BooleanField()),
                *((name, models.PositiveIntegerField(default=0)) for name in COUNTS),
                ("card", row_of("drafts.card", related_name="+")),
                ("batch", row_of("drafts.batch", related_name="cards")),
            ],
            options={
                "ordering": ["batch", "card"],
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "card", "bots"), name="a_card_is_counted_once_a_batch"),
                    models.CheckConstraint(condition=SENSIBLE, name="counts_of_a_batch_are_sensible"),
                ],
            },
        ),
        migrations.AddField(
            model_name="countedset",
            name="batch",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="members",
                to="drafts.batch",
            ),
        ),
        migrations.RemoveIndex(model_name="counteddraft", name="counted_drafts_of_a_day"),
        migrations.RemoveField(model_name="counteddraft", name="fights_over"),
        migrations.AddField(
            model_name="counteddraft", name="fights_version", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(model_name="counteddraft", name="was_public", field=models.BooleanField(default=False)),
        migrations.AddField(  # what is counted by now did not wait for the end of its event
            model_name="counteddraft", name="early", field=models.BooleanField(default=True)
        ),
        migrations.AlterField(model_name="counteddraft", name="early", field=models.BooleanField(default=False)),
    ]
