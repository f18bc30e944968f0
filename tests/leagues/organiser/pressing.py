"""A browser without JavaScript that counts presses and finds links and buttons by their text."""

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urljoin

from django.test import Client

VOID = {"input", "br", "link", "meta", "img", "use", "hr", "source"}


class Control:
    """A button, link or field: its text, its attributes, and its form."""

    def __init__(self, tag: str, attrs: dict[str, str | None], form: "Form | None") -> None:
        self.tag, self.attrs, self.form, self.says = tag, attrs, form, ""


class Form:
    """A form with the values of its fields."""

    def __init__(self, attrs: dict[str, str | None]) -> None:
        self.attrs = attrs
        self.data: list[tuple[str, str]] = []


class Page(HTMLParser):
    """The links, buttons and forms of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.controls: list[Control] = []
        self.open: list[Control] = []
        self.form: Form | None = None
        self.select: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        known = dict(attrs)
        if tag == "form":
            self.form = Form(known)
        elif tag in ("a", "button"):
            self.open.append(Control(tag, known, self.form))
            self.controls.append(self.open[-1])
        elif tag == "textarea":
            self.open.append(Control(tag, known, self.form))
        elif self.form is not None:
            self._field(tag, known)

    def _field(self, tag: str, known: dict[str, str | None]) -> None:
        name = known.get("name")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in known:
            self.form.data.append((self.select, known.get("value") or ""))
        elif tag == "input" and name:
            ticked = known.get("type") in ("checkbox", "radio")
            if not ticked or "checked" in known:
                self.form.data.append((name, known.get("value", "on" if ticked else "") or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif self.open and self.open[-1].tag == tag:
            done = self.open.pop()
            if tag == "textarea" and done.form is not None:
                done.form.data.append((done.attrs.get("name") or "", done.says.strip("\n")))

    def handle_data(self, data: str) -> None:
        for one in self.open:
            one.says += data


class Browser:
    """A user of the site: their page, their input, and the number of presses."""

    def __init__(self, client: Client) -> None:
        self.client, self.presses, self.address, self.text = client, 0, "", ""
        self.typed: dict[str, Any] = {}

    def open(self, address: str) -> "Browser":
        """Open a URL without a press."""
        return self._arrive(self.client.get(urldefrag(address).url, follow=True), address)

    def type(self, **fields: Any) -> "Browser":
        """Type into fields of the next form; typing does not count as a press."""
        self.typed |= fields
        return self

    def choose(self, **fields: Any) -> "Browser":
        """Tick boxes, or choose from lists; each counts as a press."""
        self.presses += len(fields)
        return self.type(**fields)

    def press(self, words: str, status: int = 200) -> "Browser":
        """Press the first link or button with this text, and follow it to a page of `status`."""
        self.presses += 1
        known = [(" ".join(one.says.split()), one) for one in Page(self.text).controls]
        fits = [one for says, one in known if words in says and self._can_hold(one)]
        said = re.findall(r'class="errors[^>]*>(.*?)<', self.text, re.DOTALL)
        assert fits, f"{words!r} is not at {self.address}: {[says for says, _one in known]} {said}"
        pressed = fits[0]
        if pressed.tag == "a":
            return self.open(urljoin(self.address, pressed.attrs["href"] or ""))
        assert pressed.form is not None
        data: dict[str, list[str]] = {}
        for name, value in pressed.form.data:
            data.setdefault(name, []).append(value)
        data |= {name: value if isinstance(value, list) else [value]
                 for name, value in self.typed.items()}  # fmt: skip
        if pressed.attrs.get("name"):
            data[pressed.attrs["name"] or ""] = [pressed.attrs.get("value") or ""]
        self.typed = {}
        action = urljoin(self.address, pressed.form.attrs.get("action") or "")
        if (pressed.form.attrs.get("method") or "get").lower() == "get":
            return self._arrive(self.client.get(action, data, follow=True), action)
        return self._arrive(self.client.post(action, data, follow=True), action, status)

    def _can_hold(self, control: Control) -> bool:
        return control.tag == "a" or control.form is not None

    def _arrive(self, answer: Any, address: str, status: int = 200) -> "Browser":
        said = answer.content.decode()
        assert answer.status_code == status, f"{answer.status_code} at {address}: {said[-3000:]}"
        chain = answer.redirect_chain
        self.address = urljoin("http://testserver/", chain[-1][0] if chain else address)
        self.text = said
        return self
