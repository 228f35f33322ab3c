from django.db import migrations, models
from django.db.models.functions import Now


def look_at_running_turns(apps, schema_editor):
    """Let the clock look once at each sharing that goes on: it acts, or notes when the turn ends."""
    stages = apps.get_model("drafts", "EventStage").objects.filter(stage="sharing", event__phase="sharing")
    stages.update(wakes_at=Now())


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0041_log_opens'),
    ]

    operations = [
        migrations.AddField(
            model_name='eventstage',
            name='wakes_at',
            field=models.DateTimeField(blank=True, db_index=True, null=True),
        ),
        migrations.RunPython(look_at_running_turns, migrations.RunPython.noop),
    ]
