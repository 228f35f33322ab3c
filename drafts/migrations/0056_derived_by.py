from django.db import migrations, models


class Migration(migrations.Migration):
    """Sets that are here keep the rules by which their packs were made."""

    dependencies = [
        ('drafts', '0055_paper_without_a_set'),
    ]

    operations = [
        migrations.AddField(
            model_name='cardset',
            name='derived_by',
            field=models.PositiveSmallIntegerField(default=1, editable=False),
        ),
        migrations.AlterField(
            model_name='cardset',
            name='derived_by',
            field=models.PositiveSmallIntegerField(default=2, editable=False),
        ),
    ]
