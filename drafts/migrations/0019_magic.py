"""The printed facts of Magic cards, in a table of their own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0018_tables_of_drafts'),
    ]

    operations = [
        migrations.CreateModel(
            name='MagicFacts',
            fields=[
                ('card', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='magic', serialize=False, to='drafts.card')),
                ('type_line', models.CharField(max_length=120, verbose_name='type')),
                ('mana_cost', models.CharField(blank=True, max_length=60, verbose_name='cost')),
                ('colors', models.CharField(blank=True, max_length=5)),
                ('power', models.CharField(blank=True, max_length=8)),
                ('toughness', models.CharField(blank=True, max_length=8)),
                ('loyalty', models.CharField(blank=True, max_length=8)),
                ('defense', models.CharField(blank=True, max_length=8)),
                ('hand_modifier', models.SmallIntegerField(blank=True, null=True)),
                ('life_modifier', models.SmallIntegerField(blank=True, null=True)),
                ('color_identity', models.CharField(blank=True, max_length=5)),
            ],
            options={
                'verbose_name': 'facts of a Magic card',
                'verbose_name_plural': 'facts of Magic cards',
                'constraints': [models.CheckConstraint(condition=models.Q(('type_line', ''), _negated=True), name='magic_cards_have_a_type'), models.CheckConstraint(condition=models.Q(('color_identity__regex', '^W?U?B?R?G?$'), ('colors__regex', '^W?U?B?R?G?$')), name='magic_colours_are_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('power', ''), ('toughness', '')), models.Q(models.Q(('power', ''), _negated=True), models.Q(('toughness', ''), _negated=True)), _connector='OR'), name='power_and_toughness_come_together'), models.CheckConstraint(condition=models.Q(models.Q(('hand_modifier__isnull', True), ('hand_modifier__range', (-6, 20)), _connector='OR'), models.Q(('life_modifier__isnull', True), ('life_modifier__range', (-19, 99)), _connector='OR')), name='magic_modifiers_are_sensible')],
            },
        ),
    ]
