# The tables of the first release, 1.0.0.

import accounts.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='PasswordReset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('language', models.CharField(max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('display_name', models.CharField(blank=True, max_length=24, verbose_name='name at the table')),
                ('name_key', models.CharField(editable=False, help_text='the comparable form of the name, unique among accounts; null for guests', max_length=200, null=True, unique=True)),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('language', models.CharField(blank=True, max_length=8, verbose_name='language')),
                ('about', models.TextField(blank=True, max_length=500, verbose_name='about you')),
                ('history_audience', models.CharField(choices=[('everyone', 'Everyone'), ('self', 'Only me')], default='everyone', max_length=8, verbose_name='who can see your matches')),
                ('wants_turn_mail', models.BooleanField(default=True, verbose_name='e-mail when it is your move in a correspondence match')),
                ('shows_presence', models.BooleanField(db_default=True, default=True, verbose_name='count me among the people online')),
                ('letter_way', models.CharField(blank=True, choices=[('', 'As set on each device'), ('hold', 'Only while I hold them down'), ('tap', 'When I tap them; they close again after 20 seconds'), ('open', "They stay open: I'm alone"), ('heard', 'I use a screen reader: read aloud, covered on the screen')], db_default='', default='', max_length=8, verbose_name='how your secret cards are shown')),
                ('chosen_portrait', models.CharField(blank=True, db_default='', default='', help_text='the code of a face; if empty, the face follows from the public id', max_length=16)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
            },
            managers=[
                ('objects', accounts.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'constraints': [models.UniqueConstraint(fields=('by', 'user'), name='one_block_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='ConductDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('word', 'a warning'), ('mute', 'no chat'), ('casual', 'no rated tables'), ('private', 'no public tables'), ('out', 'no matches')], max_length=8)),
                ('scope', models.CharField(blank=True, help_text='URL of the deciding league; empty: the site', max_length=100)),
                ('scope_name', models.CharField(blank=True, help_text="the league's name then", max_length=60)),
                ('reason', models.CharField(help_text='shown to the person', max_length=500)),
                ('until', models.DateTimeField(help_text='the end of a restriction; null: a warning', null=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('is_read', models.BooleanField(default=False, help_text='the person has seen its latest state')),
                ('letter_due_at', models.DateTimeField(help_text='when to e-mail the person', null=True)),
                ('letter_attempts', models.PositiveSmallIntegerField(default=0)),
                ('appeal', models.CharField(blank=True, help_text="the person's objections", max_length=500)),
                ('appealed_at', models.DateTimeField(null=True)),
                ('verdict', models.CharField(blank=True, choices=[('', 'not decided yet'), ('upheld', 'the decision stands'), ('lifted', 'the decision is lifted')], max_length=8)),
                ('answer', models.CharField(blank=True, help_text='the answer to the appeal', max_length=500)),
                ('heard_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('heard_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conduct_decisions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'conduct decision',
                'verbose_name_plural': 'conduct decisions',
            },
        ),
    ]
