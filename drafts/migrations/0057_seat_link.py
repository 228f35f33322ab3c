from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('drafts', '0056_derived_by'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='link',
            field=models.CharField(blank=True, max_length=43, null=True, unique=True),
        ),
    ]
