"""URLs of organisers' steps."""

from django.urls import path

from games.leagues.organiser import (
    views,
    views_conduct,
    views_deadlines,
    views_fixtures,
    views_importing,
    views_people,
    views_players,
    views_publishing,
    views_rounds,
    views_season,
    views_stages,
    views_webhooks,
)

LEAGUE = "<slug:slug>/"
RUN = LEAGUE + "run/"
SEASON = LEAGUE + "<int:number>/"
RUN_SEASON = SEASON + "run/"
ROUND = RUN_SEASON + "rounds/<int:key>/"
DIVISION = RUN_SEASON + "divisions/<int:tier>/"
PLAYERS = RUN_SEASON + "players/"
PLAYER = PLAYERS + "<int:key>/"
FIXTURE = SEASON + "fixtures/<int:key>/"

WEBHOOK = "<slug:slug>/webhooks/<int:key>/"

urlpatterns = [
    path(LEAGUE + "undo/<int:key>/", views.undo, name="undo"),
    path(RUN, views.console, name="run"),
    path(RUN + "edit/", views.edit, name="run-edit"),
    path(RUN + "members/", views.people, name="run-people"),
    path(RUN + "members/<int:key>/role/", views.role, name="run-role"),
    path(RUN + "members/<int:key>/ban/", views.ban, name="run-ban"),
    path(RUN + "members/<int:key>/readmit/", views.readmit, name="run-readmit"),
    path(RUN + "conduct/", views_conduct.conduct_page, name="run-conduct"),
    path(RUN + "conduct/<int:key>/", views_conduct.report, name="run-report"),
    path(RUN + "conduct/appeals/<int:key>/", views_conduct.appeal, name="run-appeal"),
    path(RUN + "invitations/", views.invitations, name="run-invitations"),
    path(RUN + "invitations/<int:key>/revoke/", views.revoke, name="run-revoke"),
    path(RUN + "code/", views.renew_code, name="run-code"),
    path(RUN + "archive/", views.archive, name="run-archive"),
    path(RUN + "new-season/", views_season.new, name="run-new-season"),
    path(RUN_SEASON, views_season.console, name="run-season"),
    path(RUN_SEASON + "edit/", views_season.edit, name="run-season-edit"),
    path(RUN_SEASON + "divisions/", views_season.arrange, name="run-divisions"),
    path(RUN_SEASON + "open/", views_stages.open_registration, name="run-open"),
    path(RUN_SEASON + "begin/", views_stages.begin, name="run-begin"),
    path(RUN_SEASON + "pause/", views_deadlines.pause, name="run-pause"),
    path(RUN_SEASON + "resume/", views_deadlines.resume, name="run-resume"),
    path(RUN_SEASON + "cancel/", views_stages.cancel, name="run-cancel"),
    path(RUN_SEASON + "close/", views_stages.close, name="run-close"),
    path(RUN_SEASON + "announce/", views_season.announce, name="run-announce"),
    path(PLAYERS, views_players.players, name="run-players"),
    path(RUN_SEASON + "teams/", views_people.arrange_teams, name="run-teams"),
    path(PLAYERS + "import/", views_importing.read, name="run-import"),
    path(PLAYERS + "import/<str:key>/", views_importing.check, name="run-imported"),
    path(PLAYERS + "enter/", views_people.enter, name="run-enter"),
    path(PLAYERS + "note/", views_players.write_to_several, name="run-write-several"),
    path(PLAYERS + "accept/", views_players.accept_several, name="run-accept-several"),
    path(PLAYERS + "place/", views_players.place_several, name="run-place-several"),
    path(PLAYERS + "turn-away/", views_players.reject_several, name="run-reject-several"),
    path(PLAYER, views_people.player, name="run-player"),
    path(PLAYER + "note/", views_people.note, name="run-note"),
    path(PLAYER + "accept/", views_people.accept, name="run-accept"),
    path(PLAYER + "turn-away/", views_people.turn_away, name="run-turn-away"),
    path(PLAYER + "place/", views_people.place, name="run-place"),
    path(PLAYER + "withdraw/", views_people.withdraw, name="run-withdraw"),
    path(PLAYER + "disqualify/", views_people.disqualify, name="run-disqualify"),
    path(PLAYER + "replace/", views_people.replace, name="run-replace"),
    path(PLAYER + "sanction/", views_people.sanction, name="run-sanction"),
    path(RUN_SEASON + "again/", views_season.again, name="run-again"),
    path(RUN_SEASON + "finals/", views_season.finals, name="run-finals"),
    path(RUN_SEASON + "draft/", views_rounds.draft_everywhere, name="run-draft-all"),
    path(
        RUN_SEASON + "publish/", views_publishing.publish_everywhere, name="run-publish-everywhere"
    ),
    path(RUN_SEASON + "remind/", views_season.remind, name="run-remind"),
    path(DIVISION + "presence/", views_people.presence, name="run-presence"),
    path(DIVISION + "make/", views_rounds.make, name="run-make"),
    path(DIVISION + "draft/", views_rounds.draft, name="run-draft"),
    path(ROUND, views_rounds.look, name="run-round"),
    path(ROUND + "discard/", views_rounds.discard, name="run-discard"),
    path(ROUND + "publish/", views_publishing.publish, name="run-publish"),
    path(ROUND + "deadline/", views_deadlines.of_round, name="run-round-deadline"),
    path(ROUND + "swap/<int:one>/<int:other>/", views_rounds.swap, name="run-swap"),
    path(RUN_SEASON + "disputes/", views_fixtures.dispute_list, name="run-disputes"),
    path(RUN_SEASON + "disputes/<int:key>/", views_fixtures.decide, name="run-decide"),
    path(FIXTURE + "run/forfeit/", views_fixtures.forfeit, name="run-forfeit"),
    path(FIXTURE + "run/deadline/", views_deadlines.of_fixture, name="run-deadline"),
    path(FIXTURE + "run/reopen/", views_fixtures.reopen, name="run-reopen"),
    path(FIXTURE + "run/void/", views_fixtures.void, name="run-void"),
    path(FIXTURE + "run/substitute/", views_fixtures.substitute, name="run-substitute"),
    path(FIXTURE + "run/correct/<int:game>/", views_fixtures.correct, name="run-correct"),
    path(FIXTURE + "run/annul/<int:game>/", views_fixtures.annul, name="run-annul"),
    path("<slug:slug>/webhooks/", views_webhooks.page, name="webhooks"),
    path(WEBHOOK + "test/", views_webhooks.send_test, name="webhook-test"),
    path(WEBHOOK + "rotate/", views_webhooks.rotate, name="webhook-rotate"),
    path(WEBHOOK + "remove/", views_webhooks.remove, name="webhook-remove"),
]
