"""A visitor with a plain browser without JavaScript, who uses the forms of a real site."""

import html
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.cookiejar import CookieJar


@dataclass
class Answer:
    """The site's response: status, final URL, and text."""

    status: int
    address: str
    text: str


class Visitor:
    """A browser's cookies, and its requests."""

    def __init__(self, site: str, jar: CookieJar | None = None) -> None:
        self.site = site
        self.jar = CookieJar() if jar is None else jar
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar)).open

    def get(self, path: str, **headers: str) -> Answer:
        """Request a page."""
        return self._ask(urllib.request.Request(self.site + path, headers=headers))  # noqa: S310

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form, with the token of its page."""
        token = next((cookie.value for cookie in self.jar if cookie.name == "csrftoken"), "")
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        return self._ask(urllib.request.Request(self.site + path, data))  # noqa: S310

    def cookies(self) -> str:
        """Return the header that a socket of this browser sends."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def _ask(self, request: urllib.request.Request) -> Answer:
        try:
            with self._open(request, timeout=30) as response:
                return Answer(response.status, response.url, response.read().decode())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.url, error.read().decode())

    def open_table(self, name: str, **more: str) -> str:
        """Open a table of Secret Hitler for five as a guest called `name`; return its path."""
        self.get("/open/")
        opened = self.post(
            "/open/",
            name=name, game="secret-hitler", seats_min="5", seats_max="5", visibility="link",
            pace="untimed", language="en", **more,
        )  # fmt: skip
        return opened.address.removeprefix(self.site)

    def sit_down(self, path: str, name: str) -> None:
        """Sit down at a table as a guest, and be ready."""
        self.get(path)
        self.post(f"{path}sit/", name=name)
        self.get(path)
        self.post(f"{path}ready/")

    def decide(self, path: str) -> bool:
        """Take the first action that the page offers; return whether there was one."""
        fields = self.answer_to(path)
        if fields is None:
            return False
        answer = self.post(f"{path}act/", **fields)
        assert answer.status == 200, answer.text[:2000]
        return True

    def answer_to(self, path: str) -> dict[str, str] | None:
        """Return the first offered action as sent by its form, or None without one."""
        page = self.get(path).text
        question = re.search(r'data-owes.*?<fieldset class="ask.*?</fieldset>', page, re.DOTALL)
        if question is None:
            return None
        fields = {"prompt": re.findall(r'name="prompt" value="(\d+)"', page)[0]}
        fields["action"] = html.unescape(
            re.findall(r"""name="action" value=(["'])(.+?)\1""", question[0])[0][1]
        )
        if fields["action"] == "chosen":
            fields["choice"] = html.unescape(
                re.findall(r"""name="choice"[^>]* value=(["'])(.+?)\1""", question[0])[0][1]
            )
        return fields

    def position(self, path: str) -> str:
        """Return every fragment that this visitor currently sees."""
        return self.get(f"{path}live/", **{"HX-Request": "true"}).text
