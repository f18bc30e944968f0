"""What axe-core finds in a page; `python -m tests.browser.accessibility.axe` prints the table.

Pages come from Django's own client, in the world of one test's database; a browser shows them with
our scripts and styles, without a network. Each is checked in the light theme, wide and in English,
or in the dark theme, on a phone and in German; and once more with everything opened, if possible.
At each push these two take turns, and of the pages that share a template one is checked, opened
only; `make prove` and this command check every page in both, and EVERYTHING=1 in all
combinations. Nothing may overflow sideways, in Italian and Japanese either.
Every check of a run in both is a row of `var/axe/*.tsv`.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.browser.accessibility.sideways import sideways
from tests.browser.client_page import ClientPage
from tests.browser.people import DESK, PHONE

PATIENCE = 120_000  # ms: a busy machine is slow, which is not a defect
WIDTHS = {"desk": DESK, "phone": PHONE}
Look = tuple[str, str, str]
#: Theme, width and language of each look.
LOOKS = [("light", "desk", "en"), ("dark", "phone", "de")]
#: Checks only of widths: these languages have the same pages with longer and shorter words.
WORDS = [("light", "desk", "it"), ("dark", "phone", "ja")]
if os.environ.get("EVERYTHING"):
    LOOKS = list(product(("light", "dark"), WIDTHS, ("en", "de")))
#: Rules beyond the standards of accessibility are not checked.
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
RULES["values"].append("best-practice")
#: The findings in the document and in each open menu, without correct nodes, which are most of the
#: result.
FOUND = """async ([options, isOpened, isFirst]) => {
  const found = {};
  const look = async (where) => {
    const { violations } = await axe.run(where, options);
    for (const { id, nodes } of violations) {
      (found[id] ??= []).push(...nodes.map(({ target }) => String(target[0])));
    }
  };
  const opens = "details:not(.menu), #tab-talk, [popover]:not(:empty)";
  if (isFirst || document.querySelector(opens)) await look(document);
  for (const menu of isOpened ? document.querySelectorAll("details.menu") : []) {
    if (!menu.checkVisibility()) continue;
    menu.open = true;
    await look(menu);
    menu.open = false;
  }
  return found;
}"""
#: Opens panels, the letter, a popover, and the talk of a table; menus lie over what is below them.
OPEN = """() => {
  for (const one of document.querySelectorAll("details:not(.menu)")) one.open = true;
  document.getElementById("tab-talk")?.click();
  document.querySelector("[popover]:not(:empty)")?.showPopover();
}"""
#: The folder for the tables of all checks, one file for each group of states.
PLACE = Path(__file__).resolve().parents[3] / "var" / "axe"


@dataclass(frozen=True)
class State:
    """A page for one user: its name in the table, the client, and the URL.

    At a push a state that `takes_turns` is checked for overflow in Italian or in Japanese, and by
    axe-core only with everything opened.
    """

    name: str
    client: Client
    address: str
    takes_turns: bool = False


@dataclass
class Findings:
    """All checks, and their findings by rule."""

    looks: dict[tuple[str, Look], dict[str, list[str]]] = field(default_factory=dict)

    @property
    def found(self) -> dict[tuple[str, str, Look], list[str]]:
        """Return the elements concerned, by rule, page and look."""
        return {
            (rule, page, look): nodes
            for (page, look), rules in self.looks.items()
            for rule, nodes in rules.items()
        }

    def table(self) -> str:
        """Return a line for each rule, page and look, with the elements concerned."""
        lines = [
            f"{rule:34} {page:52} {' '.join(look):16} {len(nodes)}: {'; '.join(nodes[:3])}"
            for (rule, page, look), nodes in sorted(self.found.items())
        ]
        rules = Counter(rule for rule, _page, _look in self.found)
        lines += [f"{rule:34} on {count} pages" for rule, count in sorted(rules.items())]
        return "\n".join([*lines, f"{len(self.looks)} looks, {len(self.found)} findings"])

    def write(self, name: str) -> None:
        """Write a row for each page and state, and each theme, width and language of a look.

        In a column for each rule that found something are the numbers of elements concerned.
        """
        rules = sorted({rule for rule, _page, _look in self.found})
        rows = [["page and state", "theme", "width", "language", "all", *rules]]
        for (page, look), found in self.looks.items():
            counts = [str(len(found.get(rule, ()))) for rule in rules]
            rows.append([page, *look, str(sum(map(len, found.values()))), *counts])
        PLACE.mkdir(parents=True, exist_ok=True)
        text = "\n".join("\t".join(row) for row in rows)
        (PLACE / f"{name}.tsv").write_text(f"{text}\n", encoding="utf-8")


@cache
def _script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text()


def look_at(
    page: Page, client_page: ClientPage, states: Iterator[State], *, at_each: bool
) -> Findings:
    """Look at every state, `at_each` theme, width and language or at one after the other."""
    findings = Findings()
    page.set_default_timeout(PATIENCE)
    for number, state in enumerate(states):
        is_brief = state.takes_turns and not at_each
        for look in _looks_at(state, number, at_each=at_each):
            theme, width, language = look
            page.emulate_media(color_scheme=theme)
            if look not in WORDS:  # if only widths are checked, sideways() sets its own
                page.set_viewport_size(WIDTHS[width])
            if not client_page.show(state.client, state.address, language):
                continue
            if look in WORDS:
                _note(findings, state.name, look, sideways(page))
                continue
            client_page.run("/axe.js", _script())
            found = {} if is_brief else _violations(page)
            _note(findings, state.name, look, found | sideways(page))
            page.set_viewport_size(WIDTHS[width])
            page.evaluate(OPEN)
            found = _violations(page, is_opened=True, is_first=is_brief)
            _note(findings, f"{state.name}, opened", look, found)
    return findings


def _note(findings: Findings, page: str, look: Look, found: dict[str, list[str]]) -> None:
    """Store the findings, and print them at once, because a run takes minutes."""
    findings.looks[page, look] = found
    for rule, nodes in found.items():
        sys.stderr.write(f"{rule}  {page}  {' '.join(look)}: {'; '.join(nodes[:3])}\n")


def _looks_at(state: State, number: int, *, at_each: bool) -> list[Look]:
    """Return every check or one in turn, and one of those of only widths, in turn."""
    words = WORDS if len(LOOKS) > 2 or not state.takes_turns else [WORDS[number % 2]]
    return (LOOKS if at_each else [LOOKS[number % 2]]) + words


def _violations(
    page: Page, *, is_opened: bool = False, is_first: bool = True
) -> dict[str, list[str]]:
    """Return the elements that axe-core finds, by rule.

    If the page was looked at before, only what can be opened is looked at.
    """
    options = {"runOnly": RULES, "resultTypes": ["violations"], "preload": False}
    return page.evaluate(FOUND, [options, is_opened, is_first])


if __name__ == "__main__":
    test = "tests/browser/accessibility/test_axe.py"
    sys.exit(pytest.main(["-q", "-s", "-m", "prove", test, *sys.argv[1:]]))
