"""What a person does in a window: sign up, open a table with bots, decide."""

from tests.conftest import PASSWORD
from tests.engines.window import Window

ASKED = "#choices[data-owes] :is(fieldset.ask, fieldset.decision)"
OVER = ".after-actions"
#: Kinds of Noir's actions, the one that ends a match first.
KINDS = ("arrest", "murder", "choose-identity", "shift", "investigate")
QUESTION = "(asked) => document.querySelector(asked)?.id"
OPEN_KINDS = """(kinds) => kinds.filter((kind) =>
  document.querySelector(`#choices input[name=kind][value=${kind}]:enabled`))"""
MARK = "(asked) => document.querySelector(`${asked} input[type=radio]:enabled`)?.id"


def sign_up(window: Window, name: str = "Ada") -> None:
    """Make an account by the form."""
    window.go("/account/signup/")
    fields = {
        "username": name,
        "email": f"{name.lower()}@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    for field, text in fields.items():
        window.type(f"[name={field}]", text)
    window.press("main form button")
    window.wait(".menu-name", name)


def begin(window: Window, game: str, bots: int, *, looks: bool = True) -> None:
    """Open a table, fill it with bots, and begin."""
    window.go(f"/open/?game={game}")
    window.press("form.open-form button.big")
    for taken in range(1, bots + 1):
        window.press("#add-bot")
        window.until(
            "(seats) => document.querySelectorAll('#waiting .waiting-chair:not(.free)').length"
            " === seats",
            taken + 1,
        )
    if looks:
        window.look(f"{game}, waiting room")
    window.press("button", "Start")
    window.wait("#choices")


def is_asked(window: Window) -> bool:
    """Wait until this person alone is asked, or the match is over; return whether it goes on."""
    found = window.until(
        "(asked, over) => [asked, over].filter((css) => document.querySelector(css))[0]",
        ASKED,
        OVER,
    )
    window.until("() => document.querySelectorAll('.at-chair.owes').length < 2")  # but for bots
    return found == ASKED


def decide(window: Window) -> None:
    """Take the first action that is offered, and wait until the table has it."""
    asked = window.until(QUESTION, ASKED)
    choose(window)
    wait_until_taken(window, asked)


def choose(window: Window) -> None:
    """Press the first action that is offered; vote ja."""
    if window.sees("#vote-ja"):
        window.press("#vote-ja")
        return
    mark = window.run(MARK, ASKED)
    if mark is not None:
        is_portrait = mark.startswith("target-")  # in the ring
        window.press(f"label[for={mark}]" if is_portrait else f"{ASKED} label:has([type=radio])")
    window.press(f"{ASKED} button[name=action]")


def wait_until_taken(window: Window, asked: str) -> None:
    """Wait until a question is no longer asked."""
    window.until("(asked) => !document.querySelector(`#choices[data-owes] #${asked}`)", asked)


def move(window: Window, turn: int) -> None:
    """Take a turn in Noir: the first kind that can be taken, on one of its pieces."""
    asked = window.until(QUESTION, ASKED)
    choice = "#choices input[name=kind][value={}]:enabled"
    kinds = [
        kind
        for kind in KINDS
        if window.run(QUESTION.replace("?.id", ""), choice.format(kind)) is not None
    ]
    kind = kinds[turn % len(kinds)]
    window.press(f".kind:has(input[value={kind}])")
    window.press("[data-grid] [data-open]")
    window.press(".noir-picks button[name=action]")
    wait_until_taken(window, asked)
