"""Cards of more than one game: what a game prints on its cards gets a table of its own (filled by the next migration)."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0010_attempted_action'),
    ]

    operations = [
        migrations.CreateModel(
            name='VanguardFacts',
            fields=[
                ('card', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='vanguard', serialize=False, to='drafts.card')),
                ('card_type', models.CharField(choices=[('normal', 'Normal'), ('trigger', 'Trigger'), ('g', 'G'), ('order', 'Order'), ('other', 'Other')], default='normal', max_length=8, verbose_name='kind')),
                ('grade', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('clan', models.CharField(blank=True, max_length=60)),
                ('nation', models.CharField(blank=True, max_length=60)),
                ('race', models.CharField(blank=True, max_length=60)),
                ('power', models.PositiveIntegerField(blank=True, null=True)),
                ('shield', models.PositiveIntegerField(blank=True, null=True)),
                ('critical', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('trigger', models.CharField(blank=True, choices=[('critical', 'Critical'), ('draw', 'Draw'), ('stand', 'Stand'), ('heal', 'Heal'), ('front', 'Front'), ('over', 'Over'), ('unknown', 'Unknown')], max_length=8)),
            ],
            options={
                'verbose_name': 'facts of a Vanguard card',
                'verbose_name_plural': 'facts of Vanguard cards',
            },
        ),
        migrations.RemoveConstraint(
            model_name='event',
            name='table_size_2_to_9',
        ),
        migrations.AddField(
            model_name='card',
            name='kin',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='cardset',
            name='game',
            field=models.CharField(default='vanguard', max_length=12),
        ),
        migrations.AddField(
            model_name='packslot',
            name='aside',
            field=models.BooleanField(default=False, verbose_name='in the booster, but not drafted'),
        ),
        migrations.AddField(
            model_name='packslot',
            name='only',
            field=models.CharField(blank=True, max_length=16),
        ),
        migrations.AlterField(
            model_name='judgecall',
            name='reason',
            field=models.CharField(choices=[('legion_rare', 'A card'), ('wrong_count', 'Wrong number of cards'), ('rules', 'A question about the rules'), ('other', 'Something else')], max_length=12),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('table_size__gte', 2), ('table_size__lte', 12)), name='table_size_2_to_12'),
        ),
        migrations.AddConstraint(
            model_name='vanguardfacts',
            constraint=models.CheckConstraint(condition=models.Q(('card_type__in', ['normal', 'trigger', 'g', 'order', 'other'])), name='card_type_is_known'),
        ),
        migrations.AddConstraint(
            model_name='vanguardfacts',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('card_type', 'trigger'), ('trigger__in', ['critical', 'draw', 'stand', 'heal', 'front', 'over', 'unknown'])), models.Q(models.Q(('card_type', 'trigger'), _negated=True), ('trigger', '')), _connector='OR'), name='trigger_units_have_a_trigger'),
        ),
        migrations.AddConstraint(
            model_name='vanguardfacts',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('grade__isnull', True), ('grade__lte', 99), _connector='OR'), models.Q(('power__isnull', True), ('power__lte', 999999), _connector='OR'), models.Q(('shield__isnull', True), ('shield__lte', 999999), _connector='OR'), models.Q(('critical__isnull', True), ('critical__lte', 99), _connector='OR')), name='card_figures_are_sensible'),
        ),
        migrations.RenameField(model_name='packrecipe', old_name='guarantees_trigger', new_name='guarantees'),
        migrations.AlterField(
            model_name='packrecipe',
            name='guarantees',
            field=models.BooleanField(verbose_name='every pack holds a card that the formats feature'),
        ),
        migrations.RenameField(model_name='table', old_name='legion_rare', new_name='called'),
    ]
