"""Chance, byte by byte: every expected value is computed here, only from the format's text."""

import hashlib
import hmac
import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import chance

SEED = bytes(range(32))
ENTROPY = ["", "dé", "七", "x" * 300]
#: printf "cabinet-noir commitment 1\\n\\x00\\x01 ... \\x1f" | sha256sum
COMMITMENT = "e233f5c1522fd7347a525771617927e15c2bf584117f31e8e352d99cb14400bc"


def key_by_hand(seed, entropy):
    message = b"cabinet-noir entropy 1" + b"\n"
    for text in entropy:
        raw = text.encode("utf-8")
        message += struct.pack(">I", len(raw)) + raw
    return hmac.new(seed, message, hashlib.sha256).digest()


def stream_by_hand(key, label, blocks):
    joined = b""
    for counter in range(blocks):
        message = label.encode("utf-8") + b"\x00" + struct.pack(">Q", counter)
        joined += hmac.new(key, message, hashlib.sha256).digest()
    return joined


def numbers_by_hand(stream, limits):
    """Return a number below each limit, rejecting from the largest multiple in 2^32 on."""
    words = iter(struct.unpack(f">{len(stream) // 4}I", stream))
    found = []
    for limit in limits:
        word = next(words)
        while word >= 2**32 - 2**32 % limit:
            word = next(words)
        found.append(word % limit)
    return found


def shuffled_by_hand(key, label, items):
    items = list(items)
    drawn = numbers_by_hand(
        stream_by_hand(key, label, len(items)), [i + 1 for i in range(len(items) - 1, 0, -1)]
    )
    for i, j in zip(range(len(items) - 1, 0, -1), drawn, strict=True):
        items[i], items[j] = items[j], items[i]
    return tuple(items)


def test_the_commitment_is_the_hash_of_a_line_and_the_seed():
    assert (
        chance.commitment(SEED)
        == hashlib.sha256(b"cabinet-noir commitment 1\x0a" + SEED).hexdigest()
    )


def test_the_commitment_to_the_seed_of_counting_bytes_is_this_text():
    assert chance.commitment(SEED) == COMMITMENT


def test_a_new_seed_has_32_bytes_and_differs_each_time():
    seeds = {chance.new_seed() for _ in range(8)}
    assert len(seeds) == 8
    assert {len(seed) for seed in seeds} == {32}


def test_the_key_takes_lengths_in_bytes_of_utf_8_not_in_characters():
    assert chance.stream_key(SEED, ENTROPY) == key_by_hand(SEED, ENTROPY)


def test_the_key_separates_one_seat_from_the_next():
    keys = {chance.stream_key(SEED, entropy) for entropy in (["ab", ""], ["a", "b"], ["", "ab"])}
    assert len(keys) == 3


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(max_size=40), max_size=10))
def test_any_seed_and_entropy_give_the_key_worked_out_by_hand(seed, entropy):
    assert chance.stream_key(seed, entropy) == key_by_hand(seed, entropy)


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 10, 25, 2**31 + 1, 2**32 - 1, 2**32])
def test_a_number_is_the_first_fair_one_in_its_labels_stream(limit):
    drawn = chance.SeededChance(SEED, ENTROPY)
    key = key_by_hand(SEED, ENTROPY)
    for number in range(40):
        label = f"label/{number}"
        by_hand = numbers_by_hand(stream_by_hand(key, label, 16), [limit])[0]
        assert drawn.below(label, limit) == by_hand


def test_words_that_would_favour_small_numbers_are_drawn_again():
    limit = 2**31 + 1  # about half of all words are rejected
    key = key_by_hand(SEED, ENTROPY)
    firsts = [
        int.from_bytes(stream_by_hand(key, f"label/{number}", 1)[:4], "big") for number in range(40)
    ]
    assert any(first >= limit for first in firsts)


@given(
    st.binary(min_size=32, max_size=32),
    st.text(max_size=20),
    st.lists(st.integers(), max_size=60),
)
def test_any_shuffle_is_the_one_worked_out_by_hand(seed, label, items):
    drawn = chance.SeededChance(seed, ENTROPY).shuffle(label, items)
    assert drawn == shuffled_by_hand(key_by_hand(seed, ENTROPY), label, items)


def test_a_shuffle_reads_past_the_first_block_of_32_bytes():
    drawn = chance.SeededChance(SEED, ENTROPY).shuffle("evidence", range(25))
    assert drawn == shuffled_by_hand(key_by_hand(SEED, ENTROPY), "evidence", range(25))
    assert sorted(drawn) == list(range(25))


def test_a_label_gives_the_same_draw_whatever_was_drawn_before():
    fresh = chance.SeededChance(SEED, ENTROPY)
    used = chance.SeededChance(SEED, ENTROPY)
    used.shuffle("roles", range(10))
    used.below("first-president", 10)
    assert used.shuffle("deck/0", range(17)) == fresh.shuffle("deck/0", range(17))


def test_each_label_seed_and_entropy_gives_different_draws():
    other_seed = bytes(31) + b"\x01"
    draws = {
        chance.SeededChance(seed, entropy).shuffle(label, range(25))
        for seed, entropy, label in itertools.product(
            (SEED, other_seed), (ENTROPY, [*ENTROPY, ""]), ("deck/0", "deck/1")
        )
    }
    assert len(draws) == 8
