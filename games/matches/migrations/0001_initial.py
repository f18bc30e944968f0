# The tables of the first release, 1.0.0.

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import games.matches.models.match
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Pulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'pulse',
                'verbose_name_plural': 'pulses',
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.matches.models.match.new_code, max_length=6, unique=True)),
                ('game', models.CharField(max_length=32)),
                ('options', models.JSONField(default=dict)),
                ('status', models.CharField(choices=[('open', 'open'), ('running', 'running'), ('finished', 'finished'), ('void', 'void')], default='open', max_length=8)),
                ('visibility', models.CharField(choices=[('public', 'Public: listed in the lobby'), ('link', 'By link or code only')], max_length=8)),
                ('seats_min', models.PositiveSmallIntegerField()),
                ('seats_max', models.PositiveSmallIntegerField()),
                ('has_chat', models.BooleanField(default=True)),
                ('allows_spectators', models.BooleanField(default=True)),
                ('fills_with_bots', models.BooleanField(default=False)),
                ('bots_after', models.PositiveSmallIntegerField(choices=[(0, 'Only at the start, if at all'), (5, 'After 5 minutes'), (10, 'After 10 minutes'), (20, 'After 20 minutes')], db_default=0, default=0, help_text='minutes; bots then take the seats that are needed; 0: never, or they have come')),
                ('allows_api_bots', models.BooleanField(default=False, help_text="seats may be played by people's own programs")),
                ('pace', models.CharField(choices=[('untimed', 'Untimed'), ('relaxed', 'Relaxed: two minutes per move'), ('brisk', 'Brisk: 45 seconds per move'), ('daily', 'Correspondence: one day per move, e-mail reminders')], default='untimed', max_length=8)),
                ('talk_seconds', models.PositiveSmallIntegerField(choices=[(0, 'None'), (60, 'One minute'), (90, '90 seconds'), (120, 'Two minutes')], default=0, help_text='the length of the clock for talk before a vote; 0: none')),
                ('is_rated', models.BooleanField(default=True, help_text='it changes ratings; otherwise it is casual')),
                ('least_matches', models.PositiveSmallIntegerField(choices=[(0, 'Everybody'), (5, 'From 5 matches'), (20, 'From 20 matches')], default=0, help_text='finished matches required to sit down')),
                ('shows_marks', models.BooleanField(default=False, help_text='everybody sees whom the players trust and doubt')),
                ('talk_until', models.DateTimeField(help_text='when the newest talk ends', null=True)),
                ('talk_round', models.PositiveSmallIntegerField(default=0, help_text='the round of that talk')),
                ('host_seat', models.PositiveSmallIntegerField(blank=True, help_text='the chair that the host chose; seats are drawn otherwise', null=True)),
                ('is_reserved', models.BooleanField(default=False, help_text='chairs are kept for the people on them, in their order')),
                ('is_doubled', models.BooleanField(default=False, help_text='clocks run at half speed')),
                ('paused_at', models.DateTimeField(help_text='since when the table pauses', null=True)),
                ('language', models.CharField(default='en', max_length=8)),
                ('scope', models.CharField(blank=True, help_text='URL of the league that decides about conduct there', max_length=100)),
                ('seed', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(blank=True, max_length=64)),
                ('length', models.PositiveIntegerField(default=0, help_text='actions in the log')),
                ('touched', models.PositiveIntegerField(db_default=0, default=0, help_text='changes beside the moves')),
                ('due_at', models.DateTimeField(help_text='when the referee has something to do', null=True)),
                ('reading_until', models.DateTimeField(help_text='until when the table waits for letters to be read; null: no longer', null=True)),
                ('winner', models.CharField(blank=True, max_length=16)),
                ('reason', models.CharField(blank=True, max_length=32)),
                ('story', models.JSONField(default=list, help_text='the lines about what decided it and how it ended, once it is over')),
                ('size', models.PositiveSmallIntegerField(default=0, help_text='players, once it is over')),
                ('has_bots', models.BooleanField(default=False, help_text='whether any played, once it is over')),
                ('is_abandoned', models.BooleanField(default=False, help_text='somebody had left for good, once it is over: never rated')),
                ('is_published', models.BooleanField(default=False, help_text='listed although by link, for everybody who was there agreed')),
                ('is_listed', models.BooleanField(default=False, help_text='in the history that everybody sees')),
                ('is_imported', models.BooleanField(default=False, help_text='played elsewhere: never rated, never counted')),
                ('is_counted', models.BooleanField(default=False, help_text='the numbers page knows it')),
                ('is_weighed', models.BooleanField(default=False, help_text='ratings have looked at it')),
                ('played_at', models.DateTimeField(help_text='when, says the record it came from', null=True)),
                ('group', models.UUIDField(help_text='whose table it is: the public key of a circle', null=True, verbose_name='circle')),
                ('opened_at', models.DateTimeField(auto_now_add=True)),
                ('seen_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), help_text='when somebody who sits there was last at the open table')),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('successor', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='predecessor', to='matches.match')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='MatchEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('by', models.CharField(default='player', max_length=8)),
                ('action', models.TextField(blank=True)),
                ('events', models.TextField()),
                ('at', models.DateTimeField(help_text='unknown in some imported records', null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='matches.match')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'db_table': 'matches_entry',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=32)),
                ('bot', models.CharField(blank=True, help_text='which bot plays, if one does', max_length=16)),
                ('is_api', models.BooleanField(default=False, help_text="the user's own program plays, and everybody is told so")),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('is_ready', models.BooleanField(default=False)),
                ('wants_call', models.BooleanField(db_default=False, default=False, help_text='a notification when somebody sits down')),
                ('entropy', models.CharField(blank=True, max_length=128, validators=[django.core.validators.MaxLengthValidator(128)])),
                ('asked_at', models.DateTimeField(help_text='when the open decision was asked for', null=True)),
                ('reserve_ms', models.PositiveIntegerField(default=0, help_text="left beyond each decision's time")),
                ('missed', models.PositiveSmallIntegerField(default=0, help_text='decisions the clock made, in a row')),
                ('is_away', models.BooleanField(default=False, help_text='a bot decides until they are back')),
                ('gone_at', models.DateTimeField(help_text='since when nobody is there; noted at matches without a clock', null=True)),
                ('is_replaced', models.BooleanField(db_default=False, help_text='the table had a bot play on: a person who comes back decides again')),
                ('is_newcomer', models.BooleanField(default=False, help_text='it is one of their first matches, and changes no rating of theirs')),
                ('read_at', models.DateTimeField(help_text='when they had read their secret role', null=True)),
                ('letter_due_at', models.DateTimeField(help_text='when to write that the table waits for them (correspondence)', null=True)),
                ('wishes', models.JSONField(default=list, help_text='what they want the table to agree on')),
                ('marks', models.JSONField(default=dict, help_text='whom they trust or doubt, for all to see')),
                ('bets', models.JSONField(default=dict, help_text='seat and round by question, once eliminated; secret until the end')),
                ('side', models.CharField(blank=True, help_text='known once the match is over', max_length=16)),
                ('won', models.BooleanField(null=True)),
                ('claims', models.PositiveIntegerField(default=0, help_text='how often something was claimed')),
                ('true_claims', models.PositiveIntegerField(default=0)),
                ('publishes', models.BooleanField(default=False, help_text='agrees that everybody may see it')),
                ('name_key', models.CharField(blank=True, max_length=200)),
                ('ended_at', models.DateTimeField(null=True)),
                ('sat_at', models.DateTimeField(auto_now_add=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='matches.match')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ['seat', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Removal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, choices=[('', 'no reason given'), ('friends', 'the table is for certain people'), ('away', 'away for too long'), ('manners', 'behaviour')], max_length=8)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='removals', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='removals', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'removal',
                'verbose_name_plural': 'removals',
            },
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['status', 'visibility', '-opened_at'], name='match_lobby'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='match_due'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('group__isnull', False)), fields=['group', '-ended_at'], name='match_group'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['-ended_at', '-id'], name='match_listed'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['game', '-ended_at', '-id'], name='match_listed_game'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['game', 'winner', '-ended_at', '-id'], name='match_listed_winner'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['reason', '-ended_at', '-id'], name='match_listed_reason'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['reason', 'size', '-ended_at', '-id'], name='match_listed_reason_size'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['size', '-ended_at', '-id'], name='match_listed_size'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['has_bots', '-ended_at', '-id'], name='match_listed_bots'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_imported', True)), fields=['host', '-ended_at', '-id'], name='match_imported'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_counted', False), ('status', 'finished')), fields=['id'], name='match_uncounted'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_weighed', False), ('status', 'finished')), fields=['game', 'ended_at', 'id'], name='match_unweighed'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('is_imported', False), models.Q(('commitment', ''), _negated=True)), fields=('commitment',), name='one_match_a_commitment'),
        ),
        migrations.AddConstraint(
            model_name='matchentry',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='one_entry_a_number'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['user', '-ended_at', '-match'], name='player_ended_user'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['name_key', '-ended_at', '-match'], name='player_ended_name_key'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('letter_due_at__isnull', False)), fields=['letter_due_at'], name='player_letter_due'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='one_player_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='one_seat_a_user'),
        ),
        migrations.AddConstraint(
            model_name='removal',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='one_removal_a_user'),
        ),
    ]
