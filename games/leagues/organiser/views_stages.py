"""Owners' pages for a season's stages: open registration, begin, cancel, close."""

from functools import partial
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.required import required
from games.leagues import errors
from games.leagues.confirmation import Confirmation, step
from games.leagues.context import LeagueContext
from games.leagues.fixtures import disputes
from games.leagues.models import Entry, Round, Season
from games.leagues.organiser.forms import NoteForm, ReasonForm
from games.leagues.organiser.views import console_of
from games.leagues.public.standings_table import division_name
from games.leagues.seasons import draws, seeding
from games.leagues.seasons import services as seasons
from games.leagues.templatetags.scheduling_marks import moment


@step("run")
def open_registration(context: LeagueContext, season: Season) -> Confirmation:
    """Let members enter."""
    effects = [_("Everybody sees the season, and members can enter it.")]
    if season.capacity:
        text = ngettext(
            "After %(count)d player there is a waiting list.",
            "After %(count)d players there is a waiting list.",
            season.capacity,
        )
        effects.append(text % {"count": season.capacity})
    if not season.registration_closes_at:
        effects.append(_("It stays open until you begin the season: no deadline is set."))
    return Confirmation(
        title=_("Open registration"),
        button=_("Open registration"),
        effects=effects,
        execute=partial(seasons.open_registration, season, context.actor),
        success_message=_("Registration is open."),
        refusals={errors.WrongStage: _("Registration has already been opened.")},
    )


@step("run")
def begin(context: LeagueContext, season: Season) -> Confirmation:
    """Begin a season: close registration, assign players to divisions, and draw."""
    playing = list(season.entries.filter(status=Entry.Status.CONFIRMED).select_related("user"))
    divisions = list(season.divisions.all())
    groups = [
        {"name": division_name(division), "entries": entries}
        for division, entries in zip(divisions, seeding.seed(season, playing), strict=True)
    ]
    return Confirmation(
        title=_("Begin %(season)s") % {"season": season.name},
        button=_("Begin the season"),
        effects=_beginning(season, playing, groups),
        execute=partial(seasons.begin, season, context.actor),
        success_message=_("The season has begun."),
        template="leagues/organiser/begin.html",
        refusals={
            errors.WrongStage: _("The season has begun already."),
            errors.TooFewEntries: _("There are too few players for a table in each division."),
        },
        extra={"seeded": groups},
    )


def _beginning(season: Season, playing: list[Entry], groups: list[Any]) -> list[str]:
    """Return the effects of beginning a season, as sentences."""
    largest = max((len(one["entries"]) for one in groups), default=0)
    rounds = draws.rounds_needed(season, largest)
    count = len(playing)
    sentences = [
        ngettext("%(count)d player takes part.", "%(count)d players take part.", count)
        % {"count": count},
        _("From then on the format, rounds, games and scoring are fixed."),
    ]
    waiting = season.entries.filter(status=Entry.Status.WAITING).count()
    if waiting:
        text = ngettext(
            "%(count)d player on the waiting list is left out.",
            "%(count)d players on the waiting list are left out.",
            waiting,
        )
        sentences.append(text % {"count": waiting})
    applicants = season.entries.filter(status=Entry.Status.APPLIED).count()
    if applicants:
        text = ngettext(
            "%(count)d request for a place is unanswered and is left out.",
            "%(count)d requests for a place are unanswered and are left out.",
            applicants,
        )
        sentences.append(text % {"count": applicants})
    if season.draws_all_at_once:
        sentences.append(_("All rounds are drawn in advance, as drafts that only organisers see."))
    else:
        text = ngettext(
            "There is %(count)d round.",
            "There are %(count)d rounds, drawn one after the other.",
            rounds,
        )
        sentences.append(text % {"count": rounds})
    return sentences


@step("run")
def cancel(context: LeagueContext, season: Season) -> Confirmation:
    """Cancel a season."""
    return Confirmation(
        title=_("Cancel %(season)s") % {"season": season.name},
        button=_("Cancel the season"),
        is_grave=True,
        form=ReasonForm,
        effects=[
            _("No more fixtures are played, and there are no final standings."),
            _(
                "Tables where nobody is playing yet are closed. Running matches continue to the"
                " end."
            ),
            _("Past matches stay viewable."),
        ],
        execute=partial(seasons.cancel, season, context.actor),
        success_message=_("The season is cancelled."),
        goes=console_of(context),
        refusals={errors.WrongStage: _("The season is over already.")},
    )


def _unplayed_sentences(season: Season) -> list[str]:
    """Return a list with a sentence on unplayed rounds; empty if all planned rounds were played."""
    public = Round.objects.filter(division__season=season).exclude(status=Round.Status.DRAFT)
    last = public.aggregate(last=Max("number"))["last"] or 0
    if not season.is_running or last >= season.rounds_planned:
        return []
    text = ngettext(
        "Only %(played)d of %(planned)d round was published.",
        "Only %(played)d of %(planned)d rounds were published.",
        season.rounds_planned,
    )
    return [text % {"played": last, "planned": season.rounds_planned}]


def dispute_sentences(season: Season) -> list[str]:
    """Return a list with a sentence on results that can still be disputed; empty without any."""
    results = list(disputes.disputable(season))
    if not season.is_running or not results:
        return []
    text = ngettext(
        "%(count)d result can still be disputed until %(until)s. Once the season is closed it "
        "is final.",
        "%(count)d results can still be disputed until %(until)s. Once the season is closed "
        "they are final.",
        len(results),
    )
    until = required(results[0].finished_at) + disputes.WINDOW
    return [text % {"count": len(results), "until": moment(until)}]


@step("run")
def close(context: LeagueContext, season: Season) -> Confirmation:
    """Make the standings final."""
    open_ones = len(seasons.outstanding(season)) if season.is_running else 0
    effects = [
        _("The standings become final and no longer change."),
        _("Promotions and relegations are recorded for the next season."),
        _("Drafts that were never published are not played."),
    ]
    effects[:0] = [*dispute_sentences(season), *_unplayed_sentences(season)]
    if open_ones:
        text = ngettext(
            "%(count)d fixture has no result yet: it has to be played or decided first.",
            "%(count)d fixtures have no result yet: they have to be played or decided first.",
            open_ones,
        )
        effects.insert(0, text % {"count": open_ones})
    return Confirmation(
        title=_("Close %(season)s") % {"season": season.name},
        button=_("Close the season"),
        is_grave=True,
        form=NoteForm,
        effects=effects,
        execute=partial(seasons.close_season, season, context.actor),
        success_message=_("The season is closed; the standings are final."),
        goes=season.get_absolute_url(),
        refusals={
            errors.WrongStage: _("Only a running season can be closed."),
            errors.DisputeOpen: _(
                "There is an open dispute. Decide it first. Nothing was changed."
            ),
            errors.RoundStillOpen: _("Some fixtures have no result yet. Nothing was changed."),
        },
    )
