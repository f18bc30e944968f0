"""The recorder: a game from a real table, entered action by action on the engine's choices."""

import html
import json
import re
from random import Random

import pytest

from games.catalog import GAMES
from games.engine import portable
from games.engine.portable import RecordError
from games.history.recorder import draft as recorder_draft
from games.matches.models import Match
from games.matches.play import records
from tests.conformance.cases import CASES
from tests.conformance.random_play import pick
from tests.history.play import finished, people

FIVE = ["Ada", "Ben", "Chiyo", "Dario", "Elif"]


def begin(client, game="secret-hitler", players=FIVE):
    return client.post(
        "/history/recorder/begin/", {"game": game, "players": "\n".join(players)}, follow=True
    )


def test_a_recorded_game_becomes_an_imported_match(over, browser_of, mallory):
    record, client = json.loads(records.record_of(over)), browser_of(mallory)
    begin(client, players=record["players"])
    setup = record["setup"]
    posted = {f"roles-{seat}": role for seat, role in enumerate(setup["roles"])}
    posted |= {
        "deck": "".join(tile[0].upper() for tile in setup["deck"]),
        "first_president": setup["first_president"],
    }
    assert client.post("/history/recorder/set-up/", posted).status_code == 302
    draft = client.session["recorder"]
    assert draft["setup"] == setup
    session = client.session
    session["recorder"] = {**draft, "shuffles": record["shuffles"]}
    session.save()
    for action in record["actions"]:
        asked = {key: value for key, value in action.items() if key not in ("seat", "at", "by")}
        answer = client.post(
            "/history/recorder/act/", {"seat": action["seat"], "whole": json.dumps(asked)}
        )
        assert answer.status_code == 302
        session = client.session
        session["recorder"] = {**session["recorder"], "shuffles": record["shuffles"]}
        session.save()
    answer = client.post("/history/recorder/keep/", follow=True)
    kept = Match.objects.get(is_imported=True)
    assert answer.redirect_chain[-1][0] == f"/match/{kept.code}/replay/"
    assert kept.reason == over.reason
    assert "recorder" not in client.session
    assert_kept_once(client, session["recorder"])


def assert_kept_once(client, draft):
    """Check that a second and a simultaneous click show the match stored by the first."""
    replay = f"/match/{Match.objects.get(is_imported=True).code}/replay/"
    assert client.post("/history/recorder/keep/").url == replay
    session = client.session
    session["recorder"] = draft
    session.save()
    assert client.post("/history/recorder/keep/").url == replay
    assert Match.objects.filter(is_imported=True).count() == 1
    begin(client)
    assert client.post("/history/recorder/discard/").url == "/history/recorder/"


#: Actions that would end a game of Noir too early for the test.
QUIT = {"resign", "offer-draw", "accept-draw", "arrest", "deduce"}


@pytest.mark.parametrize(("key", "players"), [("secret-hitler", FIVE), ("noir", FIVE[:2])])
def test_every_form_of_the_page_enters_a_legal_action(key, players):
    random, game = Random(1), GAMES[key]
    draft, entered = recorder_draft.begin(game, players), 0
    for _action in range(40):
        here = recorder_draft.position(draft)
        if game.outcome(here.state) is not None:  # a random game may end early: try another one
            draft = recorder_draft.begin(game, players)
            continue
        duties = game.to_act(here.state)
        owing = [
            ask
            for ask in recorder_draft.action_forms(here)
            if ask.seat in duties and ask.name not in QUIT
        ]
        ask = random.choice(owing)
        posted = {"seat": str(ask.seat), "name": ask.name}
        asked = recorder_draft.plain(random.choice(ask.actions))
        if ask.form == "fields":
            posted |= as_parts(asked, ask)
        else:
            posted["whole"] = json.dumps(asked)
        draft = recorder_draft.add_action(draft, recorder_draft.action_from(posted))
        assert draft["actions"][-1] == {**asked, "seat": ask.seat}
        entered += 1
    assert entered > 10


def as_parts(asked, ask):
    """Return an action as the form's select fields submit it."""
    posted = {}
    for name, values in ask.parts:
        field, _dash, place = name.partition("-")
        value = asked.get(field)
        chosen = value[int(place)] if place else value
        assert chosen in values
        posted[f"part-{name}"] = json.dumps(chosen)
    return posted


