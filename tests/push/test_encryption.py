"""Encryption and signature of Web Push, by the vectors of RFC 8291, appendix A, and decrypted."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from games.push import encryption, vapid
from games.push.encryption import BadKeys, encrypt, from_base64, to_base64

TEXT = b"When I grow up, I want to be a watermelon"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


@pytest.mark.pure
def test_the_example_of_the_rfc_is_reproduced_to_the_byte():
    own = ec.derive_private_key(int.from_bytes(from_base64(SENDER), "big"), encryption.CURVE)
    sealed = encrypt(TEXT, RECEIVER, AUTH, own=own, salt=from_base64(SALT))
    assert to_base64(sealed) == SEALED


@pytest.mark.pure
def test_no_two_messages_look_alike():
    assert encrypt(TEXT, RECEIVER, AUTH) != encrypt(TEXT, RECEIVER, AUTH)


@pytest.mark.pure
@pytest.mark.parametrize(
    ("key", "auth"),
    [(RECEIVER, "BTBZ"), (RECEIVER[:-4], AUTH), ("A" * 87, AUTH), ("?", AUTH), (RECEIVER, "é")],
)
def test_an_invalid_key_is_refused(key, auth):
    with pytest.raises(BadKeys):
        encrypt(TEXT, key, auth)


def test_the_signature_is_valid_only_for_the_push_service_and_less_than_a_day(settings):
    settings.SITE_URL = "https://cabinet.example"
    header = vapid.authorization("https://push.example:8443/one/device", now=1_000_000)
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(from_base64(claims))
    assert said["aud"] == "https://push.example:8443"
    assert 1_000_000 < said["exp"] <= 1_000_000 + 24 * 3600
    assert said["sub"] == "https://cabinet.example"
    raw = from_base64(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(encryption.CURVE, from_base64(key))
    public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_the_sites_push_key_is_constant_while_its_secret_is(settings):
    known = vapid.public_key()
    assert known == vapid.public_key()
    settings.SECRET_KEY = "another"
    assert vapid.public_key() != known
