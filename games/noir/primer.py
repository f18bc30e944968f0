"""Noir in six cards, for people who have never played it."""

from games.engine.primer import Card, Fact, Piece, Primer, Sign
from games.engine.text import gettext_noop
from games.noir.pieces import CARDS, FIRST_CARDS, HAND_SIZE, LAST_MURDER


def facts_of(_players: int) -> tuple[Fact, ...]:
    """Return the counts, and each side's possible actions in a turn."""
    return (
        Fact(gettext_noop("Suspects, in a square"), "%(number)d", CARDS, "people"),
        Fact(
            gettext_noop("Neighbours"),
            gettext_noop("touch, diagonals included; the edges don't wrap around"),
            mark="person",
        ),
        Fact(
            gettext_noop("A turn of the killer"),
            gettext_noop("one of: murder, disguise, shift or collapse"),
            mark="mask",
        ),
        Fact(
            gettext_noop("A turn of the inspector"),
            gettext_noop("one of: arrest, investigate, deduce, shift or collapse"),
            mark="investigate",
        ),
        Fact(gettext_noop("First cards of the inspector"), "%(number)d", FIRST_CARDS, "deck"),
        Fact(gettext_noop("Cards in the inspector's hand"), "%(number)d", HAND_SIZE, "hand"),
        Fact(gettext_noop("Murders to win"), "%(number)d", LAST_MURDER, "execute"),
        Fact(
            gettext_noop("A collapse"),
            gettext_noop("takes one dead suspect out of every row, or out of every column"),
            mark="tomb",
        ),
        Fact(
            gettext_noop("A wrong deduction"),
            gettext_noop("loses the game immediately"),
            mark="cross",
        ),
    )


#: The rule of each phase, for players who ask at the table.
_RULES = {
    "set-up-murder": gettext_noop(
        "The killer murders a neighbour first. This murder can't hit the inspector: the inspector "
        "has no identity yet."
    ),
    "choose-identity": gettext_noop(
        "The inspector draws four cards, becomes one of these suspects, and keeps the other "
        "cards as the hand. Dead suspects can't be chosen."
    ),
    "killer": gettext_noop(
        "The killer does one thing: murder a neighbour, shift a row or column, collapse the "
        "grid, or disguise. After the murder of an innocent everybody learns whether the "
        "inspector stood beside the victim. Ten murders win."
    ),
    "inspector": gettext_noop(
        "The inspector does one thing: arrest a neighbour, lay a card from the hand to ask "
        "whether the killer stands beside it, shift, collapse, or name the killer and the "
        "disguise. A wrong deduction loses immediately."
    ),
    "over": gettext_noop(
        "The killer wins by murdering the inspector or with ten murders, the inspector by "
        "arresting the killer or by naming killer and disguise."
    ),
}

_SIGNS = (
    Sign("mask", gettext_noop("The killer")),
    Sign("investigate", gettext_noop("The inspector")),
    Sign("check", gettext_noop("The killer said: beside this suspect"), "killer-yes"),
    Sign("cross", gettext_noop("The killer said: not beside this suspect"), "killer-no"),
    Sign("check", gettext_noop("The inspector said: beside this suspect"), "inspector-yes"),
    Sign("cross", gettext_noop("The inspector said: not beside this suspect"), "inspector-no"),
    Sign("check", gettext_noop("Innocent: an evidence card lies on this suspect"), "innocent"),
    Sign("tomb", gettext_noop("Dead: stays in the grid until it collapses"), "dead"),
    Sign("", gettext_noop("What the last turn affected"), "last"),
    Sign("execute", gettext_noop("Ten murders win for the killer."), "murders"),
    Sign("hand", gettext_noop("How many cards the inspector holds")),
    Sign("deck", gettext_noop("How many evidence cards are left")),
    Sign("lock", gettext_noop("This line can't be shifted back this turn")),
    Sign("hourglass", gettext_noop("Whose turn it is")),
    Sign("mask", gettext_noop("The killer was this suspect"), "killer"),
    Sign("mask", gettext_noop("The killer's second card"), "disguise"),
    Sign("investigate", gettext_noop("The inspector was this suspect"), "inspector"),
    Sign("pencil", gettext_noop("Your own pencil mark, on this device only"), "pencil"),
)

PRIMER = Primer(
    facts=facts_of,
    rules=_RULES,
    signs=_SIGNS,
    pitch=gettext_noop("A killer and an inspector hide among 25 suspects."),
    minutes=15,
    cards=(
        Card(
            "people",
            gettext_noop("Two of the 25 are you"),
            gettext_noop(
                "Each player is secretly one of the suspects. Neither knows which one the other is."
            ),
            Piece("grid", "killer", 2, 6),
        ),
        Card(
            "execute",
            gettext_noop("The killer murders a neighbour"),
            gettext_noop(
                "A victim must stand beside the killer, diagonals included. So every murder is "
                "a clue to where the killer is."
            ),
            Piece("grid", "inspector", 2, 4),
        ),
        Card(
            "investigate",
            gettext_noop("The inspector asks"),
            gettext_noop(
                "Lay a card from your hand on its suspect. The killer must say whether they "
                "stand beside it. Arrest a neighbour when you are sure enough: a miss costs "
                "nothing but what it gives away."
            ),
            Piece("file", "inspector", 2, 6),
        ),
        Card(
            "arrow",
            gettext_noop("The street moves"),
            gettext_noop(
                "Instead of any other action you may shift a row or a column by one. A suspect "
                "who falls off one end comes back at the other."
            ),
            Piece("grid", "inspector", 2, 8),
        ),
        Card(
            "mask",
            gettext_noop("The killer may be somebody else"),
            gettext_noop(
                "The killer holds a second card, the disguise. The killer may swap the two, or "
                "bluff and keep them: the inspector sees only that it may have been a swap."
            ),
            Piece("letter", "killer", 2, 6),
        ),
        Card(
            "trophy",
            gettext_noop("Who wins"),
            gettext_noop(
                "The killer: by murdering the inspector, or with ten murders. The inspector: by"
                " arresting the killer, or by naming both the killer and the disguise. Naming "
                "the wrong pair loses."
            ),
            Piece("happened", "over", 2),
        ),
    ),
)
