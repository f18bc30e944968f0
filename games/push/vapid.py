"""Identifies the site as the sender to a push service, with a signature (RFC 8292)."""

import json
import time
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings
from django.utils.crypto import salted_hmac

from games.push.encryption import CURVE, public_bytes, to_base64

#: How many seconds a signature is valid; a day is the maximum.
HOLDS = 12 * 3600
#: The order of the curve P-256.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@lru_cache
def _key(secret_key: str) -> ec.EllipticCurvePrivateKey:
    """Return the site's key; it is derived from the site's secret key."""
    digest = salted_hmac("games.push.vapid", "key", secret=secret_key, algorithm="sha512").digest()
    return ec.derive_private_key(1 + int.from_bytes(digest, "big") % (_ORDER - 1), CURVE)


def public_key() -> str:
    """Return the public key with which browsers identify the site."""
    return to_base64(public_bytes(_key(settings.SECRET_KEY).public_key()))


def authorization(endpoint: str, now: float | None = None) -> str:
    """Return the header that authenticates the site to the push service of `endpoint`."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now or time.time()) + HOLDS,
        "sub": settings.SITE_URL,
    }
    token = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    r, s = decode_dss_signature(_key(settings.SECRET_KEY).sign(token.encode(), ec.ECDSA(SHA256())))
    signature = to_base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={token}.{signature}, k={public_key()}"


def _part(value: dict[str, object]) -> str:
    return to_base64(json.dumps(value, separators=(",", ":")).encode())
