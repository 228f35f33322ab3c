"""Settings of a night, and stages after the draft with a history of their own. Nights before this one have no fights."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def without_fights(apps, schema_editor):
    """Give the nights so far no fights and no sharing: these were not settled for them."""
    night = apps.get_model("drafts", "NightSettings")
    events = apps.get_model("drafts", "Event").objects.order_by("id").values_list("id", flat=True)
    night.objects.bulk_create((night(event_id=event, fights="off", sharing="keep") for event in events), batch_size=500)


def decks_again(apps, schema_editor):
    """On the way back a night that fights has its decks, as far as it could get then."""
    apps.get_model("drafts", "Event").objects.filter(phase__in=["fighting", "sharing"]).update(phase="building")
    apps.get_model("drafts", "TableEvent").objects.filter(kind="go_on").delete()
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # it changes no table with checks that are to come


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0020_magic_goes_back'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='EventStage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.CharField(max_length=12)),
                ('number', models.PositiveSmallIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=1)),
                ('began_at', models.DateTimeField()),
                ('setup', models.JSONField()),
            ],
            options={
                'ordering': ['event', 'id'],
            },
        ),
        migrations.CreateModel(
            name='NightSettings',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='night', serialize=False, to='drafts.event')),
                ('fights', models.CharField(choices=[('auto', 'As usual'), ('off', 'No fights'), ('round_robin', 'Everybody against everybody'), ('swiss', 'Swiss rounds'), ('bracket', 'A bracket')], default='auto', max_length=12)),
                ('fights_across', models.CharField(choices=[('table', 'Within each table'), ('event', 'Across all tables')], default='table', max_length=8)),
                ('swiss_rounds', models.PositiveSmallIntegerField(default=3)),
                ('best_of', models.PositiveSmallIntegerField(default=1)),
                ('fight_minutes', models.PositiveSmallIntegerField(default=25)),
                ('damage_limit', models.PositiveSmallIntegerField(default=4)),
                ('time_up', models.CharField(default='less_damage', max_length=12)),
                ('sharing', models.CharField(choices=[('equal', 'Shared equally, the rarest in turn'), ('random', 'Shared equally, at random'), ('keep', 'Everybody keeps what they chose')], default='equal', max_length=8)),
            ],
            options={
                'verbose_name_plural': 'night settings',
            },
        ),
        migrations.CreateModel(
            name='StageAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('by', models.CharField(blank=True, choices=[('', 'The server'), ('organizer', 'The organizer'), ('judge', 'A judge'), ('fighter', 'A fighter')], max_length=10)),
                ('fighter', models.BigIntegerField(blank=True, null=True)),
                ('kind', models.CharField(max_length=12)),
                ('text', models.TextField(blank=True)),
                ('request', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'ordering': ['stage', 'version'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='event',
            name='event_phase_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='tableevent',
            name='kind_of_act_is_known',
        ),
        migrations.AlterField(
            model_name='event',
            name='phase',
            field=models.CharField(choices=[('lobby', 'Lobby'), ('drafting', 'Drafting'), ('building', 'Decks are ready'), ('fighting', 'Fights'), ('sharing', 'Sharing the cards'), ('finished', 'Finished')], default='lobby', max_length=12),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('phase__in', ['lobby', 'drafting', 'building', 'fighting', 'sharing', 'finished'])), name='event_phase_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tableevent',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'choose'), ('kind__in', ['start', 'choose', 'time', 'last_card', 'bot', 'review_over', 'pause', 'resume', 'extend', 'set_right', 'connected', 'disconnected', 'here', 'ready', 'call', 'verdict', 'undo', 'seat_bot', 'unseat_bot', 'remove', 'leave', 'take_in', 'new_link', 'all_drafted', 'stop', 'go_on', 'finish']), _connector='OR'), name='kind_of_act_is_known'),
        ),
        migrations.AddField(
            model_name='eventstage',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='drafts.event'),
        ),
        migrations.AddConstraint(
            model_name='nightsettings',
            constraint=models.CheckConstraint(condition=models.Q(('fights__in', ['auto', 'off', 'round_robin', 'swiss', 'bracket'])), name='way_to_fight_is_known'),
        ),
        migrations.AddConstraint(
            model_name='nightsettings',
            constraint=models.CheckConstraint(condition=models.Q(('fights_across__in', ['table', 'event'])), name='who_can_be_paired_is_known'),
        ),
        migrations.AddConstraint(
            model_name='nightsettings',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__in', [1, 3])), name='best_of_one_or_three'),
        ),
        migrations.AddConstraint(
            model_name='nightsettings',
            constraint=models.CheckConstraint(condition=models.Q(('time_up__in', ['less_damage', 'draw'])), name='time_up_is_known'),
        ),
        migrations.AddConstraint(
            model_name='nightsettings',
            constraint=models.CheckConstraint(condition=models.Q(('sharing__in', ['equal', 'random', 'keep'])), name='way_to_share_is_known'),
        ),
        migrations.AddField(
            model_name='stageact',
            name='stage',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='drafts.eventstage'),
        ),
        migrations.AddConstraint(
            model_name='eventstage',
            constraint=models.UniqueConstraint(fields=('event', 'stage', 'number'), name='a_night_has_a_stage_once'),
        ),
        migrations.AddConstraint(
            model_name='eventstage',
            constraint=models.CheckConstraint(condition=models.Q(('stage__in', ['fighting', 'sharing'])), name='stage_has_a_history'),
        ),
        migrations.AddConstraint(
            model_name='stageact',
            constraint=models.UniqueConstraint(fields=('stage', 'version'), name='an_act_makes_a_version'),
        ),
        migrations.AddConstraint(
            model_name='stageact',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by', 'fighter'), ('fighter__isnull', False)), models.Q(('by__in', ['', 'organizer', 'judge']), ('fighter__isnull', True)), _connector='OR'), name='who_acted_in_a_stage_is_known'),
        ),
        migrations.RunPython(without_fights, decks_again),
    ]
