"""WebDriver's two protocols, each with the few commands that a window needs."""

import base64
import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from itertools import count
from typing import Any

from websockets.sync.client import ClientConnection

#: Seconds for a browser to do what it is told: a busy machine is slow, which is not a defect.
PATIENCE = 60
#: A gesture in one window: a pointer's or a keyboard's steps, the same in both protocols.
Steps = Sequence[dict[str, Any]]


class Refused(Exception):
    """The browser did not do it: while it loads another page, for one."""


class Classic:
    """W3C WebDriver by HTTP: WebKitGTK's driver, and Chromium's."""

    def __init__(self, driver: str, capabilities: dict[str, Any]) -> None:
        self._driver, self._session = driver, ""
        opened = self._send("POST", "", {"capabilities": {"alwaysMatch": capabilities}})
        self._session = f"/{opened['sessionId']}"
        self._has_log = "goog:chromeOptions" in capabilities

    def go(self, address: str) -> None:
        """Load a page."""
        self._send("POST", "/url", {"url": address})

    def run(self, function: str, arguments: Sequence[Any]) -> Any:
        """Call a function of JavaScript, and return its result."""
        script = f"return JSON.stringify(({function})(...arguments) ?? null)"
        result = self._send("POST", "/execute/sync", {"script": script, "args": [*arguments]})
        return json.loads(result)

    def act(self, kind: str, steps: Steps) -> None:
        """Perform a gesture."""
        source = {"type": kind, "id": kind, "actions": [*steps]}
        self._send("POST", "/actions", {"actions": [source]})

    def picture(self) -> bytes:
        """Return what the window shows, as PNG."""
        return base64.b64decode(self._send("GET", "/screenshot"))

    def resize(self, width: int, height: int) -> None:
        """Give the page this size, whatever the window's own bars take."""
        for _try in range(2):  # the second time with the bars that the first shows
            inner = self.run("() => [outerWidth - innerWidth, outerHeight - innerHeight]", [])
            size = {"width": width + inner[0], "height": height + inner[1]}
            self._send("POST", "/window/rect", {"x": 0, "y": 0, **size})

    def complaints(self) -> list[str]:
        """Return what the console has said since the last time; WebKit's driver never tells."""
        if not self._has_log:
            return []
        return [entry["message"] for entry in self._send("POST", "/se/log", {"type": "browser"})]

    def close(self) -> None:
        """Close the window."""
        self._send("DELETE", "")

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(  # noqa: S310
            f"{self._driver}/session{self._session}{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(error.read().decode()) from error


class Bidi:
    """WebDriver BiDi by a socket: Firefox speaks it itself, without a driver beside it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._ids = socket, count(1)
        self._said: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        tree = self._send("browsingContext.getTree")
        self._window = {"context": tree["contexts"][0]["context"]}

    def go(self, address: str) -> None:
        """Load a page."""
        self._send("browsingContext.navigate", url=address, wait="complete", **self._window)

    def run(self, function: str, arguments: Sequence[Any]) -> Any:
        """Call a function of JavaScript, and return its result."""
        answer = self._send(
            "script.callFunction",
            functionDeclaration=(
                f"(given) => JSON.stringify(({function})(...JSON.parse(given)) ?? null)"
            ),
            arguments=[{"type": "string", "value": json.dumps([*arguments])}],
            awaitPromise=False,
            target=self._window,
        )
        if answer["type"] == "exception":
            raise Refused(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def act(self, kind: str, steps: Steps) -> None:
        """Perform a gesture."""
        source = {"type": kind, "id": kind, "actions": [*steps]}
        self._send("input.performActions", actions=[source], **self._window)

    def picture(self) -> bytes:
        """Return what the window shows, as PNG."""
        return base64.b64decode(
            self._send("browsingContext.captureScreenshot", **self._window)["data"]
        )

    def resize(self, width: int, height: int) -> None:
        """Give the page this size."""
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", viewport=size, **self._window)

    def complaints(self) -> list[str]:
        """Return what the console has said since the last time."""
        self._send("session.status")  # what was said until now comes before the answer
        said, self._said = self._said, []
        return said

    def close(self) -> None:
        """Close the browser."""
        self._send("browser.close")

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._said.append(told["params"]["text"])
            if told.get("id") == number:
                if told["type"] == "error":
                    raise Refused(f"{told['error']}: {told['message']}")
                return told["result"]


Line = Classic | Bidi
