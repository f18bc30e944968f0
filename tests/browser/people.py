"""People at a table, each with their own browser."""

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as WaitedTooLong

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
PATIENCE = 30_000  # ms: a busy machine is slow, which is not a defect
#: The state of a page with a lost decision: its banner and notice, then the whole question.
SHOWN = """() => [
  `banner ${document.getElementById("connection")?.hidden === false}`,
  document.getElementById("notice")?.textContent,
  document.getElementById("choices")?.outerHTML,
].join("\\n")"""


@dataclass
class Person:
    """Somebody with a browser, at a table or on the way to one."""

    name: str
    page: Page

    @classmethod
    def arrive(cls, browser: Browser, site: str, name: str, **options: object) -> "Person":
        """Open a new browser at the lobby of `site`."""
        context = browser.new_context(base_url=site, **{"viewport": DESK, **options})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("/")
        return cls(name, page)

    def open_table(self) -> str:
        """Open a public table of Secret Hitler and return its URL."""
        self.page.goto("/open/?game=secret-hitler")
        self.page.fill("#open-name", self.name)
        self.page.click("form.open-form button.big")
        expect(self.page.locator("#waiting")).to_be_visible()
        return self.page.url

    def sit_down(self, address: str) -> None:
        """Follow a link to a table, give a name, sit down, and say that one is ready."""
        self.page.goto(address)
        self.page.fill("#sit-name", self.name)
        self.page.click("#sit button")
        self.page.get_by_role("button", name="I am ready").click()
        expect(self.page.get_by_role("button", name="Not ready after all")).to_be_visible()

    def owes(self) -> bool:
        """Return whether the page asks this person for a decision."""
        return self.page.locator("#choices[data-owes]").count() > 0

    def wait_until_asked(self) -> bool:
        """Wait until the page asks for a decision, or shows the end; return whether it asks."""
        self.page.locator("#choices[data-owes], .after-actions").first.wait_for(state="attached")
        return self.owes()

    def decide(self) -> None:
        """Take the first offered action; vote ja. Wait until the table has it."""
        page = self.page
        question = page.locator("#choices :is(fieldset.ask, fieldset.decision)")
        asked = question.get_attribute("id")
        if page.locator("#vote-ja").count():
            page.click("#vote-ja")
        else:
            self._mark_first()
            question.locator("button[name=action]").first.click()
        self._wait_until_taken(asked)

    def _wait_until_taken(self, asked: str | None) -> None:
        """Wait until the table has the decision; if it never does, report what the page shows."""
        try:
            self.page.locator(f"#choices[data-owes] #{asked}").wait_for(state="detached")
        except WaitedTooLong as late:
            raise AssertionError(f"{asked} was not taken:\n{self.page.evaluate(SHOWN)}") from late

    def _mark_first(self) -> None:
        """Select the first of the alternatives, if the decision has to be confirmed."""
        marks = self.page.locator("#choices :is(.ask, .decision) input[type=radio]")
        if not marks.count():
            return
        person = marks.first.get_attribute("id") or ""
        if person.startswith("target-"):
            self.page.click(f"label[for={person}]")  # a portrait in the ring
        else:
            marks.first.locator("xpath=ancestor::label").click()

    def is_over(self) -> bool:
        """Return whether the page shows the end."""
        return self.page.locator(".after-actions").count() > 0

    def roles_shown(self) -> tuple[str, ...]:
        """Return the roles on the plates at the end, by seat."""
        return tuple(self.page.locator("#board .plate.role").all_text_contents())


def play_to_the_end(people: Sequence[Person]) -> None:
    """Let everybody decide whenever they are asked, until the match is over for all."""
    for _turn in range(400):
        if all(person.is_over() for person in people):
            return
        for person in people:
            if person.owes():
                person.decide()
        people[0].page.wait_for_timeout(50)
    raise AssertionError("the match did not end")
