"""Encrypts messages for one browser: RFC 8291, in the encoding of RFC 8188."""

import base64
import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

#: The size of a record in bytes; every message fits into one.
RECORD = 4096
CURVE = ec.SECP256R1()


class BadKeys(ValueError):
    """The browser's keys are invalid."""


def from_base64(text: str) -> bytes:
    """Return the bytes of `text`, which is base64url without padding.

    :raises BadKeys: if it is not base64url.
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise BadKeys from error


def to_base64(data: bytes) -> str:
    """Return `data` as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as 65 bytes (an uncompressed point)."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check(public_key: str, secret: str) -> None:
    """Check a browser's keys.

    :raises BadKeys: if a message can't be encrypted for them.
    """
    encrypt(b"", public_key, secret)


def encrypt(
    text: bytes,
    public_key: str,
    secret: str,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt `text` for the browser with these keys (RFC 8291, 3.4); tests fix `own` and `salt`.

    :raises BadKeys: if the keys are invalid.
    """
    receiver, agreement = from_base64(public_key), from_base64(secret)
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver)
    except ValueError as error:
        raise BadKeys from error
    if len(agreement) != 16:
        raise BadKeys
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    sender = public_bytes(own.public_key())
    info = b"WebPush: info\0" + receiver + sender
    material = _derive(own.exchange(ec.ECDH(), key), agreement, info, 32)
    content_key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    body = AESGCM(content_key).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender + body


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)
