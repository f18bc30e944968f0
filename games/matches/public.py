"""The interface for other apps, which otherwise import only the models in games.matches.models.

- Refusals: `errors`, with their error page; `Refused`, `NotAllowed` and `refusal`, with which an
  app defines its own. `limits` counts actions of people and networks.
- Reading: `CODE` and `code_in` find a match by its code, `viewer_of` returns a user's view,
  `as_shown` the position shown on pages now. `projection_of`, `turns_of` and `record_of` read the
  log, `deadline` a player's clock; `open_tables`, `matches_of` and `with_seat_count` list matches,
  `shown_players` prefetches their players. `unwelcome_at` returns the users who may not sit down,
  `with_matches` those with some finished matches, `without_session` sessions that have ended;
  `shown_name` translates `DELETED`.
- Acting: `open_match`, `sit`, `be_ready`, `leave` and `act`, as for players; `new_nonce` and
  `commitment_of` for the page that opens a table; `note_visit` for a player without a socket;
  `reserved_seats` for tables of certain people. `lock_match` locks a match to be changed, `publish`
  updates its open pages, `settle` ends an imported match.
- Messages stored in rows: a kind is a `MessageKind` of a `Row`, or `Emails`; `deliver` sends.
- Pieces of pages: a panel makes a `Fragment`, or a `Remark` in the log, from a `PageState` with
  `regions`; `frame_of` returns the players without the position; `responses` responds to a form on
  a match's page. `room_of` lets a program follow page states. `GuestForm`, `SitForm`, `OpenForm`,
  `game_choices` and `svg_of` (a QR code) are for forms and pages with which people start to play.
"""

from typing import TYPE_CHECKING

from games.matches import errors, limits, publish
from games.matches.codes import CODE, code_in
from games.matches.drawing import regions
from games.matches.drawing.page_states import PageState, as_shown, frame_of
from games.matches.drawing.panels import Remark
from games.matches.drawing.regions import Fragment
from games.matches.errors import NotAllowed, Refused, refusal
from games.matches.live.heartbeat import room_of
from games.matches.live.session_check import without_session
from games.matches.lobby import reserved_seats
from games.matches.lobby.forms import GuestForm, OpenForm, SitForm, game_choices
from games.matches.lobby.services import be_ready, leave, open_match, sit
from games.matches.mail.letters import Emails
from games.matches.names import DELETED, shown_name
from games.matches.page import responses
from games.matches.page.qr import svg_of
from games.matches.play.clocks import deadline
from games.matches.play.experience import with_matches
from games.matches.play.memory import projection_of, turns_of
from games.matches.play.outbox import MessageKind, Row, deliver
from games.matches.play.presence import note_visit
from games.matches.play.records import record_of
from games.matches.play.seeds import commitment_of, new_nonce
from games.matches.play.services import act, lock_match, settle
from games.matches.queries import matches_of, open_tables, shown_players, with_seat_count
from games.matches.removals import unwelcome_at
from games.matches.viewers import viewer_of

if TYPE_CHECKING:
    from games.matches.queries import ListedMatch as ListedMatch

__all__ = [  # noqa: RUF022 (in the order of the docstring)
    "errors", "Refused", "NotAllowed", "refusal", "limits",
    "CODE", "code_in", "viewer_of", "as_shown", "projection_of", "turns_of", "record_of",
    "deadline", "open_tables", "matches_of", "with_seat_count", "shown_players", "unwelcome_at",
    "with_matches",
    "without_session", "DELETED", "shown_name", "open_match", "sit", "be_ready", "leave", "act",
    "new_nonce", "commitment_of", "note_visit", "reserved_seats", "lock_match", "publish", "settle",
    "MessageKind", "Row", "Emails", "deliver",
    "Fragment", "Remark", "PageState", "regions", "frame_of", "responses", "room_of", "svg_of",
    "GuestForm", "SitForm", "OpenForm", "game_choices",
]  # fmt: skip
