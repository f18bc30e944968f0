from django.db import migrations


class Migration(migrations.Migration):
    """Call the model of a log's row MatchEntry; its table stays as it is.

    The table is named first: then nothing is left to do when the model is renamed.
    """

    dependencies = [
        ('matches', '0015_letters_read'),
        ('chat', '0005_places'),  # which reads the log's rows by the old name
    ]

    operations = [
        migrations.AlterModelTable(name='entry', table='matches_entry'),
        migrations.RenameModel(old_name='Entry', new_name='MatchEntry'),
    ]
