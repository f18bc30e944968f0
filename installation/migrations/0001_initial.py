# The tables of the first release, 1.0.0.

from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='PlannedStop',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField(verbose_name='begins')),
                ('minutes', models.PositiveSmallIntegerField(default=10, verbose_name='minutes')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
            ],
            options={
                'verbose_name': 'planned downtime',
                'verbose_name_plural': 'planned downtimes',
                'ordering': ['starts_at'],
            },
        ),
        migrations.CreateModel(
            name='Page',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('imprint', 'Imprint'), ('privacy', 'Privacy'), ('conduct', 'Rules of conduct')], max_length=8, verbose_name='page')),
                ('language', models.CharField(choices=[('en', 'English'), ('de', 'German'), ('it', 'Italian'), ('ja', 'Japanese')], max_length=8, verbose_name='language')),
                ('text', models.TextField(help_text='Plain text: an empty line starts a new paragraph, URLs become links.', verbose_name='text')),
                ('changed_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'verbose_name': 'page',
                'verbose_name_plural': 'pages',
                'constraints': [models.UniqueConstraint(fields=('kind', 'language'), name='page_once')],
            },
        ),
    ]
