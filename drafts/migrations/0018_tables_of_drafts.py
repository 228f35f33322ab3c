"""Tables, seats, physical cards and sets of rounds belong to a draft. No row is written: a draft has its event's id."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery

OF_DRAFTS = ("DraftSet", "Table", "Seat", "PackCard")


def nothing(apps, schema_editor):
    pass


def renumber_drafts(apps, schema_editor):
    """Give each draft its event's id again, on the way back: by way of negative ids, which no other draft has."""
    draft = apps.get_model("drafts", "Draft")
    if draft.objects.filter(number__gt=1).exists():
        raise RuntimeError("An event with two drafts cannot go back to where an event was one draft. Restore a backup.")
    if not draft.objects.exclude(id=F("event_id")).exists():
        return
    event = Subquery(draft.objects.filter(id=OuterRef("draft_id")).values("event_id"))
    models_ = [apps.get_model("drafts", name) for name in OF_DRAFTS]
    for model in models_:
        model.objects.update(draft_id=event * -1)
    draft.objects.update(id=F("event_id") * -1)
    for model in models_:
        model.objects.update(draft_id=F("draft_id") * -1)
    draft.objects.update(id=F("id") * -1)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # it changes no table with checks that are to come


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0017_drafts_of_events'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='eventset', name='one_set_a_round'),
        migrations.RenameModel(old_name='EventSet', new_name='DraftSet'),
        migrations.RenameField(model_name='draftset', old_name='event', new_name='draft'),
        migrations.AlterModelOptions(name='draftset', options={'ordering': ['draft_id', 'round']}),
        migrations.AlterField(
            model_name='draftset',
            name='draft',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='drafts.draft'),
        ),
        migrations.AddConstraint(
            model_name='draftset',
            constraint=models.UniqueConstraint(fields=('draft', 'round'), name='one_set_a_round'),
        ),
        migrations.RemoveConstraint(model_name='table', name='table_numbers_differ'),
        migrations.RenameField(model_name='table', old_name='event', new_name='draft'),
        migrations.AlterModelOptions(name='table', options={'ordering': ['draft_id', 'number']}),
        migrations.AlterField(
            model_name='table',
            name='draft',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='drafts.draft'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('draft', 'number'), name='table_numbers_differ'),
        ),
        migrations.AlterModelOptions(name='seat', options={'ordering': ['table_id', 'position']}),
        migrations.AlterField(
            model_name='seat',
            name='draft',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='drafts.draft'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='fighter',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='drafts.fighter'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('draft', 'fighter'), name='one_seat_a_fighter_and_draft'),
        ),
        migrations.RemoveConstraint(model_name='packcard', name='public_ids_of_an_event_differ'),
        migrations.RenameField(model_name='packcard', old_name='event', new_name='draft'),
        migrations.AlterField(
            model_name='packcard',
            name='draft',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='drafts.draft'),
        ),
        migrations.AddConstraint(
            model_name='packcard',
            constraint=models.UniqueConstraint(fields=('draft', 'public_id'), name='public_ids_of_a_draft_differ'),
        ),
        migrations.RemoveField(model_name='event', name='format'),
        migrations.RemoveField(model_name='event', name='packs'),
        migrations.RemoveField(model_name='event', name='pack_list'),
        migrations.RemoveField(model_name='event', name='table_size'),
        migrations.RemoveField(model_name='event', name='pace'),
        migrations.RemoveField(model_name='event', name='review_seconds'),
        migrations.RemoveField(model_name='event', name='judge'),
        migrations.AlterField(model_name='event', name='seed', field=models.CharField(default='', max_length=64)),
        migrations.RemoveField(model_name='event', name='seed'),
        migrations.RemoveField(model_name='event', name='started_at'),
        migrations.RemoveField(model_name='event', name='drafted_at'),
        migrations.SeparateDatabaseAndState(state_operations=[  # it has no column
            migrations.AddField(
                model_name='event',
                name='draft',
                field=models.ForeignObject(from_fields=('id', 'draft_number'), on_delete=django.db.models.deletion.DO_NOTHING, related_name='current_in', serialize=False, to='drafts.draft', to_fields=('event', 'number')),
            ),
        ]),
        migrations.RunPython(nothing, renumber_drafts),
    ]
