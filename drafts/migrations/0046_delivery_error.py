from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("drafts", "0045_cubes")]

    operations = [migrations.RenameField("delivery", "trouble", "error")]
