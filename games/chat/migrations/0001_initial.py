# The tables of the first release, 1.0.0.

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('room', models.CharField(choices=[('table', 'Table'), ('dead', 'The dead'), ('gallery', 'Gallery')], max_length=8)),
                ('name', models.CharField(max_length=32)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('text', models.CharField(max_length=500)),
                ('phrase', models.CharField(blank=True, db_default='', default='', max_length=20)),
                ('number', models.IntegerField(db_default=-1, default=-1)),
                ('said_at', models.DateTimeField(auto_now_add=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='matches.match')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('message', 'a message'), ('deed', 'behaviour at the table'), ('person', 'a name, a picture or a profile')], db_default='message', default='message', max_length=8)),
                ('name', models.CharField(blank=True, db_default='', help_text='what the person was called there', max_length=32)),
                ('text', models.CharField(help_text='the message, or what was reported', max_length=500)),
                ('words', models.CharField(blank=True, db_default='', help_text='what the reporter says of it', max_length=500)),
                ('number', models.PositiveIntegerField(help_text="of the log's last entry then", null=True)),
                ('address', models.CharField(blank=True, db_default='', help_text='where it is, if at no table', max_length=200)),
                ('moment', models.TextField(blank=True, db_default='', help_text='what the reporter had just read, at that moment')),
                ('reported_at', models.DateTimeField(auto_now_add=True)),
                ('is_settled', models.BooleanField(default=False)),
                ('outcome', models.CharField(blank=True, choices=[('', 'not reviewed yet'), ('acted', 'we have taken action'), ('nothing', 'no action was needed')], db_default='', max_length=8)),
                ('answer', models.CharField(blank=True, db_default='', help_text='what the reporter is told', max_length=500)),
                ('is_read', models.BooleanField(db_default=False, help_text='the reporter has seen the outcome')),
                ('letter_due_at', models.DateTimeField(help_text='when to write the outcome to the reporter', null=True)),
                ('decision', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='report', to='accounts.conductdecision')),
                ('letter_attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='matches.match')),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='chat.message')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_by', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'mute',
                'verbose_name_plural': 'mutes',
                'constraints': [models.UniqueConstraint(fields=('by', 'user'), name='one_mute_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='Reaction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('agree', 'Agreement'), ('doubt', 'Doubt'), ('laugh', 'Laughter'), ('gasp', 'Surprise')], max_length=8)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reactions', to='chat.message')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reactions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reaction',
                'verbose_name_plural': 'reactions',
                'constraints': [models.UniqueConstraint(fields=('message', 'user'), name='one_reaction_a_person_and_message')],
            },
        ),
    ]