def test_a_game_played_to_its_end_in_the_recorder_is_a_record_that_the_engine_accepts():
    case, random = CASES["secret-hitler"], Random(4)
    game = case.game
    draft = recorder_draft.begin(game, FIVE)
    while game.outcome((here := recorder_draft.position(draft)).state) is None:
        seat, action = pick(case, here.state, len(FIVE), random)
        asked = recorder_draft.plain(action)
        draft = recorder_draft.add_action(draft, {**asked, "seat": seat})
    found, record = portable.read(recorder_draft.finish(draft), GAMES)
    assert len(portable.turns_of(found, record)) == len(draft["actions"]) + 1


def test_taking_back_goes_to_where_it_was():
    draft = recorder_draft.begin(GAMES["secret-hitler"], FIVE)
    here = recorder_draft.position(draft)
    seat = here.game.to_act(here.state)[0]
    asked = {**recorder_draft.plain(here.game.choices(here.state, seat)[0]), "seat": seat}
    assert recorder_draft.remove_last(recorder_draft.add_action(draft, asked)) == draft


def test_another_deck_is_checked_again_and_reports_the_first_impossible_action():
    draft = recorder_draft.begin(GAMES["secret-hitler"], FIVE)
    deck = ["liberal"] * 3 + ["fascist"] * 11 + ["liberal"] * 3
    draft = recorder_draft.change_setup(draft, {**draft["setup"], "deck": deck})
    for _step in range(6):
        here = recorder_draft.position(draft)
        seat = here.game.to_act(here.state)[0]
        asked = recorder_draft.plain(here.game.choices(here.state, seat)[0])
        draft = recorder_draft.add_action(draft, {**asked, "seat": seat})
    here = recorder_draft.position(draft)
    seat = here.game.to_act(here.state)[0]
    draft = recorder_draft.add_action(draft, {"action": "discard", "tile": "liberal", "seat": seat})
    fascist = ["fascist"] * 11 + ["liberal"] * 6
    with pytest.raises(RecordError) as refused:
        recorder_draft.change_setup(draft, {**draft["setup"], "deck": fascist})
    assert refused.value.number == 7
    assert refused.value.clause == "3.2"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L F f", ["liberal", "fascist", "fascist"]),
        ("lff", ["liberal", "fascist", "fascist"]),
        ("liberal, fascist;FASC", ["liberal", "fascist", "fascist"]),
        ("", []),
    ],
)
def test_initial_letters_are_enough_for_a_deck(text, words):
    assert recorder_draft._words(text, {"liberal": "", "fascist": ""}) == words


def test_an_unknown_word_is_reported_with_the_known_ones_in_the_readers_language(client, db):
    client.post("/history/recorder/begin/", {"game": "secret-hitler", "players": "\n".join(FIVE)})
    answer = client.post(
        "/history/recorder/set-up/", {"deck": "lfx"}, headers={"accept-language": "de"}
    )
    assert answer.status_code == 422
    assert "ist keines von: liberal, faschistisch" in answer.content.decode()


BAD = [
    ("begin", {"game": "chess", "players": "A\nB"}),
    ("begin", {"game": "secret-hitler", "players": "A\nB"}),
    ("begin", {"game": "noir", "players": "A\n" + "x" * 33}),
    ("begin", {"game": "secret-hitler", "players": "A\nB\nC\nD\na"}),
    ("act", {"seat": "0", "whole": "{"}),
    ("act", {"seat": "0", "whole": r'{"action": "\ud800"}'}),
    ("act", {"seat": "x", "whole": "{}"}),
    ("act", {"seat": "99", "whole": '{"action": "vote", "ja": true}'}),
    ("act", {"seat": "0", "whole": '{"action": "enact", "tile": "liberal"}'}),
    ("act", {"seat": "0", "name": "vote", "part-ja": "maybe"}),
    ("act", {"seat": "0", "name": "vote", "part-a": "1", "part-a-0": "2"}),
    ("set-up", {"deck": "xyz"}),
    ("set-up", {"deck": "lıberal LİBERAL"}),
    ("set-up", {"deck": "l", "first_president": "0"}),
]


