"""Import and export of records: nothing is lost, and a refusal names the broken rule."""

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from accounts.models import User
from games.catalog import GAMES
from games.chat import services as chat
from games.chat.rooms import NoTalk
from games.engine import portable
from games.engine.portable import RecordError
from games.history.records import importing
from games.matches.limits import OF_A_PERSON
from games.matches.models import Match
from games.matches.play import records
from tests.history.play import finished, people, play_on, started
from tests.matches.seating import play_to_the_end, running


def upload(client, *records):
    lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
    return client.post("/history/records/", {"text": "\n".join(lines)})


def record_of(match):
    return json.loads(records.record_of(match))


def at_a_real_table(record):
    """Return a record as written for a real table: no chance, no times, no bots."""
    kept = ("format", "game", "players", "options", "setup", "shuffles", "result")
    bare = [{k: v for k, v in one.items() if k not in ("at", "by")} for one in record["actions"]]
    return {**{key: record[key] for key in kept}, "actions": bare}


@pytest.mark.parametrize("bare", [False, True])
def test_a_record_survives_import_and_export_unchanged(over, browser_of, mallory, bare):
    record = at_a_real_table(record_of(over)) if bare else record_of(over)
    assert upload(browser_of(mallory), record).status_code == 200
    kept = Match.objects.get(is_imported=True)
    assert record_of(kept) == record


def test_a_record_of_noir_survives_import_and_export_too(db, browser_of, mallory):
    record = at_a_real_table(record_of(finished("noir", people("ada", "ben"))))
    assert upload(browser_of(mallory), record).status_code == 200
    assert record_of(Match.objects.get(is_imported=True)) == record


def test_an_imported_match_is_marked_replayed_and_neither_rated_nor_counted(
    over, browser_of, mallory, stranger
):
    upload(browser_of(mallory), at_a_real_table(record_of(over)))
    kept = Match.objects.get(is_imported=True)
    assert (kept.winner, kept.reason, kept.size) == (over.winner, over.reason, over.size)
    assert kept.is_counted
    assert not kept.players.filter(user__isnull=False).exists()
    page = stranger.get(f"/match/{kept.code}/replay/?at=9&eyes=1")
    assert page.status_code == 200
    assert "imported" in page.content.decode()


def test_only_the_importer_finds_a_match_until_it_is_published(over, browser_of, mallory, stranger):
    upload(browser_of(mallory), record_of(over))
    code = Match.objects.get(is_imported=True).code
    assert code not in stranger.get("/history/").content.decode()
    assert code in browser_of(mallory).get("/history/").content.decode()
    browser_of(mallory).post(f"/match/{code}/publish/", {"publish": "yes"})
    assert code in stranger.get("/history/").content.decode()


def test_only_the_importer_of_a_match_is_asked_whether_to_publish_it(
    over, browser_of, alice, mallory, stranger
):
    upload(browser_of(mallory), record_of(over))
    code = Match.objects.get(is_imported=True).code
    page, publish = f"/match/{code}/replay/", f"/match/{code}/publish/"
    shown = browser_of(mallory).get(page).content.decode()
    assert "Only you can find this match in the history." in shown
    assert "Agree to publish it" in shown
    assert "Show it to its players only" not in shown
    browser_of(mallory).post(publish, {"publish": "yes"})
    shown = browser_of(mallory).get(page).content.decode()
    assert "Everybody can find this match in the history." in shown
    assert "Show it to its players only" in shown
    assert "Agree to publish it" not in shown
    for visitor in (browser_of(alice), stranger):
        shown = visitor.get(page).content.decode()
        assert "Download the record" in shown
        assert publish not in shown
    assert browser_of(alice).post(publish, {"publish": "no"}).status_code == 403
    assert Match.objects.get(code=code).is_published


@pytest.mark.parametrize(
    ("changed", "left_out"),
    [
        ({"played_at": "0999-03-04T05:06:07Z"}, ()),
        ({"played_at": "2020-03-04T05:06:07.089000Z"}, ()),
        ({}, ("commitment",)),
        ({}, ("commitment", "entropy", "seed")),
    ],
)
def test_a_record_is_returned_as_it_was_imported(over, mallory, changed, left_out):
    record = {**record_of(over), **changed}
    record = {key: value for key, value in record.items() if key not in left_out}
    [received] = importing.receive(json.dumps(record).encode(), mallory)
    assert record_of(received.match) == record


def test_a_verified_import_says_so_and_one_without_a_seed_says_why_not(
    over, browser_of, mallory, stranger
):
    upload(browser_of(mallory), record_of(over), at_a_real_table(record_of(over)))
    with_seed, without = Match.objects.filter(is_imported=True).order_by("pk")
    assert "as dealt" in stranger.get(f"/match/{with_seed.code}/verify/").content.decode()
    page = stranger.get(f"/match/{without.code}/verify/").content.decode()
    assert "its randomness can't be verified" in page


