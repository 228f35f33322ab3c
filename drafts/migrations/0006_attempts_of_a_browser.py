from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0005_presence_and_holds'),
    ]

    operations = [
        migrations.AddField(
            model_name='attempt',
            name='browser',
            field=models.CharField(blank=True, default='', max_length=32),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(fields=['door', 'browser', 'at'], name='attempt_by_browser'),
        ),
    ]