@pytest.mark.parametrize(("where", "posted"), BAD)
def test_an_impossible_entry_is_explained_and_the_draft_is_kept(db, stranger, where, posted):
    begin(stranger)
    draft = stranger.session["recorder"]
    answer = stranger.post(f"/history/recorder/{where}/", posted)
    assert answer.status_code == 422
    assert 'class="errors"' in answer.content.decode()
    assert stranger.session["recorder"] == draft


def test_an_unfinished_draft_is_not_stored_and_the_reason_is_in_the_readers_language(
    db, browser_of, mallory
):
    client = browser_of(mallory)
    begin(client)
    answer = client.post("/history/recorder/keep/", headers={"accept-language": "de"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Die Partie ist nicht zu Ende" in page
    assert "set-up" not in page.partition('class="errors"')[2].partition("</div>")[0]


def test_a_visitor_keeps_the_draft_while_logging_in(db, stranger):
    begin(stranger)
    answer = stranger.post("/history/recorder/keep/")
    assert answer.status_code == 302
    assert "next=/history/recorder/" in answer["Location"]
    assert stranger.session["recorder"]["players"] == FIVE


def test_the_recorder_opens_for_noir(db, stranger):
    page = begin(stranger, "noir", ["Ada", "Ben"])
    assert page.status_code == 200
    assert "Ada" in page.content.decode()
    assert finished("noir", people("ada", "ben")).is_over


def test_the_typed_set_up_is_shown_again_with_the_error(db, stranger):
    begin(stranger)
    setup = stranger.session["recorder"]["setup"]
    typed = {f"roles-{seat}": role for seat, role in enumerate(reversed(setup["roles"]))}
    typed |= {"deck": "L F x", "first_president": "3"}
    page = stranger.post("/history/recorder/set-up/", typed).content.decode()
    assert ">L F x</textarea>" in page
    assert re.search(r'<option value="3" selected>', page)
    chosen = re.findall(r'name="roles-\d".*?<option value="(\w+)" selected>', page)
    assert chosen == list(reversed(setup["roles"]))
    assert "Action 0" not in page
    assert "record-format" not in page


def test_the_typed_names_are_kept_when_there_are_too_few(db, stranger):
    page = begin(stranger, "noir", ["Ada", "Ben", "Chiyo"]).content.decode()
    assert "Ada\nBen\nChiyo</textarea>" in page
    assert re.search(r'value="noir" checked', page)


def test_reloading_a_refused_form_returns_to_the_draft(db, stranger):
    for path in ("begin", "act", "set-up", "undo", "discard", "keep"):
        assert stranger.get(f"/history/recorder/{path}/").url == "/history/recorder/"


def test_a_form_left_open_replaces_no_draft_with_entries(db, stranger):
    begin(stranger)
    here = recorder_draft.position(stranger.session["recorder"])
    [seat] = here.game.to_act(here.state)
    act = json.dumps(recorder_draft.plain(here.game.choices(here.state, seat)[0]))
    stranger.post("/history/recorder/act/", {"seat": seat, "whole": act})
    draft = stranger.session["recorder"]
    assert begin(stranger, players=[*FIVE, "Finn"]).status_code == 409
    assert stranger.session["recorder"] == draft


@pytest.mark.parametrize("language", ["en", "de", "it", "ja"])
@pytest.mark.parametrize(("key", "players"), [("secret-hitler", FIVE), ("noir", FIVE[:2])])
def test_a_set_up_is_shown_in_the_readers_language_and_accepted_as_shown(
    db, stranger, key, players, language
):
    begin(stranger, key, players)
    setup = stranger.session["recorder"]["setup"]
    page = stranger.get("/history/recorder/", headers={"accept-language": language}).content
    texts = re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>(.*?)</textarea>', page.decode(), re.S)
    typed = {name: html.unescape(text) for name, text in texts}
    typed |= {f"roles-{seat}": role for seat, role in enumerate(setup["roles"])}
    typed["first_president"] = str(setup.get("first_president", 0))
    answer = stranger.post(
        "/history/recorder/set-up/", typed, headers={"accept-language": language}
    )
    assert answer.status_code == 302
    assert stranger.session["recorder"]["setup"] == setup
    if (key, language) == ("noir", "ja"):
        assert "ショラニ" in typed["grid"]