def test_each_of_several_records_has_its_own_outcome(over, browser_of, mallory):
    good = record_of(over)
    illegal = {**good, "actions": [{**good["actions"][0], "chancellor": 99}, *good["actions"][1:]]}
    page = upload(browser_of(mallory), good, "", illegal, "{", good)
    text = page.content.decode()
    assert page.status_code == 422
    assert Match.objects.filter(is_imported=True).count() == 2
    assert "Line 3, action 1: Only a living player can be nominated. (clause 2.2)" in text
    assert "Line 4: " in text
    assert "Line 5: table" in text


def without(record, key):
    return {name: value for name, value in record.items() if name != key}


BREAKS = {
    "unfinished": lambda r: {**r, "actions": r["actions"][:-1], "result": None},
    "another result": lambda r: {**r, "result": {"winner": "liberal", "reason": "resigned"}},
    "no such game": lambda r: {**r, "game": "chess"},
    "a key too few": lambda r: without(r, "setup"),
    "a key too many": lambda r: {**r, "note": "hello"},
    "a name too long": lambda r: {**r, "players": ["x" * 33, *r["players"][1:]]},
    "a name that hides": lambda r: {**r, "players": ["a\u202eb", *r["players"][1:]]},
    "a wrong deck": lambda r: {**r, "setup": {**r["setup"], "deck": ["liberal"] * 17}},
    "too many actions": lambda r: {**r, "actions": r["actions"] * 100},
}


@pytest.mark.parametrize("how", BREAKS)
def test_an_impossible_record_is_refused_and_nothing_is_stored(over, browser_of, mallory, how):
    page = upload(browser_of(mallory), BREAKS[how](at_a_real_table(record_of(over))))
    assert page.status_code == 422
    assert "refused" in page.content.decode()
    assert not Match.objects.filter(is_imported=True).exists()


GERMAN = {
    "no such game": ("kein solches Spiel: &quot;chess&quot;", "die Aufzeichnung"),
    "another result": ("die Aktionen führen zu", "winner"),
    "a key too few": ("Zeile 1: setup fehlt", "die Aufzeichnung"),
    "a key too many": ("ein Feld note gibt es nicht", "die Aufzeichnung"),
    "a name that is none": ("players[0] muss ein Text sein, nicht eine ganze Zahl",),
    "a role too few": ("setup.roles fehlt",),
    "an action that is none": ("Aktion 1: action kann nicht &#x27;sing&#x27; sein",),
    "a seat too far": ("Aktion 1: einen Platz 9 gibt es nicht",),
    "a shuffle too many": ("Mischungen angegeben: ", "die Mischungen"),
}


@pytest.mark.parametrize("how", GERMAN)
def test_the_reason_for_refusing_a_record_is_in_the_readers_language(
    over, browser_of, mallory, how
):
    record = at_a_real_table(record_of(over))
    breaks = BREAKS | {
        "a shuffle too many": lambda r: {**r, "shuffles": [*r["shuffles"], ["liberal"]]},
        "a name that is none": lambda r: {**r, "players": [1, *r["players"][1:]]},
        "a role too few": lambda r: {**r, "setup": without(r["setup"], "roles")},
        "an action that is none": lambda r: {**r, "actions": [{"seat": 0, "action": "sing"}]},
        "a seat too far": lambda r: {**r, "actions": [{**r["actions"][0], "seat": 9}]},
    }
    client = browser_of(mallory)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    text = upload(client, breaks[how](record)).content.decode()
    for words in GERMAN[how]:
        assert words in text


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"game": ', "kein JSON: es endet zu früh"),
        (b'{"game": NaN}', "kein JSON: falsch bei Byte 9"),
        (b'{"game": "\xff"}', "kein Text in UTF-8"),
        (b'{"game": 1e999}', "eine Zahl darin ist zu groß"),
        (b"9" * 5000, "eine Zahl darin ist zu groß"),
        (b"[1]", "die Aufzeichnung muss ein Objekt sein, nicht eine Liste"),
        (b"[" * 100_000, "zu tief verschachtelt"),
    ],
)
def test_the_reason_why_a_file_is_no_record_is_in_the_readers_language(data, says):
    with translation.override("de"), pytest.raises(RecordError) as refused:
        portable.read(data, GAMES)
    with translation.override("de"):
        assert importing.reason_of(refused.value) == says


def test_only_the_refused_part_of_pasted_text_is_shown_again(over, browser_of, mallory):
    page = upload(browser_of(mallory), record_of(over), '{"x": 1}').content.decode()
    assert 'spellcheck="false">\n{&quot;x&quot;: 1}</textarea>' in page
    assert Match.objects.filter(is_imported=True).count() == 1


def test_refused_pasted_text_is_shown_again(browser_of, mallory):
    page = upload(browser_of(mallory), '{"x": 1}', "</textarea>nonsense").content.decode()
    assert "{&quot;x&quot;: 1}\n&lt;/textarea&gt;nonsense</textarea>" in page
    assert "Line 2:" in page
    assert "action 0" not in page


