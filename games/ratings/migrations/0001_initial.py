# The tables of the first release, 1.0.0.

import django.db.models.deletion
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
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('game', models.CharField(max_length=32)),
                ('state', models.CharField(choices=[('current', 'current'), ('draft', 'being rebuilt'), ('retired', 'replaced')], default='current', max_length=8)),
                ('title', models.CharField(blank=True, max_length=120)),
                ('is_public', models.BooleanField(default=False, help_text='everybody may see it among the leaderboards')),
            ],
            options={
                'verbose_name': 'pool',
                'verbose_name_plural': 'pools',
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'retired'), _negated=True), fields=('key', 'game', 'state'), name='one_pool_a_key')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(blank=True, max_length=16)),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('at_least', models.FloatField(help_text='the lower end of the 95 % band: what ranks go by')),
                ('played', models.PositiveIntegerField(default=0)),
                ('last_at', models.DateTimeField(help_text='when the last match ended', null=True)),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='ratings.pool')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.FloatField()),
                ('after', models.FloatField()),
                ('deviation_before', models.FloatField(help_text='with the time since the last match')),
                ('deviation_after', models.FloatField()),
                ('expected', models.FloatField(help_text='the score that the own side was expected to make')),
                ('score', models.FloatField(help_text='1 for a win, 0.5 for a draw, 0')),
                ('at', models.DateTimeField(help_text='when the match ended')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('rating', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.rating')),
            ],
            options={
                'verbose_name': 'rating change',
                'verbose_name_plural': 'rating changes',
            },
        ),
        migrations.CreateModel(
            name='Rated',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rated', to='ratings.pool')),
            ],
            options={
                'verbose_name': 'rated match',
                'verbose_name_plural': 'rated matches',
                'constraints': [models.UniqueConstraint(fields=('pool', 'match'), name='a_match_is_rated_once')],
            },
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['pool', 'side', '-at_least', 'id'], name='rating_ranked'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('pool', 'user', 'side'), name='one_rating_a_side'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['rating', 'at', 'id'], name='rating_history'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('rating', 'match'), name='one_change_a_match'),
        ),
    ]
