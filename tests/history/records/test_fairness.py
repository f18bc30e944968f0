"""The page that explains chance: its example can be verified with independent code."""

import hashlib
import hmac
import json
import re

import pytest

from games.history.records.views_fairness import example
from games.matches.play import records
from tests.history.play import finished, people


def test_the_example_matches_its_explanation():
    shown = example()
    seed = bytes.fromhex(shown["seed"])
    assert hashlib.sha256(b"cabinet-noir commitment 1\n" + seed).hexdigest() == shown["commitment"]
    message = b"cabinet-noir entropy 1\n" + b"".join(
        len(text.encode()).to_bytes(4, "big") + text.encode() for text in shown["entropy"]
    )
    key = hmac.new(seed, message, "sha256").digest()
    assert key.hex() == shown["key"]
    stream = b"".join(
        hmac.new(key, shown["label"].encode() + b"\0" + n.to_bytes(8, "big"), "sha256").digest()
        for n in range(2)
    )
    numbers = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 64, 4)]
    assert numbers[0] < 2**32 // 6 * 6
    assert numbers[0] % 6 == shown["below"]
    order = list(shown["items"])
    for last, number in zip(range(len(order) - 1, 0, -1), numbers, strict=False):
        assert number < 2**32 // (last + 1) * (last + 1)
        other = number % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert tuple(order) == shown["order"]


def test_the_page_shows_the_example_without_an_account(db, stranger):
    text = stranger.get("/fairness/").content.decode()
    for value in (example()["commitment"], example()["key"], " ".join(example()["order"])):
        assert value in text


def test_the_verify_page_contains_every_draw_of_the_record(over, stranger):
    page = stranger.get(f"/match/{over.code}/verify/").content.decode()
    assert (
        page.index('class="seal green"')
        < page.index('<details class="panel"')
        < page.index(over.commitment)
    )
    draws = json.loads(page.split('id="draws" type="application/json">')[1].split("</script>")[0])
    record = json.loads(records.record_of(over))
    fields = {draw["field"] for draw in draws if draw["field"]}
    assert fields == {"roles", "deck", "first_president"}
    assert [d["index"] for d in draws if not d["field"]] == list(range(len(record["shuffles"])))
    for draw in draws:
        if draw["index"] >= 0:
            assert sorted(draw["items"]) == sorted(record["shuffles"][draw["index"]])


@pytest.mark.parametrize("address", ["/history/numbers/", "/match/{}/verify/"])
def test_scrollable_regions_work_with_the_keyboard_and_have_a_name(over, stranger, address):
    page = stranger.get(address.format(over.code)).content.decode()
    boxes = re.findall(r'<div class="scroll-x"[^>]*>', page)
    assert boxes
    for box in boxes:
        assert 'tabindex="0"' in box
        name = re.search(r' aria-labelledby="([^"]+)"', box)
        assert f'id="{name[1]}"' in page


def test_a_running_match_shows_neither_seed_nor_draws(five, stranger):
    from tests.history.play import play_on, started

    match = play_on(started("secret-hitler", five), 15)
    text = stranger.get(f"/match/{match.code}/verify/").content.decode()
    assert match.commitment in text
    assert bytes(match.seed).hex() not in text
    assert 'id="draws"' not in text


def test_the_verify_page_contains_the_draws_of_noir_too(db):
    match = finished("noir", people("ada", "ben"))
    assert [draw.label for draw in records.draws_of(match)] == ["grid", "evidence"]
