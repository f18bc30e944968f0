"""A circuit breaker: after an error a server is not used for a while, and nobody waits for it."""

import logging
import time
from threading import Lock

log = logging.getLogger(__name__)

#: Seconds for which a failed server is not used.
REST = 5.0


class Breaker:
    """Remembers that a server failed; after each pause it lets one caller try again."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = Lock()
        self._rests_until = 0.0
        self.has_failed = False

    def lets_pass(self) -> bool:
        """Return whether the server may be used now."""
        with self._lock:
            now = time.monotonic()
            if now < self._rests_until:
                return False
            if self.has_failed:
                self._rests_until = now + REST  # one caller tries; the others wait
            return True

    def note_failure(self, error: Exception) -> bool:
        """Stop using the server; return whether it worked until now."""
        with self._lock:
            was_well, self.has_failed = not self.has_failed, True
            self._rests_until = time.monotonic() + REST
        if was_well:
            log.warning("%s is away, and everything goes on without: %r", self.name, error)
        return was_well

    def note_success(self) -> bool:
        """Use the server again; return whether it was down until now."""
        if not self.has_failed:
            return False
        with self._lock:
            self.has_failed, self._rests_until = False, 0.0
        log.warning("%s is back", self.name)
        return True
