"""Labels of the names in records, and sentences on the reasons for the end."""

from games.engine.text import Term, gettext_noop, pgettext_noop
from games.noir.pieces import SUSPECTS

ENDINGS = {
    "inspector-murdered": gettext_noop("The inspector was murdered."),
    "ten-murders": gettext_noop("Ten suspects were murdered."),
    "wrong-deduction": gettext_noop("The inspector deduced the wrong pair."),
    "killer-arrested": gettext_noop("The killer was arrested."),
    "deduced": gettext_noop("The inspector deduced identity and disguise."),
    "resigned": gettext_noop("The other side resigned."),
    "draw-agreed": gettext_noop("Both agreed to a draw."),
}

#: The text on a suspect's tile in the grid; about eight letters fit on a phone (grid.jinja).
ON_TILES = {"disguise": pgettext_noop("on a tile", "Disguise")}

LABELS: dict[str, Term] = {
    "side/killer": pgettext_noop("side", "killer"),
    "side/inspector": pgettext_noop("side", "inspector"),
    "roles/killer": pgettext_noop("side", "killer"),
    "roles/inspector": pgettext_noop("side", "inspector"),
    "kind/setup": pgettext_noop("moment", "set-up"),
    "kind/shift": pgettext_noop("moment", "shifts"),
    "kind/collapse": pgettext_noop("moment", "collapses"),
    "kind/murder": pgettext_noop("moment", "murders"),
    "kind/disguise": pgettext_noop("moment", "disguises"),
    "kind/arrest": pgettext_noop("moment", "arrests"),
    "kind/investigate": pgettext_noop("moment", "investigations"),
    "kind/canvass": pgettext_noop("moment", "canvasses"),
    "kind/cards": pgettext_noop("moment", "evidence cards"),
    "kind/deduce": pgettext_noop("moment", "deductions"),
    "kind/draw": pgettext_noop("moment", "draw offers"),
    "kind/end": pgettext_noop("moment", "the end"),
    "murder": pgettext_noop("action", "Murder"),
    "choose-identity": pgettext_noop("action", "Choose an identity"),
    "shift": pgettext_noop("action", "Shift"),
    "collapse": pgettext_noop("action", "Collapse"),
    "disguise": pgettext_noop("action", "Disguise"),
    "arrest": pgettext_noop("action", "Arrest"),
    "investigate": pgettext_noop("Noir action", "Investigate"),
    "deduce": pgettext_noop("action", "Deduce"),
    "offer-draw": pgettext_noop("action", "Offer a draw"),
    "accept-draw": pgettext_noop("action", "Accept the draw"),
    "resign": pgettext_noop("action", "Resign"),
    "suspect": pgettext_noop("field", "Suspect"),
    "suspects": pgettext_noop("field", "Suspects"),
    "line": pgettext_noop("field", "Line"),
    "index": pgettext_noop("field", "Number"),
    "direction": pgettext_noop("field", "Direction"),
    "remove": pgettext_noop("field", "Remove"),
    "swap": pgettext_noop("field", "Swap"),
    "swap/true": Term("Switch to your disguise"),
    "swap/false": Term("Bluff"),
    **{name: Term(name, "suspect") for name in SUSPECTS},
    **{f"index/{index}": Term(str(index + 1)) for index in range(5)},  # people count from 1
    "roles": pgettext_noop("field", "Roles"),
    "grid": pgettext_noop("field", "Grid, row by row"),
    "evidence": pgettext_noop("field", "Evidence deck, top first"),
    "row": pgettext_noop("line", "row"),
    "column": pgettext_noop("line", "column"),
    "left": pgettext_noop("direction", "left"),
    "right": pgettext_noop("direction", "right"),
    "up": pgettext_noop("direction", "up"),
    "down": pgettext_noop("direction", "down"),
    "row-each": pgettext_noop("removal", "one out of every row"),
    "column-each": pgettext_noop("removal", "one out of every column"),
    "killer": pgettext_noop("player", "killer"),
    "inspector": pgettext_noop("player", "inspector"),
}
