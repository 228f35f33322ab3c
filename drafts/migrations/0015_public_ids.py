"""The name that a physical card has for everybody is its public id."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0014_connections'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='packcard',
            name='handles_of_an_event_differ',
        ),
        migrations.RenameField(
            model_name='packcard',
            old_name='handle',
            new_name='public_id',
        ),
        migrations.AddConstraint(
            model_name='packcard',
            constraint=models.UniqueConstraint(fields=('event', 'public_id'), name='public_ids_of_an_event_differ'),
        ),
    ]
