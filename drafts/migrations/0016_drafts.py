"""An event has drafts: what belongs to a draft and not to the night gets a table of its own.

It is filled by the next migration, since PostgreSQL changes no table whose rows were written in the same transaction.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0015_public_ids'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='event',
            name='table_size_2_to_12',
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('format', models.CharField(default='vanguard', max_length=24)),
                ('pack_source', models.CharField(choices=[('generated', 'Made by the server'), ('uploaded', 'From a list of cards')], default='generated', max_length=12)),
                ('pack_list', models.TextField(blank=True)),
                ('table_size', models.PositiveSmallIntegerField(default=4)),
                ('pace', models.CharField(default='standard', max_length=12)),
                ('review_seconds', models.PositiveIntegerField(default=120)),
                ('judge', models.CharField(default='organizer', max_length=12)),
                ('seed', models.CharField(max_length=64)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('drafted_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='drafts.event')),
            ],
            options={
                'ordering': ['event_id', 'number'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'number'), name='draft_numbers_differ'),
                    models.CheckConstraint(condition=models.Q(('table_size__gte', 2), ('table_size__lte', 12)), name='table_size_2_to_12'),
                ],
            },
        ),
        migrations.AddField(
            model_name='event',
            name='draft_number',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='seat',
            name='draft',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='drafts.draft'),
        ),
    ]
