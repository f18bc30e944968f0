"""A change of a page restyles few elements: rules with `:has` end in named elements.

A browser keeps for each part of a selector which elements a change may concern. Where a rule with
`:has` ends in `*`, in `:not(...)` alone or in a common tag, that is every element below: a line
appended to the talk had a whole table of a thousand elements styled anew (50 ms, .5 ms without).
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEETS = sorted((ROOT / "static/css").rglob("*.css"))
#: Tags that a table has many of.
COMMON = {"span", "b", "i", "p", "li", "div", "svg", "use"}


def selectors(sheet: str) -> Iterator[str]:
    """Yield the selectors of a sheet, those of nested rules with what stands around them."""
    around: list[str] = []
    for text, end in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)):
        if end == "}":
            around.pop()
        elif end == "{":
            around.append(text.strip())
            rules = [one for one in around if not one.startswith("@")]
            if rules and not text.strip().startswith("@"):
                for one in parts(rules[-1]):
                    yield " ".join([*rules[:-1], one])


def parts(text: str) -> list[str]:
    """Return the selectors of a list: commas in brackets part none."""
    return re.split(r",\s*(?![^(]*\))", text)


def last_of(selector: str) -> str:
    """Return the last part of a selector, without what it must not be or hold."""
    while selector != (shorter := re.sub(r":(?:not|has|nth-[a-z-]+)\([^()]*\)", "*", selector)):
        selector = shorter
    return re.split(r"[\s>+~]+(?![^()\[]*[)\]])", selector.strip())[-1]


def is_about_anything(selector: str) -> bool:
    """Return whether a rule with `:has` is about elements of no name."""
    last = last_of(selector)
    tag = re.match(r"[a-z]\w*|", last)[0]
    is_named = re.search(r"[.#\[&]|:root", last) or (tag and tag not in COMMON)
    return ":has(" in selector and not is_named


#: The parts of a page that hold nearly all of it, asked what they hold at any depth.
ASKS_A_PAGE = re.compile(
    r"(?:\b(?:html|body)|:root|\.(?:at-table|staged|cabinet|in-room|as-hand|screen|table-page|stage))"
    r"(?:[.\[#][^\s:>+~,]*|:not\([^()]*\))*:(?:not\(:)?has\((?!> )"
)


def asks_a_page(selector: str) -> bool:
    """Return whether a rule searches a whole page: each change would have it searched again."""
    return ASKS_A_PAGE.search(selector.replace(" &", "")) is not None


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_every_has_rule_ends_in_a_named_element(sheet: Path):
    assert [one for one in selectors(sheet.read_text()) if is_about_anything(one)] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_no_rule_searches_a_whole_page_for_what_a_class_on_body_can_say(sheet: Path):
    assert [one for one in selectors(sheet.read_text()) if asks_a_page(one)] == []


@pytest.mark.parametrize(
    ("rule", "caught"),
    [
        ("body:has(.slip) .b", True),
        (".at-table.cabinet:not(.b):has(.slip)", True),
        (".screen { &:has(.slip) .b", True),
        (".staged .screen:not(:has(.slip)) .b", True),
        (".screen:has(> .b)", False),
        (".screen .chair:has(.slip)", False),
    ],
)
def test_a_rule_that_searches_a_whole_page_is_caught(rule: str, caught: bool):
    sheet = rule + " { color: red; }" + " }" * rule.count("{")
    assert any(map(asks_a_page, selectors(sheet))) == caught


@pytest.mark.parametrize(
    ("rule", "caught"),
    [
        (".a:has(.b) > *", True),
        (".a:has(> .b, .c) :not(.d)", True),
        (".a:not(:has(.b)) span", True),
        (".a:has(.b) { & > p", True),
        (".a:has(.b) .c", False),
        (".a:has(.b):not(.c)", False),
        (".a > *", False),
    ],
)
def test_a_rule_about_anything_is_caught(rule: str, caught: bool):
    sheet = rule + " { color: red; }" + " }" * rule.count("{")
    assert any(map(is_about_anything, selectors(sheet))) == caught
