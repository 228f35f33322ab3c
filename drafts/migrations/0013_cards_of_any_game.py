"""The printed facts of Vanguard cards move to a table of their own, from the table of all cards."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0012_facts_of_cards'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='card',
            name='card_type_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='card',
            name='trigger_units_have_a_trigger',
        ),
        migrations.RemoveConstraint(
            model_name='card',
            name='card_figures_are_sensible',
        ),
        migrations.RemoveField(
            model_name='card',
            name='card_type',
        ),
        migrations.RemoveField(
            model_name='card',
            name='clan',
        ),
        migrations.RemoveField(
            model_name='card',
            name='critical',
        ),
        migrations.RemoveField(
            model_name='card',
            name='grade',
        ),
        migrations.RemoveField(
            model_name='card',
            name='nation',
        ),
        migrations.RemoveField(
            model_name='card',
            name='power',
        ),
        migrations.RemoveField(
            model_name='card',
            name='race',
        ),
        migrations.RemoveField(
            model_name='card',
            name='shield',
        ),
        migrations.RemoveField(
            model_name='card',
            name='trigger',
        ),
        migrations.RemoveField(
            model_name='packslot',
            name='trigger',
        ),
    ]
