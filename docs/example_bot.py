"""Plays one match of Cabinet Noir through its API: random legal actions. Needs only Python 3.

    python example_bot.py https://the.site TOKEN CODE

Create TOKEN on the site, under Account, API bots; CODE is the six letters of a table where
such bots may sit. Put a better strategy into `choose`, and you have a player.
"""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request

#: Kinds of actions that this bot never takes.
AVOIDED = {"claim", "resign", "offer-draw", "accept-draw"}
#: Seconds of silence after which a stream counts as lost; heartbeats come every ten.
SILENCE = 30
#: Seconds to wait before trying again.
PAUSE = 1


def choose(position):
    """Return one of the choices; `position["view"]` has everything that this seat may know."""
    choices = [one for one in position["choices"] if one["action"] not in AVOIDED]
    return random.choice(choices or position["choices"])


class Site:
    """The API of a site, with a token for it."""

    def __init__(self, address, token):
        self.address = address.rstrip("/") + "/api/v1"
        self.token = token

    def open(self, method, path, body=None):
        """Send a request; return the open response, which may be an error."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=SILENCE)
        except urllib.error.HTTPError as problem:
            return problem

    def ask(self, method, path, body=None):
        """Return a response's status and content; wait if the site asks for that or is down."""
        while True:
            try:
                with self.open(method, path, body) as answer:
                    status, text = answer.status, answer.read()
            except (OSError, http.client.HTTPException):
                time.sleep(PAUSE)
                continue
            if status == 429:
                time.sleep(int(answer.headers["Retry-After"]))
            elif status >= 500:
                time.sleep(PAUSE)
            else:
                return status, json.loads(text or "null")

    def stream(self, path):
        """Yield (event, data) until the stream ends."""
        event = ""
        with self.open("GET", path) as answer:
            if answer.status != 200:
                yield "closed", json.load(answer)
                return
            for line in answer:
                name, _colon, value = line.decode().rstrip("\n").partition(": ")
                if name == "event":
                    event = value
                elif name == "data":
                    yield event, json.loads(value)


def decide(site, match, position, prompt):
    """Answer every open question of the seat; return the number of the last one."""
    while position["owes"] and not position["is_paused"] and position["prompt"] > prompt:
        move = {"prompt": position["prompt"], "action": choose(position)}
        status, answer = site.ask("POST", f"{match}/action", move)
        if status == 200:
            prompt, position = move["prompt"], answer
        elif status == 409 and "position" in answer:  # the position has changed: use the new one
            position = answer["position"]
        else:
            sys.exit(f"Refused: {answer['title']} {answer.get('detail', '')}")
    return prompt


def play(site, code):
    """Take a seat, be ready, and play until the match is over; return its last position."""
    match = f"/matches/{code}"
    status, position = site.ask("POST", f"{match}/seat", {"entropy": str(random.getrandbits(64))})
    if status == 409:  # it is already running: perhaps we have a seat
        status, position = site.ask("GET", match)
    if status not in (200, 201):
        sys.exit(f"Could not sit down: {position['title']}")
    if position["status"] == "open":
        site.ask("POST", f"{match}/ready", {"ready": True})
    last_prompt = -1
    while True:
        try:
            for event, data in site.stream(f"{match}/stream"):
                if event == "closed" and data["status"] not in (429, 500, 502, 503):
                    sys.exit(f"The stream is closed: {data['title']}")
                if event != "position":
                    continue
                if data["status"] in ("finished", "void"):
                    return data
                last_prompt = decide(site, match, data, last_prompt)
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            pass  # the site was restarted, or the connection failed: connect again
        time.sleep(PAUSE)


def main():
    """Play, and print the result."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    address, token, code = sys.argv[1:]
    last = play(Site(address, token), code)
    print("Over:", last["status"], last["view"] and last["view"]["result"])


if __name__ == "__main__":
    main()
