"""Additions of apps to each other's pages, jobs and exports: tuples, and two functions.

The app that uses one imports none of the apps named here; it reads the tuple by the dotted name
in the settings. So additions to a page or a job are made in this file.
"""

from functools import partial

from django.utils.translation import gettext_lazy as _

from accounts.privacy import Keeper
from accounts.profile_sections import LobbySection, Section
from games.api import errors as api_errors
from games.api import privacy as api_privacy
from games.api.models import Scope
from games.api.operations import Operation
from games.chat import panel, reports
from games.chat import privacy as chat_privacy
from games.circles import home as circles_home
from games.circles import privacy as circles_privacy
from games.conduct import decisions, deeds
from games.conduct import emails as conduct_emails
from games.conduct import privacy as conduct_privacy
from games.gathering import house_hour
from games.gathering import lobby as gathering_lobby
from games.gathering import opening as appointment_tables
from games.gathering import privacy as gathering_privacy
from games.gathering import proposals as time_proposals
from games.gathering import queue as table_queue
from games.history import profile as history_profile
from games.history.filters import Filter
from games.history.insight.calibration import people_model
from games.history.records import views as records
from games.history.replay import comments
from games.leagues import privacy as leagues_privacy
from games.leagues.fixtures import (
    absences,
    fixtures,
    opening,
    reminders,
    results,
    warnings,
)
from games.leagues.public import api as leagues_api
from games.leagues.public import profile as leagues_profile
from games.leagues.public import queries
from games.leagues.scheduling import proposals
from games.leagues.seasons import announcements, asking, importing, standings_input
from games.leagues.webhooks import queue
from games.matches import privacy as matches_privacy
from games.matches.drawing.panels import Panel
from games.matches.lobby import bots_after
from games.matches.mail import password_resets, turn_emails
from games.matches.play import outbox
from games.matches.play.periodic_jobs import EVERY, SOON, Job
from games.push import calls, sending
from games.push import devices as push_devices
from games.push import privacy as push_privacy
from games.ratings import privacy as ratings_privacy
from games.ratings import profile as ratings_profile
from games.ratings import services as ratings
from installation import pruning

#: The apps with personal data: exported on request, erased with the account, in this order.
PERSONAL_DATA = (
    # In the order of locks: circles before appointments and matches, fixtures before matches.
    Keeper(circles_privacy.export, circles_privacy.erase),
    Keeper(leagues_privacy.export, leagues_privacy.erase),
    Keeper(gathering_privacy.export, gathering_privacy.erase),
    Keeper(matches_privacy.export, matches_privacy.erase),
    Keeper(chat_privacy.export, chat_privacy.erase),
    Keeper(conduct_privacy.export, conduct_privacy.erase),
    Keeper(comments.export, comments.erase),
    Keeper(api_privacy.export, api_privacy.erase),
    Keeper(ratings_privacy.export, ratings_privacy.erase),
    Keeper(push_privacy.export, push_privacy.erase),
)

#: Sections of a person's page, from top to bottom.
PROFILE_SECTIONS = (
    Section("ratings/_profile_ratings.html", ratings_profile.ratings_of),
    Section("leagues/public/_profile.html", leagues_profile.leagues_of),
    Section("history/_profile_matches.html", history_profile.matches_of),
    Section("history/_profile_numbers.html", history_profile.numbers_of),
)

#: Sections of the front page for logged-in users, above its games.
HOME_SECTIONS = (
    Section("circles/_home.html", circles_home.circles_of),
    Section("conduct/_home.html", decisions.unread_of),
    Section("leagues/public/_home.html", leagues_profile.next_fixtures_of),
    Section("push/_home.html", push_devices.lost_of),
)

#: Sections of the front page for everybody, next to the open tables.
LOBBY_SECTIONS = (LobbySection("gathering/_lobby.html", gathering_lobby.lobby_of),)

#: Panels on the page of a match.
PANELS = (
    Panel(
        "say",
        panel.talk_of,
        panel.say_panel,
        panel.remarks,
        readers=panel.readers,
        read_by=panel.read_by,
    ),
)

#: Messages that wait in rows: e-mails, reminders, webhooks.
OUTBOX = (
    password_resets.KIND,
    turn_emails.KIND,
    reports.KIND,
    conduct_emails.KIND,
    reminders.KIND,
    announcements.KIND,
    importing.KIND,
    queue.KIND,
    sending.KIND,
)

#: Jobs that the referee runs every few seconds. Running one twice, or in two processes together,
#: must change nothing. Bots and clocks wait for a job, so a backlog of ratings is processed in
#: parts.
PERIODIC_JOBS = (
    Job("ratings", partial(ratings.catch_up, batches=4), every=SOON),
    Job("leagues: times", fixtures.while_rounds_are_open(proposals.prepare_due)),
    Job("leagues: results", results.collect_and_go_on, every=SOON),
    Job("leagues: tables", fixtures.while_rounds_are_open(opening.open_due)),
    Job("leagues: absences", absences.settle_due, every=30),
    Job("leagues: warnings", fixtures.while_rounds_are_open(warnings.plan_due), every=30),
    Job("leagues: reminders", fixtures.while_rounds_are_open(reminders.plan_due), every=30),
    Job("leagues: questions", asking.ask_due, every=30),
    Job("tables: bots after a time", bots_after.fill_due),
    Job("appointments: hours of the house", house_hour.plan_due, every=30),
    Job("appointments: tables", appointment_tables.open_due, every=SOON),
    Job("appointments: kept seats", appointment_tables.release_due),
    Job("queue: tables", table_queue.seat_due, every=SOON),
    Job("queue: times", time_proposals.propose_due),
    Job("queue: closed pages", table_queue.close_due, every=30),
    Job("conduct: leavers", deeds.report_leavers, every=3600),
    Job("push: calls", calls.plan_due, every=SOON),
    *(
        Job(
            f"outbox: {kind.name}",
            partial(outbox.deliver, kind),
            every=SOON if kind in (sending.KIND, password_resets.KIND) else EVERY,
        )
        for kind in OUTBOX
    ),
    Job("installation: pruning", pruning.prune_now_and_then),
)

#: Filters of the list of finished matches.
HISTORY_FILTERS = (Filter("league", _("League"), queries.leagues_to_filter_by, queries.matches_of),)

#: The head of a division's standings, for cards in chats.
LEAGUE_STANDINGS = standings_input.best_of

#: Data that programs may read with a token, in addition to the API's own.
API_READINGS = (
    *leagues_api.READINGS,
    Operation(
        "listRecords",
        "GET",
        "/records",
        _("Records of finished matches that you can see, newest first."),
        records.RecordPage,
        refuses=(api_errors.NoSuchAddress,),
        scope=Scope.READ_RECORDS,
        query=(("before", _("the `next` value of the previous page")), ("game", _("a game's key"))),
        read=records.read,
    ),
)

#: The model of people by game, fitted by history and used by notebooks.
PEOPLE_MODEL = people_model
