"""The site as an app: manifest, icons, and a service worker that keeps one page."""

import json
import re
import struct

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_the_site_and_icons_have_their_stated_sizes(settings):
    settings.SITE_NAME = "Cabinet Blanc"
    described = json.loads(Client().get("/manifest.webmanifest").content)
    assert described["name"] == "Cabinet Blanc"
    assert {icon["purpose"] for icon in described["icons"]} == {"any", "maskable"}
    for icon in described["icons"]:
        picture = Client().get(icon["src"])
        assert picture.headers["Content-Type"] == "image/png"
        width, height = struct.unpack(">II", picture.content[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_pages_link_to_the_manifest_and_there_is_no_other_icon():
    assert (
        '<link rel="manifest" href="/manifest.webmanifest">' in Client().get("/").content.decode()
    )
    assert Client().get("/icon-7.png").status_code == 404


def test_the_service_worker_caches_only_its_offline_page():
    script = Client().get("/service-worker.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    text = script.content.decode()
    assert re.findall(r"cache\.\w+\(", text) == ["cache.addAll("]
    assert 'const OFFLINE = "/offline/?lang=en"' in text
    assert "[OFFLINE, UNSENT, ...LOOK].map(" in text


def test_the_service_worker_keeps_the_language_chosen_on_the_site():
    person = Client(headers={"accept-language": "en"})
    before = person.get("/service-worker.js").content.decode()
    person.post("/i18n/setlang/", {"language": "it", "next": "/"})
    after = person.get("/service-worker.js").content.decode()
    assert 'const OFFLINE = "/offline/?lang=it"' in after
    assert re.findall("KEPT = .*", before) != re.findall("KEPT = .*", after)
    kept = Client(headers={"accept-language": "en"}).get("/offline/?lang=it").content.decode()
    assert '<html lang="it">' in kept


@pytest.mark.parametrize("address", ["/offline/?lang=de", "/offline/?lang=de&unsent"])
def test_the_offline_page_is_public_and_needs_only_cached_files(alice, address):
    person = Client()
    person.force_login(alice)
    page = person.get(address).content.decode()
    assert page == Client().get(address).content.decode()
    needed = re.findall(r' (?:src|href)="([^"]+)"', page)
    assert len(needed) == page.count("<script") + page.count("<link") > 0
    worker = Client().get("/service-worker.js").content.decode()
    assert all(f'"{address}"' in worker for address in needed)
