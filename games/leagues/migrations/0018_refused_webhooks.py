from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0017_letters_of_seasons'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('announced', 'announcement'), ('accepted', 'accepted'), ('declined', 'turned away'), ('placed', 'moved up from the waiting list'), ('left_out', 'began without them'), ('refused', 'a webhook is refused')], max_length=12),
        ),
        migrations.AlterField(
            model_name='webhook',
            name='refused',
            field=models.PositiveSmallIntegerField(help_text='its last refusal, unless it has accepted something since', null=True),
        ),
    ]
