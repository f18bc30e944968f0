# The tables of the first release, 1.0.0.

import datetime
import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import games.leagues.models.league
import games.leagues.models.timing
import games.leagues.models.webhooks
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('tier', models.PositiveSmallIntegerField(default=1)),
                ('capacity', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='players')),
                ('promotes', models.PositiveSmallIntegerField(default=0, verbose_name='players promoted')),
                ('relegates', models.PositiveSmallIntegerField(default=0, verbose_name='players relegated')),
                ('asked_round', models.PositiveSmallIntegerField(default=0, help_text='the last round for which players were asked')),
                ('final', models.TextField(blank=True, help_text='the final table as JSON, once closed')),
            ],
            options={
                'verbose_name': 'division',
                'ordering': ['tier'],
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='of the table, from 1')),
                ('status', models.CharField(choices=[('planned', 'planned'), ('open', 'the table is open'), ('running', 'being played'), ('finished', 'finished'), ('forfeited', 'forfeited'), ('void', 'not counted')], default='planned', max_length=10)),
                ('starts_at', models.DateTimeField(blank=True, help_text='as agreed, or as set', null=True)),
                ('closes_at', models.DateTimeField(blank=True, help_text="its own deadline; if empty, the round's", null=True)),
                ('moves', models.PositiveSmallIntegerField(default=0, help_text='how often its time was set')),
                ('moved_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('reopened_at', models.DateTimeField(blank=True, help_text="when its result, or the season's end, was last undone", null=True)),
            ],
            options={
                'verbose_name': 'fixture',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Watch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(help_text='null: without a break so far', null=True)),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'watch',
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=80, verbose_name='title')),
                ('text', models.TextField(max_length=2000, verbose_name='text')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'announcement',
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Calendar',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.leagues.models.timing.new_calendar_key, max_length=32, unique=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='calendar', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'calendar',
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=32)),
                ('status', models.CharField(choices=[('applied', 'asks to play'), ('waiting', 'waiting list'), ('confirmed', 'playing'), ('withdrawn', 'withdrawn'), ('disqualified', 'disqualified')], default='confirmed', max_length=12)),
                ('seed_rank', models.PositiveSmallIntegerField(default=0, help_text='1 is the best at the start')),
                ('seed_rating', models.FloatField(blank=True, null=True)),
                ('joined_round', models.PositiveSmallIntegerField(default=1)),
                ('late_points', models.FloatField(default=0)),
                ('withdrawn_after', models.PositiveSmallIntegerField(blank=True, help_text='the last round that counts for the player', null=True)),
                ('replaced_after', models.PositiveSmallIntegerField(blank=True, help_text="the earlier player's last round", null=True)),
                ('final_rank', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('movement', models.CharField(blank=True, choices=[('up', 'promoted'), ('stays', 'stays'), ('down', 'relegated')], max_length=6)),
                ('answers', models.JSONField(db_default=models.Value([], models.JSONField()), default=list, help_text='pairs of question and answer, for organisers only')),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='leagues.division')),
                ('former', models.ForeignKey(blank=True, help_text='the earlier player of this place', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'entry',
                'ordering': ['seed_rank', 'entered_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('status', models.CharField(choices=[('open', 'open'), ('upheld', 'upheld'), ('rejected', 'rejected')], default='open', max_length=8)),
                ('decision', models.CharField(blank=True, max_length=1000)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='leagues.entry')),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='leagues.fixture')),
            ],
            options={
                'verbose_name': 'dispute',
                'ordering': ['-at'],
            },
        ),
        migrations.CreateModel(
            name='Chair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('rsvp', models.CharField(blank=True, choices=[('', 'expected'), ('no', "can't come")], max_length=5)),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('forfeited', models.BooleanField(default=False, help_text='missed the fixture, or gave it up')),
                ('substitute', models.ForeignKey(blank=True, help_text="plays instead: others' results count, the entry scores nothing", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='substitutions', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='leagues.entry')),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='leagues.fixture')),
            ],
            options={
                'verbose_name': 'chair',
                'ordering': ['seat'],
            },
        ),
        migrations.CreateModel(
            name='FixtureMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveSmallIntegerField(help_text='from 1')),
                ('is_counted', models.BooleanField(default=True)),
                ('placings', models.JSONField(blank=True, null=True)),
                ('corrected', models.JSONField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='leagues.fixture')),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='matches.match')),
            ],
            options={
                'verbose_name': 'game of a fixture',
                'ordering': ['ordinal'],
            },
        ),
        migrations.CreateModel(
            name='FixtureMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=32)),
                ('text', models.CharField(max_length=500)),
                ('said_at', models.DateTimeField(auto_now_add=True)),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='leagues.fixture')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'message on a fixture',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('game', models.CharField(max_length=32, verbose_name='game')),
                ('about', models.TextField(blank=True, max_length=2000, verbose_name='about')),
                ('rules_text', models.TextField(blank=True, max_length=10000, verbose_name='rules of the league')),
                ('access', models.CharField(choices=[('public', 'Public: anybody may join'), ('code', 'By code: anybody with the code may join'), ('invitation', 'By invitation only')], default='public', max_length=12, verbose_name='who can join')),
                ('is_listed', models.BooleanField(default=True, help_text='Its pages are visible to anybody with the link.', verbose_name='shown in the list of leagues')),
                ('code', models.CharField(default=games.leagues.models.league.new_code, max_length=8, unique=True)),
                ('language', models.CharField(default='en', max_length=8, verbose_name='language')),
                ('timezone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
                ('founded_at', models.DateTimeField(auto_now_add=True)),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('founder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'league',
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('arbiter', 'arbiter'), ('scheduler', 'scheduler'), ('member', 'member')], default='member', max_length=10)),
                ('status', models.CharField(choices=[('active', 'active'), ('left', 'left'), ('banned', 'banned')], default='active', max_length=8)),
                ('timezone', models.CharField(default='UTC', max_length=64)),
                ('hours', models.JSONField(default=list, help_text='free hours of the week, 0 to 167 from Monday 0:00 in their zone')),
                ('can_substitute', models.BooleanField(default=False)),
                ('wants_mail', models.BooleanField(default=True)),
                ('chat_name', models.CharField(blank=True, help_text='on cards in the chat', max_length=40)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='leagues.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'member',
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField()),
                ('by', models.ForeignKey(help_text="null: found from the players' free hours", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='leagues.fixture')),
            ],
            options={
                'verbose_name': 'proposal',
                'ordering': ['starts_at'],
            },
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('can', models.CharField(choices=[('yes', 'can'), ('maybe', 'if necessary'), ('no', 'cannot')], max_length=5)),
                ('chair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='leagues.chair')),
                ('proposal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='leagues.proposal')),
            ],
            options={
                'verbose_name': 'answer',
            },
        ),
        migrations.CreateModel(
            name='Reminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('due_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to='leagues.fixture')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reminder',
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('closed', 'closed')], default='draft', max_length=10)),
                ('seed', models.CharField(max_length=80)),
                ('report', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, help_text='its explanation')),
                ('opens_at', models.DateTimeField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='leagues.division')),
            ],
            options={
                'verbose_name': 'round',
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='fixture',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='leagues.round'),
        ),
        migrations.CreateModel(
            name='Bye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.FloatField(blank=True, help_text='null: the usual points of a bye', null=True)),
                ('was_asked', models.BooleanField(db_default=False, default=False, help_text='whether the player asked to sit out')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='leagues.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='leagues.round')),
            ],
            options={
                'verbose_name': 'bye',
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('points', 'points deducted')], max_length=8)),
                ('points', models.FloatField(default=0, help_text="added to the player's; usually negative")),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('reason', models.CharField(max_length=500)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sanctions', to='leagues.entry')),
            ],
            options={
                'verbose_name': 'sanction',
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('status', models.CharField(choices=[('draft', 'in preparation'), ('registration', 'registration'), ('running', 'running'), ('closed', 'closed'), ('cancelled', 'cancelled')], default='draft', max_length=12)),
                ('scoring', models.JSONField(default=dict, help_text='standings.contest.Scoring, once running')),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('breaks', models.JSONField(default=list, help_text='first and last days of future holidays')),
                ('seed', models.CharField(blank=True, max_length=32)),
                ('opened_at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('format', models.CharField(choices=[('round_robin', 'Round robin: everybody plays everybody'), ('double_round_robin', 'Double round robin'), ('swiss', 'Swiss: opponents with similar scores'), ('tables', 'Table nights: as few repeat opponents as possible'), ('swiss_tables', 'Swiss table nights: tables with similar scores'), ('knockout', 'Knock-out: the best advance until one is left')], max_length=20, verbose_name='format')),
                ('rounds_planned', models.PositiveSmallIntegerField(default=0, help_text='0: as many as the format needs.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(60)], verbose_name='rounds')),
                ('games_per_fixture', models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='games per fixture')),
                ('table_size', models.PositiveSmallIntegerField(default=7, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(10)], verbose_name='players per table')),
                ('nights_counted', models.PositiveSmallIntegerField(blank=True, help_text="How many of each player's table nights count. Leave empty to count all of them.", null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(60)], verbose_name='best nights counted')),
                ('goes_on', models.PositiveSmallIntegerField(blank=True, default=3, help_text='In a knock-out.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(4)], verbose_name='advance from each table')),
                ('has_third_place', models.BooleanField(default=False, help_text='In a knock-out.', verbose_name='match for third place')),
                ('finalists', models.PositiveSmallIntegerField(choices=[(0, 'none'), (2, '2'), (4, '4'), (8, '8'), (16, '16')], default=0, help_text='How many players from each division go on to a knock-out.', verbose_name='finals after the last round')),
                ('team_counts', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)], verbose_name='players counted per team')),
                ('registration_closes_at', models.DateTimeField(blank=True, help_text='Leave empty to close it when the season begins.', null=True, verbose_name='registration closes')),
                ('starts_at', models.DateTimeField(blank=True, null=True, verbose_name='first round')),
                ('round_days', models.PositiveSmallIntegerField(default=7, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)], verbose_name='days per round')),
                ('deadline', models.TimeField(blank=True, default=datetime.time(22, 0), help_text="In the league's time zone.", verbose_name='rounds end at')),
                ('capacity', models.PositiveSmallIntegerField(blank=True, help_text='More players go to a waiting list.', null=True, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1000)], verbose_name='player limit')),
                ('asks_attendance', models.BooleanField(default=False, help_text="Otherwise, everybody who doesn't decline is drawn.", verbose_name='ask about attendance before each round')),
                ('half_byes', models.PositiveSmallIntegerField(blank=True, default=1, help_text='How many rounds a player may sit out for half a point.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(10)], verbose_name='half-point byes per player')),
                ('needs_approval', models.BooleanField(default=False, help_text='Players request a place; your console lists the requests.', verbose_name='organisers accept each player')),
                ('questions', models.JSONField(blank=True, default=list, help_text='One per line, three at most; only organisers read the answers. For multiple choice, end with a colon and the choices separated by commas.', verbose_name='questions for entrants')),
                ('pace', models.CharField(choices=[('untimed', 'Untimed'), ('relaxed', 'Relaxed: two minutes per move'), ('brisk', 'Brisk: 45 seconds per move'), ('daily', 'Correspondence: one day per move, e-mail reminders')], default='relaxed', max_length=8, verbose_name='pace')),
                ('grace_minutes', models.PositiveSmallIntegerField(default=15, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1440)], verbose_name='forfeit after (minutes late)')),
                ('allows_spectators', models.BooleanField(default=True, verbose_name='spectators allowed')),
                ('is_rated', models.BooleanField(default=True, verbose_name='has its own rating')),
                ('finals_of', models.ForeignKey(blank=True, help_text='the season whose best players play here, seeded by rank', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='finals', to='leagues.season')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='leagues.league')),
            ],
            options={
                'verbose_name': 'season',
                'ordering': ['-number'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('announced', 'announcement'), ('accepted', 'accepted'), ('declined', 'rejected'), ('placed', 'moved up from the waiting list'), ('left_out', 'began without them'), ('refused', 'a webhook is refused'), ('paused', 'the season is paused'), ('again', 'asked whether they play again'), ('asked', 'asked whether they play the next round'), ('note', 'a note to one player')], max_length=12)),
                ('text', models.CharField(blank=True, help_text='the reason, or a note', max_length=500)),
                ('round_number', models.PositiveSmallIntegerField(help_text='the round it asks about', null=True)),
                ('due_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('announcement', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='leagues.announcement')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='leagues.season')),
            ],
            options={
                'verbose_name': 'notice',
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('role', models.CharField(choices=[('owner', 'owner'), ('arbiter', 'arbiter'), ('scheduler', 'scheduler'), ('member', 'member')], default='member', max_length=10)),
                ('note', models.CharField(blank=True, max_length=80)),
                ('uses_left', models.PositiveSmallIntegerField(default=1)),
                ('rating', models.FloatField(null=True)),
                ('address', models.EmailField(blank=True, help_text='until the invitation is sent', max_length=254, verbose_name='E-mail address')),
                ('expires_at', models.DateTimeField()),
                ('division', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='leagues.division')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='leagues.league')),
                ('season', models.ForeignKey(help_text='the season that its holder also enters', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='leagues.season')),
            ],
            options={
                'verbose_name': 'invitation',
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='division',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='leagues.season'),
        ),
        migrations.CreateModel(
            name='Audit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verb', models.CharField(max_length=32)),
                ('about', models.CharField(blank=True, help_text='the name of the subject', max_length=120)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('changes', models.JSONField(default=list, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='undone_by', to='leagues.audit')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audits', to='leagues.league')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='audits', to='leagues.season')),
            ],
            options={
                'verbose_name': 'audit',
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='invitation',
            name='act',
            field=models.ForeignKey(help_text='the import that made it; if undone, the link is invalid', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='leagues.audit'),
        ),
        migrations.AddField(
            model_name='announcement',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='leagues.season'),
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='leagues.season')),
            ],
            options={
                'verbose_name': 'team',
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='leagues.team'),
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.URLField(max_length=300, verbose_name='address')),
                ('secret', models.CharField(default=games.leagues.models.webhooks.new_secret, max_length=40)),
                ('is_active', models.BooleanField(default=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('refused', models.PositiveSmallIntegerField(help_text='the last refusal, if nothing was accepted since', null=True)),
                ('failures', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='in a row')),
                ('held_until', models.DateTimeField(help_text='until then only tests are sent', null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='leagues.league')),
            ],
            options={
                'verbose_name': 'webhook',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(max_length=32)),
                ('payload', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('due_at', models.DateTimeField(help_text='null: nothing more is due', null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('status_code', models.PositiveSmallIntegerField(null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('delivered_at', models.DateTimeField(null=True)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='leagues.webhook')),
            ],
            options={
                'verbose_name': 'delivery',
                'ordering': ['-made_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('comes', models.BooleanField()),
                ('wants_half_point', models.BooleanField(default=False)),
                ('checked_in_at', models.DateTimeField(blank=True, help_text='at the door', null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='leagues.entry')),
            ],
            options={
                'verbose_name': 'attendance',
                'constraints': [models.UniqueConstraint(fields=('entry', 'round_number'), name='one_word_a_round')],
            },
        ),
        migrations.AddConstraint(
            model_name='chair',
            constraint=models.UniqueConstraint(fields=('fixture', 'entry'), name='one_chair_an_entry'),
        ),
        migrations.AddConstraint(
            model_name='chair',
            constraint=models.UniqueConstraint(fields=('fixture', 'seat'), name='one_chair_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='fixturematch',
            constraint=models.UniqueConstraint(fields=('fixture', 'ordinal'), name='one_game_an_ordinal'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('league', 'user'), name='one_membership_a_user'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.UniqueConstraint(fields=('fixture', 'starts_at'), name='one_proposal_a_time'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.UniqueConstraint(fields=('proposal', 'chair'), name='one_answer_a_chair'),
        ),
        migrations.AddIndex(
            model_name='reminder',
            index=models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['due_at'], name='reminder_due'),
        ),
        migrations.AddConstraint(
            model_name='reminder',
            constraint=models.UniqueConstraint(fields=('user', 'fixture', 'kind'), name='one_reminder_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='one_round_a_number'),
        ),
        migrations.AddIndex(
            model_name='fixture',
            index=models.Index(fields=['status', 'starts_at'], name='fixture_due'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='one_fixture_a_number'),
        ),
        migrations.AddConstraint(
            model_name='bye',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='one_bye_a_round'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'number'), name='one_season_a_number'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['due_at'], name='notice_due'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'tier'), name='one_division_a_tier'),
        ),
        migrations.AddIndex(
            model_name='audit',
            index=models.Index(fields=['league', '-at', '-id'], name='audit_league'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('season', 'name'), name='one_team_a_name'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('season', 'user'), name='one_entry_a_user'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='delivery_due'),
        ),
    ]
