"""A socket of an event is a connection; a line is a line of text."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0013_cards_of_any_game'),
    ]

    operations = [
        migrations.RenameModel(old_name='Line', new_name='Connection'),
        migrations.AlterField(
            model_name='connection',
            name='event',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='connections', to='drafts.event'),
        ),
        migrations.AlterField(
            model_name='connection',
            name='fighter',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='connections', to='drafts.fighter'),
        ),
        migrations.AlterField(
            model_name='connection',
            name='process',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='connections', to='drafts.process'),
        ),
    ]
