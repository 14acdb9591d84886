from django.db import migrations


def drop_texts(apps, schema_editor):
    """Take what they say out of letters that are not sent any more."""
    apps.get_model("letters", "Letter").objects.filter(next_attempt_at=None).update(text="")


class Migration(migrations.Migration):

    dependencies = [("letters", "0001_initial")]

    operations = [migrations.RunPython(drop_texts, migrations.RunPython.noop)]
