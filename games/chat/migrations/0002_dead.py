"""Give the dead a room of their own, and what they have said so far with it."""

from django.db import migrations, models


def to_the_dead(apps, schema_editor):
    """Take what people with a seat wrote in the gallery, the dead, out of it."""
    Message = apps.get_model("chat", "Message")
    Message.objects.filter(room="gallery", seat__isnull=False).update(room="dead")


def to_the_gallery(apps, schema_editor):
    """Put it back where the dead and the spectators shared a room."""
    apps.get_model("chat", "Message").objects.filter(room="dead").update(room="gallery")


class Migration(migrations.Migration):

    dependencies = [
        ("chat", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="message",
            name="room",
            field=models.CharField(
                choices=[("table", "Table"), ("dead", "The dead"), ("gallery", "Gallery")],
                max_length=8,
            ),
        ),
        migrations.RunPython(to_the_dead, to_the_gallery),
    ]
