from django.db import migrations, models


def note_sets_without_packs(apps, schema_editor):
    """Let sets whose cards lie in no pack, and which were loaded as such, stay so."""
    apps.get_model("drafts", "CardSet").objects.filter(pack_shape="0").update(derived_by=3)


class Migration(migrations.Migration):
    """Sets that are here keep the rules by which their packs were made."""

    dependencies = [
        ('drafts', '0062_built_decks_go_back'),
    ]

    operations = [
        migrations.AlterField(
            model_name='cardset',
            name='derived_by',
            field=models.PositiveSmallIntegerField(default=3, editable=False),
        ),
        migrations.RunPython(note_sets_without_packs, migrations.RunPython.noop),
    ]
