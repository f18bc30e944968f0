# The tables of appointments, the bell and the queue.

import django.db.models.deletion
import games.gathering.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('circles', '0001_initial'),
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Appointment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.gathering.models.new_key, editable=False, max_length=10, unique=True)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('game', models.CharField(max_length=32)),
                ('seats', models.PositiveSmallIntegerField(help_text='the most players at one table')),
                ('pace', models.CharField(choices=[('untimed', 'Untimed'), ('relaxed', 'Relaxed: two minutes per move'), ('brisk', 'Brisk: 45 seconds per move'), ('daily', 'Correspondence: one day per move, e-mail reminders')], default='relaxed', max_length=8)),
                ('language', models.CharField(default='en', max_length=8)),
                ('fills_with_bots', models.BooleanField(default=False)),
                ('is_rated', models.BooleanField(default=True)),
                ('is_public', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('asked', 'The date is not fixed yet.'), ('set', 'The date is fixed.'), ('opened', 'The table is open.'), ('off', 'Called off.'), ('few', 'Too few people could come: it is off.')], default='asked', max_length=8)),
                ('starts_at', models.DateTimeField(help_text='the date that was fixed', null=True)),
                ('changed_at', models.DateTimeField(db_index=True, help_text='when the date, or whether it is on, changed last')),
                ('moves', models.PositiveSmallIntegerField(default=0, help_text='how often it was moved')),
                ('slot', models.CharField(help_text='what the site itself opens it for; two processes make it once', max_length=80, null=True, unique=True)),
                ('asked', models.ManyToManyField(help_text='beside the members of its circle', related_name='+', to=settings.AUTH_USER_MODEL)),
                ('circle', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='circles.circle')),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('previous', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='following', to='gathering.appointment')),
            ],
            options={
                'verbose_name': 'appointment',
                'verbose_name_plural': 'appointments',
            },
        ),
        migrations.CreateModel(
            name='EveningBell',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField()),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='evening_bell', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'alert for an evening',
                'verbose_name_plural': 'alerts for an evening',
            },
        ),
        migrations.CreateModel(
            name='KeptTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(db_index=True)),
                ('appointment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tables', to='gathering.appointment')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='kept_seats', to='matches.match')),
            ],
            options={
                'verbose_name': 'table with reserved seats',
                'verbose_name_plural': 'tables with reserved seats',
            },
        ),
        migrations.CreateModel(
            name='KeptWait',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32)),
                ('hour', models.PositiveSmallIntegerField(help_text='of the day, in UTC')),
                ('seconds', models.PositiveIntegerField()),
                ('is_seated', models.BooleanField(default=True, help_text='whether it ended at a table')),
                ('on', models.DateField()),
            ],
            options={
                'verbose_name': 'waiting time in the queue',
                'verbose_name_plural': 'waiting times in the queue',
                'indexes': [models.Index(fields=['hour', '-on'], name='wait_by_hour')],
            },
        ),
        migrations.CreateModel(
            name='OfferedDate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('appointment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dates', to='gathering.appointment')),
            ],
            options={
                'verbose_name': 'date',
                'verbose_name_plural': 'dates',
                'ordering': ['at'],
            },
        ),
        migrations.CreateModel(
            name='DateAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('comes', models.BooleanField()),
                ('at', models.DateTimeField(help_text='since when; who said yes first has a seat first')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='date_answers', to=settings.AUTH_USER_MODEL)),
                ('date', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='gathering.offereddate')),
            ],
            options={
                'verbose_name': 'answer to a date',
                'verbose_name_plural': 'answers to dates',
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='QueuePlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32)),
                ('pace', models.CharField(choices=[('untimed', 'Untimed'), ('relaxed', 'Relaxed: two minutes per move'), ('brisk', 'Brisk: 45 seconds per move'), ('daily', 'Correspondence: one day per move, e-mail reminders')], max_length=8)),
                ('language', models.CharField(max_length=8)),
                ('asked_at', models.DateTimeField(help_text='since when they wait')),
                ('seen_at', models.DateTimeField(db_index=True, help_text='when their page was last open')),
                ('hours', models.JSONField(default=list, help_text='moments at which they could, as texts')),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='queue_place', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'place in the queue',
                'verbose_name_plural': 'places in the queue',
            },
        ),
        migrations.AddIndex(
            model_name='appointment',
            index=models.Index(fields=['status', 'starts_at'], name='appointment_next'),
        ),
        migrations.AddConstraint(
            model_name='offereddate',
            constraint=models.UniqueConstraint(fields=('appointment', 'at'), name='one_date_an_appointment'),
        ),
        migrations.AddConstraint(
            model_name='dateanswer',
            constraint=models.UniqueConstraint(fields=('date', 'user'), name='one_answer_a_date_and_user'),
        ),
    ]
