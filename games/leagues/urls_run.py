"""Addresses of what organisers do, and of what people do themselves in leagues."""

from django.urls import path

from games.leagues import (
    views_found,
    views_membership,
    views_run,
    views_run_fixtures,
    views_run_people,
    views_run_rounds,
    views_run_season,
    views_run_stages,
)

LEAGUE = "<slug:slug>/"
RUN = LEAGUE + "run/"
SEASON = LEAGUE + "<int:number>/"
RUN_SEASON = SEASON + "run/"
ROUND = RUN_SEASON + "rounds/<int:key>/"
DIVISION = RUN_SEASON + "divisions/<int:tier>/"
PLAYER = RUN_SEASON + "players/<int:key>/"
FIXTURE = SEASON + "fixtures/<int:key>/"

urlpatterns = [
    path("new/", views_found.found, name="found"),
    path("invitation/", views_membership.invited, name="invited"),
    path("invitation/<str:token>/", views_membership.follow, name="invitation"),
    path(LEAGUE + "join/", views_membership.join, name="join"),
    path(LEAGUE + "leave/", views_membership.leave, name="leave"),
    path(LEAGUE + "undo/<int:key>/", views_run.undo, name="undo"),
    path(RUN, views_run.console, name="run"),
    path(RUN + "edit/", views_run.edit, name="run-edit"),
    path(RUN + "members/", views_run.people, name="run-people"),
    path(RUN + "members/<int:key>/role/", views_run.role, name="run-role"),
    path(RUN + "members/<int:key>/ban/", views_run.ban, name="run-ban"),
    path(RUN + "members/<int:key>/readmit/", views_run.readmit, name="run-readmit"),
    path(RUN + "invitations/", views_run.invitations, name="run-invitations"),
    path(RUN + "invitations/<int:key>/revoke/", views_run.revoke, name="run-revoke"),
    path(RUN + "code/", views_run.renew_code, name="run-code"),
    path(RUN + "archive/", views_run.archive, name="run-archive"),
    path(RUN + "new-season/", views_run_season.new, name="run-new-season"),
    path(RUN + "hints/", views_run_season.hints, name="run-hints"),
    path(SEASON + "register/", views_membership.register, name="register"),
    path(SEASON + "unregister/", views_membership.unregister, name="unregister"),
    path(SEASON + "withdraw/", views_membership.withdraw, name="withdraw"),
    path(RUN_SEASON, views_run_season.console, name="run-season"),
    path(RUN_SEASON + "edit/", views_run_season.edit, name="run-season-edit"),
    path(RUN_SEASON + "divisions/", views_run_season.arrange, name="run-divisions"),
    path(RUN_SEASON + "open/", views_run_stages.open_registration, name="run-open"),
    path(RUN_SEASON + "begin/", views_run_stages.begin, name="run-begin"),
    path(RUN_SEASON + "cancel/", views_run_stages.cancel, name="run-cancel"),
    path(RUN_SEASON + "close/", views_run_stages.close, name="run-close"),
    path(RUN_SEASON + "players/", views_run_people.players, name="run-players"),
    path(RUN_SEASON + "players/enter/", views_run_people.enter, name="run-enter"),
    path(RUN_SEASON + "players/late/", views_run_people.join_late, name="run-late"),
    path(PLAYER, views_run_people.player, name="run-player"),
    path(PLAYER + "turn-away/", views_run_people.turn_away, name="run-turn-away"),
    path(PLAYER + "place/", views_run_people.place, name="run-place"),
    path(PLAYER + "withdraw/", views_run_people.withdraw, name="run-withdraw"),
    path(PLAYER + "disqualify/", views_run_people.disqualify, name="run-disqualify"),
    path(PLAYER + "sanction/", views_run_people.sanction, name="run-sanction"),
    path(DIVISION + "draft/", views_run_rounds.draft, name="run-draft"),
    path(DIVISION + "publish/", views_run_rounds.publish_all, name="run-publish-all"),
    path(ROUND, views_run_rounds.look, name="run-round"),
    path(ROUND + "discard/", views_run_rounds.discard, name="run-discard"),
    path(ROUND + "publish/", views_run_rounds.publish, name="run-publish"),
    path(ROUND + "swap/", views_run_rounds.swap, name="run-swap"),
    path(RUN_SEASON + "disputes/", views_run_fixtures.disputes, name="run-disputes"),
    path(RUN_SEASON + "disputes/<int:key>/", views_run_fixtures.decide, name="run-decide"),
    path(FIXTURE + "dispute/", views_membership.dispute, name="dispute"),
    path(FIXTURE + "run/", views_run_fixtures.look, name="run-fixture"),
    path(FIXTURE + "run/forfeit/", views_run_fixtures.forfeit, name="run-forfeit"),
    path(FIXTURE + "run/void/", views_run_fixtures.void, name="run-void"),
    path(FIXTURE + "run/substitute/", views_run_fixtures.substitute, name="run-substitute"),
    path(FIXTURE + "run/correct/<int:game>/", views_run_fixtures.correct, name="run-correct"),
    path(FIXTURE + "run/annul/<int:game>/", views_run_fixtures.annul, name="run-annul"),
]
