# The tables of the first release, 1.0.0.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.URLField(max_length=500, unique=True)),
                ('public_key', models.CharField(blank=True, help_text='p256dh, as the browser gave it', max_length=100)),
                ('secret', models.CharField(blank=True, help_text='auth, as the browser gave it', max_length=40)),
                ('lost_at', models.DateTimeField(help_text="since when it can't be reached", null=True)),
                ('language', models.CharField(max_length=8)),
                ('zone', models.CharField(default='UTC', max_length=64)),
                ('quiet_from', models.PositiveSmallIntegerField(default=22, help_text='hour in its own zone')),
                ('quiet_to', models.PositiveSmallIntegerField(default=8)),
                ('added_at', models.DateTimeField(auto_now_add=True)),
                ('session_key', models.CharField(db_default='', db_index=True, default='', help_text='the log-in with which it asked; empty if it asked before this was kept', max_length=40)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'device',
                'verbose_name_plural': 'devices',
            },
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'It is your turn.'), ('full', 'Your table is full.'), ('again', 'The others are playing again.'), ('fixture', 'Your match begins in an hour.'), ('wrote', 'Somebody wrote about your match.'), ('news', 'News of your season.'), ('asked', 'Will you play the next round?'), ('note', 'The organisers wrote to you.'), ('circle', 'Your circle has opened its table.'), ('arrived', 'Somebody sat down at your table.'), ('seated', 'Your table is ready: your seat is reserved for two minutes.'), ('needed', 'A table needs one more player.'), ('a-asked', 'Can you come?'), ('a-fixed', 'The date of your appointment is fixed.'), ('a-hour', 'Your appointment begins in an hour.'), ('a-soon', 'Your appointment begins in five minutes.'), ('a-open', 'Your table is open, and your seat is reserved.'), ('a-left', 'The table is full: there was no seat left for you.'), ('a-moved', 'Your appointment was moved. Can you still come?'), ('a-off', 'Your appointment was called off.'), ('a-few', 'Too few people could come: your appointment is off.')], max_length=8)),
                ('marker', models.CharField(help_text='which turn, table or fixture', max_length=64)),
                ('due_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='push.device')),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'indexes': [models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['due_at'], name='call_due')],
                'constraints': [models.UniqueConstraint(fields=('device', 'kind', 'marker'), name='one_call_of_a_kind')],
            },
        ),
    ]
