"""The operator's pages, and the files that browsers and search engines look for."""

import re
import socket
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from installation import first_administrator, health, stored
from installation.management.commands import serve
from installation.models import Page, PlannedStop

pytestmark = pytest.mark.django_db


def text(path: str, **headers: str) -> str:
    return Client(headers=headers).get(path).content.decode()


def test_privacy_and_conduct_have_default_texts_but_the_imprint_has_none():
    front = text("/")
    assert 'href="/privacy/"' in front
    assert 'href="/conduct/"' in front
    assert 'href="/imprint/"' not in front
    assert Client().get("/imprint/").status_code == 404
    assert Client().get("/privacy/").status_code == 200
    assert Client().get("/conduct/").status_code == 200


def test_the_list_of_stored_data_is_generated_from_the_models():
    page = text("/privacy/")
    assert "email address" in page
    assert "password" in page
    assert "Second factor" in page
    assert "name at the table" in page


#: Words that are also Italian.
SAME = {"it": {"data", "password", "rating"}}


@pytest.mark.parametrize("language", ["de", "it", "ja"])
def test_the_list_of_stored_data_is_in_the_readers_language_not_in_code_names(language):
    fields = [field for model in apps.get_models() for field in model._meta.concrete_fields]
    names = {field.name.replace("_", " ") for field in fields}
    with translation.override(language):
        shown = {word for kind in stored.about_people() for word in (kind.name, *kind.fields)}
    assert shown & names == SAME.get(language, set())


def test_the_list_of_stored_data_is_grouped_by_app_without_technical_columns():
    rows = list(stored.about_people())
    assert list(dict.fromkeys(row.part for row in rows)) == ["Account", "Matches", "Leagues"]
    by_name = {row.name: row.fields for row in rows}
    assert by_name["change by an administrator"] == ("timestamps", "text")
    assert by_name["mute"] == ("user",)


def test_the_operators_texts_are_in_the_readers_language_or_the_sites():
    Page.objects.create(kind="imprint", language="en", text="Jane Roe\n\n<b>1</b> Long Lane")
    Page.objects.create(kind="imprint", language="de", text="Erika Muster")
    cache.clear()
    assert 'href="/imprint/"' in text("/")
    english = text("/imprint/")
    assert "Jane Roe" in english
    assert "&lt;b&gt;1" in english
    assert "Erika Muster" in text("/imprint/", **{"Accept-Language": "de"})
    italian = text("/imprint/", **{"Accept-Language": "it"})
    assert '<html lang="it"' in italian
    assert re.search(r'lang="en"><p>Jane Roe', italian)


def test_planned_downtime_is_announced_on_every_page_until_it_is_over():
    stop = PlannedStop.objects.create(
        starts_at=timezone.now() + timedelta(hours=2), minutes=15, note="A new version."
    )
    assert "for about 15 minutes" in text("/")
    assert "A new version." in text("/conduct/")
    for begins in (timedelta(days=3), -timedelta(minutes=20)):
        PlannedStop.objects.filter(pk=stop.pk).update(starts_at=timezone.now() + begins)
        cache.clear()
        assert "A new version." not in text("/")


def test_the_site_has_the_name_and_links_that_its_operator_gives_it(settings):
    settings.SITE_NAME = "Salon Rouge"
    settings.FOOTER_LINKS = [("Forum", "https://forum.example.org/")]
    page = text("/conduct/")
    assert "<title>Rules of conduct · Salon Rouge</title>" in page
    assert '<a href="https://forum.example.org/" rel="noopener">Forum</a>' in page


def test_the_operators_logo_precedes_the_name_and_cannot_run_scripts(settings, tmp_path):
    assert Client().get("/logo").status_code == 404
    assert "#logo" in text("/conduct/")
    settings.LOGO = str(tmp_path / "ours.svg")
    Path(settings.LOGO).write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    page = text("/conduct/")
    assert '<img src="/logo" alt="">' in page
    assert "#logo" not in page
    answer = Client().get("/logo")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    rules = answer["Content-Security-Policy"]
    assert "default-src 'none'" in rules
    assert "sandbox" in rules


