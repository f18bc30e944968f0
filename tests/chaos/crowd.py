"""Simulated people who play through all faults, and record the site's acknowledgements."""

import html
import http.client
import json
import re
import socket
import time
import urllib.parse
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from typing import NamedTuple

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

#: Seconds for one request before it is given up, as by a browser's user.
TIMEOUT = 20
#: Seconds between two requests of an idle person; with many people it is more.
GLANCE = 0.3


class SentDecision(NamedTuple):
    """A decision that was not refused."""

    prompt: int
    action: str
    is_acknowledged: bool  #: False: no answer came


@dataclass
class Ledger:
    """The decisions of one person at one table, in order."""

    sent: list[SentDecision] = field(default_factory=list)

    @property
    def acknowledged(self) -> list[SentDecision]:
        """Return the acknowledged decisions."""
        return [one for one in self.sent if one.is_acknowledged]

    @property
    def unknown(self) -> list[SentDecision]:
        """Return the decisions without an answer."""
        return [one for one in self.sent if not one.is_acknowledged]


class BrowserClient:
    """A browser that uses any web process that answers: with a live socket, or with forms only."""

    def __init__(
        self,
        ports: list[int],
        random: Random,
        *,
        has_socket: bool = False,
        glance: float = GLANCE,
    ) -> None:
        self.ports, self.random, self.has_socket, self._glance = ports, random, has_socket, glance
        self._socket: ClientConnection | None = None
        self.cookies: dict[str, str] = {}
        self.network = f"10.{random.randrange(256)}.{random.randrange(256)}.9"
        self.ledger = Ledger()
        self.answers: Counter[int] = Counter()
        self.failures = 0
        #: Steps that lead to a decision: a seat taken, a letter read.
        self.steps = 0
        #: Requests that failed with an error of the site or without an answer.
        self.refused: list[str] = []
        #: The start of the current request; 0 without one.
        self.asking_since = 0.0
        self.slowest = 0.0

    def get(self, path: str, **headers: str) -> tuple[int, str, str]:
        """Request a page until a process answers."""
        while True:
            try:
                return self._ask("GET", path, b"", headers)
            except (OSError, http.client.HTTPException):
                self.failures += 1
                time.sleep(0.2)

    def post(self, path: str, **fields: str) -> tuple[int, str, str]:
        """Send a form once.

        :raises OSError: if no answer came, so that the result is unknown.
        """
        token = self.cookies.get("csrftoken", "")
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            return self._ask("POST", path, body, kind)
        except http.client.HTTPException as error:
            self.failures += 1
            raise OSError(str(error)) from error

    def insist(self, path: str, **fields: str) -> tuple[int, str, str]:
        """Send a form until it is answered; only for forms that may arrive twice."""
        while True:
            try:
                answer = self.post(path, **fields)
            except OSError:
                time.sleep(0.2)
            else:
                if answer[0] < 500:
                    return answer
            self.get("/conduct/")

    def step(self, path: str, **fields: str) -> tuple[int, str, str]:
        """Send a form that may arrive twice until it is answered, and count it."""
        answer = self.insist(path, **fields)
        self.steps += answer[0] < 400
        return answer

    def _ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, str, str]:
        """Send a request, and record it if it fails."""
        began = self.asking_since = time.monotonic()
        why = ""
        try:
            answer = self._send(method, path, body, headers)
            why = str(answer[0]) if answer[0] >= 500 else ""
        except (OSError, http.client.HTTPException) as error:
            why = repr(error)
            raise
        else:
            return answer
        finally:
            self.asking_since, seconds = 0.0, time.monotonic() - began
            self.slowest = max(self.slowest, seconds)
            if why:
                self.refused.append(f"{method} {path} after {seconds:.1f} s: {why}")

    def _send(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, str, str]:
        """Send a request to a process that accepts it, trying one after another like a proxy."""
        for port in self.random.sample(self.ports, len(self.ports)):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            try:
                line.connect()
            except OSError:
                continue
            try:
                line.request(method, path, body, headers | self._own())
                answer = line.getresponse()
                text = answer.read().decode()
            finally:
                line.close()
            self._keep(answer)
            self.answers[answer.status] += 1
            return answer.status, answer.headers.get("Location", ""), text
        raise ConnectionError("nobody listens")

    def _own(self) -> dict[str, str]:
        """Return the headers of a browser, and those of a proxy."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies, "X-Forwarded-For": self.network}

    def _keep(self, answer: http.client.HTTPResponse) -> None:
        for header in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value

    def decide(self, path: str) -> bool:
        """Read the person's letter, or take an action offered by the page; record the result.

        Return whether the match is over.
        """
        _status, _to, page = self.get(path)
        if 'class="after-actions"' in page:
            return True
        if 'class="reveal"' in page:
            self.step(f"{path}read/")
            return False
        question = re.search(r"<section[^>]*data-owes.*?</section>", page, re.DOTALL)
        prompt = re.search(r'name="prompt" value="(\d+)"', page)
        if question is None or prompt is None:
            time.sleep(self._glance)
            return False
        fields = {"prompt": prompt[1], "action": self._one(question[0], "action")}
        if fields["action"] == "chosen":
            fields["choice"] = self._one(question[0], "choice")
        action = fields.get("choice", fields["action"])
        answer = self._send_up(path, fields) if self.has_socket else self._post(path, fields)
        if answer is not False:
            self.ledger.sent.append(
                SentDecision(int(prompt[1]), action, is_acknowledged=bool(answer))
            )
        return False

    def _post(self, path: str, fields: dict[str, str]) -> bool | None:
        """Send a decision by form; return whether it was accepted, None if unknown."""
        try:
            status, _to, _text = self.post(f"{path}act/", **fields)
        except OSError:
            return None
        return None if status >= 500 else status < 400

    def _send_up(self, path: str, fields: dict[str, str]) -> bool | None:
        """Send a decision by the live socket; return whether it was accepted, None if unknown."""
        try:
            socket = self._socket = self._socket or self.open_socket(path)
        except (OSError, WebSocketException):
            self.failures += 1
            time.sleep(0.2)
            return False  # nothing was sent
        act = fields.get("choice", fields["action"])
        try:
            socket.send(json.dumps({"id": 1, "prompt": int(fields["prompt"]), "act": act}))
            while '"ack"' not in (text := str(socket.recv(timeout=TIMEOUT))):
                pass
        except (OSError, WebSocketException):
            self.failures += 1
            self.close()
            return None
        self.answers[0] += 1
        return '"why"' not in text

    def open_socket(self, path: str) -> ClientConnection:
        """Return a new live socket of a match's page.

        :raises OSError, WebSocketException: if no process accepts it.
        """
        port, code = self.random.choice(self.ports), path.strip("/").rpartition("/")[2]
        return connect(
            f"ws://127.0.0.1:{port}/ws/match/{code}/?language=en",
            origin=Origin(f"http://127.0.0.1:{port}"),
            additional_headers=self._own(),
            open_timeout=TIMEOUT,
            close_timeout=1,
            ping_interval=None,  # processes that hang for seconds are part of the test
            max_size=None,
            compression=None,
        )

    def close(self) -> None:
        """Close the live socket, if there is one."""
        socket, self._socket = self._socket, None
        if socket is not None:
            socket.close()

    def _one(self, question: str, name: str) -> str:
        values = re.findall(rf"""name="{name}"[^>]* value=(["'])(.+?)\1""", question)
        return html.unescape(self.random.choice(values)[1])


#: The kinds of tables, in turn: the values of their form, and the number of people.
KINDS_OF_TABLES = (
    ({"pace": "untimed"}, 5),
    ({"pace": "untimed", "fills_with_bots": "on"}, 4),
    ({"pace": "brisk"}, 5),
)


class PlayedMatch:
    """One match, from the open table to its end: people alone, with a bot, or with a clock."""

    def __init__(
        self, ports: list[int], random: Random, kind: int = 0, glance: float = GLANCE
    ) -> None:
        self._options, people = KINDS_OF_TABLES[kind % len(KINDS_OF_TABLES)]
        self.people = [
            BrowserClient(ports, Random(random.random()), has_socket=seat % 2 == 1, glance=glance)
            for seat in range(people)
        ]
        self.path = ""
        self.is_over = Event()

    @property
    def code(self) -> str:
        """Return the table's code."""
        return self.path.strip("/").rpartition("/")[2]

    @property
    def progress(self) -> int:
        """Return how many actions were acknowledged, and steps made to get there."""
        return sum(len(person.ledger.acknowledged) + person.steps for person in self.people)

    def sit(self) -> bool:
        """Open the table, sit down, and start; return whether that was possible.

        If a clock jumps an hour ahead, a table where people still sit down is closed. A person
        whose request was carried out but never answered comes back as a new guest, and finds their
        own name taken.
        """
        host = self.people[0]
        host.get("/open/")
        _status, path, _text = host.step(
            "/open/",
            name="Hosting", game="secret-hitler", seats_min="5", seats_max="5",
            visibility="link", language="en", **self._options,
        )  # fmt: skip
        for seat, person in enumerate(self.people[1:], 1):
            person.get(path)
            if person.step(f"{path}sit/", name=f"Guest {seat}")[0] >= 400:
                return False
            person.get(path)
            person.step(f"{path}ready/")
        host.get(path)
        host.step(f"{path}start/")
        self.path = path
        return 'id="choices"' in host.get(path)[2]

    def play(self, stop: Event) -> None:
        """Let all people play at once, until it is over or told to stop."""
        threads = [Thread(target=self._go_on, args=(one, stop), daemon=True) for one in self.people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _go_on(self, person: BrowserClient, stop: Event) -> None:
        while not (stop.is_set() or self.is_over.is_set()):
            if person.decide(self.path):
                self.is_over.set()
        person.close()


class PlayingTable:
    """A table with one match after another."""

    def __init__(
        self,
        number: int,
        ports: list[int],
        seed: int,
        glance: float = GLANCE,
        spread: float | None = None,
    ) -> None:
        self.number, self._ports, self._random = number, ports, Random(f"{seed}/{number}")
        self._glance = glance
        self._spread = glance if spread is None else spread  #: seconds in which tables start
        self._tables: list[PlayedMatch] = []  #: including those that never began
        self.matches: list[PlayedMatch] = []

    def play(self, stop: Event) -> Thread:
        """Play match after match in a thread."""
        thread = Thread(target=self._go_on, args=(stop,), daemon=True)
        thread.start()
        return thread

    def _go_on(self, stop: Event) -> None:
        stop.wait(self._random.random() * self._spread)  # tables do not all start at once
        while not stop.is_set():
            match = PlayedMatch(self._ports, self._random, self.number, self._glance)
            self._tables.append(match)
            if match.sit():
                self.matches.append(match)
                match.play(stop)

    @property
    def people(self) -> list[BrowserClient]:
        """Return everybody who sat down here, or tried to."""
        return [one for table in self._tables for one in table.people]

    @property
    def progress(self) -> int:
        """Return a number that grows with each event here: also while people sit down or read."""
        return sum(table.progress for table in self._tables)


def stall(port: int, path: str) -> socket.socket:
    """Return a live socket of a match's page with a browser that does not read.

    :raises OSError: if no process accepts it.
    """
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(TIMEOUT)
    line.connect(("127.0.0.1", port))
    code = path.strip("/").rpartition("/")[2]
    line.sendall(
        f"GET /ws/match/{code}/?language=en HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Origin: http://127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    if not line.recv(12).endswith(b"101"):
        raise ConnectionError("no live socket")
    return line
