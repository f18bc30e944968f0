"""Posts a signed message to an untrusted server, with time limits, never to our own network.

The name is resolved once, every address is checked, and the connection is made to a checked
address, so a second DNS answer can't lead to our network. Redirects could, so they are not
followed.
"""

import base64
import hashlib
import hmac
import http.client
import ipaddress
import logging
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from math import isfinite
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.encoding import iri_to_uri

from games.leagues.errors import BadAddress

log = logging.getLogger(__name__)

#: Timeouts in seconds for one step (connect, send, receive), and for the whole request.
TIMEOUT, DEADLINE = 8.0, 15.0

#: Networks without public servers, although Python calls some of them global: IPv4-translated IPv6
#: (RFC 6052), obsolete site-local addresses (RFC 3879), 6to4 relays (RFC 7526), and protocol
#: assignments (RFC 6890).
NOBODYS = [
    ipaddress.ip_network(network)
    for network in ("64:ff9b::/96", "fec0::/10", "192.88.99.0/24", "192.0.0.0/24")
]

#: The longest wait that a receiver may request, in seconds.
LONGEST_PAUSE = 24 * 3600.0

Address = tuple[str, int]


def check_address(url: str) -> SplitResult:
    """Return the parts of `url`, after checking that it may be posted to.

    :raises BadAddress: if it is not https, contains credentials, or points to our network.
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
    """Return whether local addresses are allowed, as in tests and trial setups."""
    return bool(getattr(settings, "WEBHOOKS_MAY_BE_LOCAL", False))


def is_public(address: str) -> bool:
    """Return whether an IP address is public."""
    if _may_be_local():
        return True
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped or ip.sixtofour or ip.teredo):
        return False
    if any(ip in network for network in NOBODYS if network.version == ip.version):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def resolve(host: str, port: int) -> Address:
    """Return a checked address of `host` to connect to.

    :raises BadAddress: if any of its addresses is not public.
    :raises OSError: if it has none.
    """
    infos = socket.getaddrinfo(host.encode("idna").decode(), port, type=socket.SOCK_STREAM)
    addresses = [(str(answer[4][0]), int(answer[4][1])) for answer in infos]
    if not addresses or not all(is_public(address) for address, _port in addresses):
        raise BadAddress
    return addresses[0]


def standard_headers(secret: str, message_id: str, body: bytes, at: int) -> dict[str, str]:
    """Return the headers for a message according to Standard Webhooks (standardwebhooks.com).

    The key is the base64 of the secret's bytes; libraries expect `whsec_` and the secret.
    """
    content = f"{message_id}.{at}.".encode() + body
    digest = hmac.new(base64.b64decode(secret), content, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


class HttpAnswer(int):
    """The status of a response, and the seconds to wait that it requests."""

    retry_after: float = 0.0


def _answer(response: http.client.HTTPResponse) -> HttpAnswer:
    """Return the status, and the value of `Retry-After` if it is a number of seconds."""
    answer = HttpAnswer(response.status)
    with suppress(ValueError):
        seconds = float(response.getheader("Retry-After") or 0)
        if isfinite(seconds):
            answer.retry_after = min(max(seconds, 0.0), LONGEST_PAUSE)
    return answer


def post(url: str, body: bytes, headers: Mapping[str, str]) -> HttpAnswer | None:
    """Post `body` and return the status of the response; None without a response."""
    try:
        parts = check_address(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = resolve(parts.hostname or "", port)
        return _exchange(parts, port, address, body, headers)
    except (OSError, ValueError, http.client.HTTPException, BadAddress) as error:
        log.info("A webhook was not reached: %s", type(error).__name__)
        return None


def _exchange(
    parts: SplitResult, port: int, address: Address, body: bytes, headers: Mapping[str, str]
) -> HttpAnswer:
    host = (parts.hostname or "").encode("idna").decode()
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    connection.default_port = 443 if parts.scheme == "https" else 80  # left out of the Host header
    plain = socket.create_connection(address, timeout=TIMEOUT)
    try:
        connection.sock = _wrap_in_tls(plain, host) if parts.scheme == "https" else plain
    except OSError:
        plain.close()
        raise
    watch = Timer(DEADLINE, _hang_up, [connection.sock])
    watch.daemon = True
    watch.start()
    try:
        target = iri_to_uri(parts.path or "/") + (f"?{iri_to_uri(parts.query)}" * bool(parts.query))
        connection.request("POST", target, body, dict(headers))
        return _answer(connection.getresponse())
    finally:
        watch.cancel()
        connection.close()


def _wrap_in_tls(plain: socket.socket, host: str) -> socket.socket:
    """Return the socket wrapped in TLS; the certificate must match the name, not the address."""
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