@pytest.mark.parametrize("name", ["secret-key", "ours.html", "missing.svg"])
def test_only_an_image_is_sent_as_the_logo(name, settings, tmp_path):
    settings.LOGO = str(tmp_path / name)
    if name != "missing.svg":
        Path(settings.LOGO).write_text("secret")
    assert Client().get("/logo").status_code == 404


def test_the_link_creates_only_one_administrator(alice, mallory, capsys):
    call_command("first_administrator")
    path = capsys.readouterr().out.strip().removeprefix("http://localhost:8000")
    assert Client().get(path).status_code == 302  # to the login, and back
    client = Client()
    client.force_login(alice)
    assert "This site has no administrator yet" in client.get(path).content.decode()
    assert not User.objects.filter(is_superuser=True).exists()
    assert client.post(path).status_code == 302
    assert User.objects.get(is_superuser=True) == alice
    other = Client()
    other.force_login(mallory)
    assert other.post(path).status_code == 410
    assert User.objects.get(is_superuser=True) == alice
    with pytest.raises(CommandError):
        call_command("first_administrator")


def test_a_forged_or_old_link_or_a_guest_creates_no_administrator(mallory, monkeypatch):
    client = Client()
    client.force_login(mallory)
    assert client.post("/first-administrator/made-up/").status_code == 410
    path = first_administrator.link().removeprefix("http://localhost:8000")
    monkeypatch.setattr(first_administrator, "VALID", -1)
    assert client.post(path).status_code == 410
    monkeypatch.undo()
    User.objects.update(is_guest=True)
    assert client.post(path).status_code == 410
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/account/login/", "/api/v1/games", "/tables/"])
def test_pages_request_neither_camera_nor_location(path):
    policy = Client().get(path).headers["Permissions-Policy"]
    for feature in ("camera", "microphone", "geolocation", "payment", "usb"):
        assert f"{feature}=()" in policy.split(", ")


def test_well_known_files_are_served(settings):
    client = Client()
    robots = client.get("/robots.txt").content.decode()
    assert "Disallow: /match/\n" in robots
    assert "Allow: /match/*/replay/\n" in robots
    assert client.get("/favicon.ico").url.endswith("favicon.svg")
    assert client.get("/.well-known/change-password").url == "/account/password/change/"
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    said = client.get("/.well-known/security.txt").content.decode()
    assert "Contact: mailto:security@example.org\n" in said
    assert "\nExpires: " in said


@pytest.mark.parametrize(
    ("named", "begins"),
    [("", "http://localhost:8123/"), ("https://play.example/", "https://play.example/")],
)
def test_the_link_uses_the_served_port_unless_the_site_has_a_url(
    monkeypatch, settings, named, begins
):
    settings.SITE_URL = named or "http://localhost:8000"
    monkeypatch.delenv("SITE_URL", raising=False)
    if named:
        monkeypatch.setenv("SITE_URL", named)
    file = serve.file_with_link(8123)
    assert file.read_text().startswith(begins)


def test_the_link_is_in_a_private_file_until_used_and_never_in_a_log(
    monkeypatch, capsys, alice, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(serve, "run", lambda *_address: None)
    monkeypatch.setattr(health, "missing_migrations", list)  # tests migrate nothing
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    kept = tmp_path / "first-administrator"
    kept.touch(mode=0o644)
    call_command("serve", port=port)
    said = capsys.readouterr().out
    assert str(kept) in said
    assert "/first-administrator/" not in said
    assert kept.stat().st_mode & 0o777 == 0o600
    path = urlsplit(kept.read_text().strip()).path
    client = Client()
    client.force_login(alice)
    client.post(path)
    call_command("serve", port=port)
    assert "administ" not in capsys.readouterr().out
    assert not kept.exists()