def test_an_action_in_a_refused_record_is_shown_as_text(over, browser_of, mallory):
    record = at_a_real_table(record_of(over))
    record["actions"][0] = {"seat": 0, "action": "<script>alert(1)</script>"}
    assert "<script>alert" not in upload(browser_of(mallory), record).content.decode()


def test_records_cannot_be_imported_anonymously(over, stranger):
    assert upload(stranger, record_of(over)).status_code == 302
    assert not Match.objects.filter(is_imported=True).exists()


def test_an_empty_and_an_oversized_import_are_refused_with_a_message(
    browser_of, mallory, monkeypatch
):
    client = browser_of(mallory)
    assert "Choose a file" in upload(client, "").content.decode()
    monkeypatch.setattr(importing, "MOST_BYTES", 10)
    file = SimpleUploadedFile("records.jsonl", b"x" * 11)
    answer = client.post("/history/records/", {"file": file})
    assert answer.status_code == 422
    assert "larger than 4 MiB" in answer.content.decode()


def test_a_user_who_imports_too_often_has_to_wait_and_keeps_the_pasted_text(
    browser_of, mallory, alice
):
    client = browser_of(mallory)
    answers = [upload(client, "{}").status_code for _time in range(OF_A_PERSON["imports"].times)]
    assert set(answers) == {422}
    refused = upload(client, "{}")
    assert refused.status_code == 429
    assert "Too many attempts" in refused.content.decode()
    assert "\n{}</textarea>" in refused.content.decode()
    assert upload(browser_of(alice), "{}").status_code == 422


def test_pasted_text_may_be_as_long_as_a_file(browser_of, mallory):
    answer = upload(browser_of(mallory), "x" * (importing.MOST_BYTES - 1))
    assert answer.status_code == 422
    assert "refused" in answer.content.decode()


def test_a_file_of_many_records_is_imported_as_it_was_exported(over, five, browser_of, mallory):
    finished("secret-hitler", five, seed=5)
    down = browser_of(five[0]).get("/history/records.jsonl?mine=1")
    assert len(down.content.splitlines()) == 2
    file = SimpleUploadedFile("records.jsonl", down.content)
    assert browser_of(mallory).post("/history/records/", {"file": file}).status_code == 200
    kept = Match.objects.filter(is_imported=True).order_by("pk")
    assert [json.loads(line) for line in down.content.splitlines()] == [
        record_of(match) for match in kept
    ]


def test_a_download_contains_only_matches_that_the_user_may_see(five, over, browser_of, stranger):
    hidden = finished("secret-hitler", five, seed=6, visibility="link")
    running = play_on(started("secret-hitler", five), 10)
    for client, count in ((stranger, 1), (browser_of(five[0]), 2)):
        lines = client.get("/history/records.jsonl").content.splitlines()
        seeds = {json.loads(line)["seed"] for line in lines}
        assert len(lines) == count
        assert bytes(running.seed).hex() not in seeds
        assert (bytes(hidden.seed).hex() in seeds) == (count == 2)


def test_a_filtered_list_of_matches_can_be_downloaded(five, over, stranger):
    finished("secret-hitler", five, seed=5)
    side = over.players.get(user=five[0]).side
    page = stranger.get(f"/history/of/{five[0].public_id}/?side={side}").content.decode()
    link = html.unescape(re.search(r'href="(/history/records.jsonl[^"]*)"', page)[1])
    lines = stranger.get(link).content.splitlines()
    assert 0 < len(lines) == page.count('class="match-row')


def test_the_matches_of_a_closed_account_cannot_be_downloaded(five, over, stranger):
    link = f"/history/records.jsonl?person={five[0].public_id}"
    assert stranger.get(link).status_code == 200
    User.objects.filter(pk=five[0].pk).update(is_active=False)
    assert stranger.get(link).status_code == 404


def test_a_single_record_may_span_many_lines(over, browser_of, mallory):
    text = json.dumps(record_of(over), indent=2)
    assert upload(browser_of(mallory), text).status_code == 200
    assert Match.objects.filter(is_imported=True).count() == 1


def test_an_imported_match_has_no_chat(over, browser_of, mallory):
    assert upload(browser_of(mallory), record_of(over)).status_code == 200
    kept = Match.objects.get(is_imported=True)
    for user in (mallory, over.host):
        with pytest.raises(NoTalk):
            chat.say(kept.pk, user, "gallery", "Well played.")
    assert not kept.messages.exists()
    assert 'name="text"' not in browser_of(mallory).get(kept.get_absolute_url()).content.decode()


def test_a_record_whose_entropy_cannot_be_stored_is_refused(alice):
    record = record_of(play_to_the_end(running(game="noir")))
    record["entropy"][0] = "a\x00b"
    (received,) = importing.receive(json.dumps(record).encode(), alice)
    assert isinstance(received.error, RecordError)
    assert received.match is None
