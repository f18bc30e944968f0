"""One message to a stranger's server: signed, in bounded time, never into our own network.

The name is resolved once, every address checked, and the checked address connected to, so that
no second answer of a name server leads inside. Redirects are not followed: they could, too.
"""

import hashlib
import hmac
import http.client
import ipaddress
import logging
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.encoding import iri_to_uri

from games.leagues.refusals_when import BadAddress

log = logging.getLogger(__name__)

#: Seconds for one step (connect, send, an answer), and for all of it: some drip.
TIMEOUT, DEADLINE = 8.0, 15.0

#: IPv6 that stands for IPv4 behind a translator (RFC 6052): never a server's own address.
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")

Address = tuple[str, int]


def check_address(url: str) -> SplitResult:
    """Return the parts of `url` if, by what is written, it may be posted to.

    :raises BadAddress: if it is not https, names somebody to log in as, or a place in here.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        host.encode("idna")
    except ValueError as error:
        raise BadAddress from error
    schemes = {"https", "http"} if settings.DEBUG or _may_be_local() else {"https"}
    if parts.scheme not in schemes or not host or parts.username is not None or port == 0:
        raise BadAddress
    if not _may_be_local() and (host == "localhost" or host.endswith((".localhost", ".local"))):
        raise BadAddress
    with suppress(ValueError):
        if not is_public(str(ipaddress.ip_address(host))):
            raise BadAddress
    return parts


def _may_be_local() -> bool:
    """Return whether addresses in here may be told things: a test's receiver, a trial."""
    return bool(getattr(settings, "WEBHOOKS_MAY_BE_LOCAL", False))


def is_public(address: str) -> bool:
    """Return whether the IP `address` belongs to somebody out there."""
    if _may_be_local():
        return True
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None or ip.sixtofour is not None or ip.teredo is not None:
            return False
        if ip in TRANSLATED:
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def resolved(host: str, port: int) -> Address:
    """Return an address of `host` to connect to.

    :raises BadAddress: if any that it has is not public.
    :raises OSError: if it has none.
    """
    found = socket.getaddrinfo(host.encode("idna").decode(), port, type=socket.SOCK_STREAM)
    addresses = [(str(answer[4][0]), int(answer[4][1])) for answer in found]
    if not addresses or not all(is_public(address) for address, _port in addresses):
        raise BadAddress
    return addresses[0]


def signature(secret: str, body: bytes, at: int) -> str:
    """Return the header that says who wrote `body`, and when (seconds since 1970)."""
    digest = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int | None:
    """Post `body` and return the status of the answer; None if there was none."""
    try:
        parts = check_address(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = resolved(parts.hostname or "", port)
        return _exchange(parts, port, address, body, headers)
    except (OSError, ValueError, http.client.HTTPException, BadAddress) as error:
        log.info("A webhook was not reached: %s", type(error).__name__)
        return None


def _exchange(
    parts: SplitResult, port: int, address: Address, body: bytes, headers: Mapping[str, str]
) -> int:
    host = (parts.hostname or "").encode("idna").decode()
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    connection.default_port = 443 if parts.scheme == "https" else 80  # what Host leaves out
    plain = socket.create_connection(address, timeout=TIMEOUT)
    try:
        connection.sock = _wrapped(plain, host) if parts.scheme == "https" else plain
    except OSError:
        plain.close()
        raise
    watch = Timer(DEADLINE, _hang_up, [connection.sock])
    watch.daemon = True
    watch.start()
    try:
        target = iri_to_uri(parts.path or "/") + (f"?{iri_to_uri(parts.query)}" * bool(parts.query))
        connection.request("POST", target, body, dict(headers))
        return connection.getresponse().status
    finally:
        watch.cancel()
        connection.close()


def _wrapped(plain: socket.socket, host: str) -> socket.socket:
    """Return the socket in TLS, the certificate checked against the name and not the address."""
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
