"""E-mails: in two equivalent forms, in the reader's language, under the site's name."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core import mail as outgoing
from django.template.loader import get_template
from django.test import Client

from accounts import mail
from games.matches.mail import password_resets
from games.matches.play.outbox import deliver_due
from tests.accounts.conftest import PASSWORD, log_in

NEW = {"username": "carol", "email": "carol@example.org", "password1": "quiet-lamp-at-night-1"}
OURS = Path(settings.BASE_DIR) / "templates"
PREFIXES = sorted(
    str(path.relative_to(OURS)).removesuffix("_message.txt")
    for folder in ("account", "mfa")
    for path in (OURS / folder / "email").glob("*_message.txt")
    if not path.name.startswith("base_")
)


class Reader(HTMLParser):
    """Collects the resources that a page loads, its links, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.labels.append(data)


def html_of(message) -> str:
    [(text, kind)] = message.alternatives
    assert kind == "text/html"
    return text


def test_a_line_ending_with_a_colon_labels_the_button_of_the_url_after_it():
    text = "Hello.\n\nOpen the table:\nhttps://x.example/t/1\n\n- one\n- two\n\nhttps://x.example/2"
    assert list(mail.blocks_of(text)) == [
        mail.MailBlock(lines=("Hello.",)),
        mail.MailBlock(address="https://x.example/t/1", label="Open the table"),
        mail.MailBlock(items=(("one", ""), ("two", ""))),
        mail.MailBlock(address="https://x.example/2", label="Open the page"),
    ]


def test_a_sentence_is_not_a_button_even_if_it_ends_with_a_colon():
    text = "The first to accept takes the seat:\n\nSee the fixture:\nhttps://x.example/1"
    assert list(mail.blocks_of(text)) == [
        mail.MailBlock(lines=("The first to accept takes the seat:",)),
        mail.MailBlock(address="https://x.example/1", label="See the fixture"),
    ]


def test_a_url_below_a_list_item_becomes_the_items_link():
    text = "- Anna and Bert\n  https://x.example/1\n- Carol\n  https://x.example/2"
    items = ("Anna and Bert", "https://x.example/1"), ("Carol", "https://x.example/2")
    assert list(mail.blocks_of(text)) == [mail.MailBlock(items=items)]


def test_a_quotation_has_no_plain_text_markup_and_a_code_has_its_own_line():
    assert list(mail.blocks_of("> Hello.\n> \n> Bye.\n\nK7PD-XQ2M")) == [
        mail.MailBlock(quote=("Hello.", "", "Bye.")),
        mail.MailBlock(code="K7PD-XQ2M"),
    ]


@pytest.mark.parametrize("end", [".", "。", ""])
def test_an_email_does_not_repeat_its_heading(end):
    page = mail.render_html("It is done", f"It is done{end}\n\nMore.")
    body = page.partition("<body")[2]
    assert (body.count("It is done"), body.count("More.")) == (1, 1)


@pytest.mark.parametrize("text", ["Hello.", "Hello.\n\n-- \nNo more: https://x.example/stop\n"])
def test_each_email_is_signed_with_the_sites_name_in_both_forms(text):
    message = mail.letter("Subject", text, "alice@example.org")
    assert message.body.endswith(f"\n{settings.SITE_NAME} {settings.SITE_URL}\n")
    assert message.body.count("-- \n") == 1
    assert settings.SITE_URL in Reader(html_of(message)).links


def test_an_email_has_its_own_colours_for_dark_mode():
    assert "prefers-color-scheme: dark" in mail.render_html("Subject", "Text.")


def test_text_written_by_people_never_becomes_a_link():
    text = "<b>http://evil.example</b> plays you: http://evil.example/x y"
    page = mail.render_html("Subject", text)
    assert "<b>" not in page
    assert Reader(page).links == []


def test_an_email_loads_no_remote_content():
    page = mail.render_html("Subject", "Text.\n\nhttps://x.example/\n\n-- \nSite https://x.example")
    reader = Reader(page)
    assert not {"img", "link", "script", "iframe", "video"} & {*reader.tags}
    assert "url(" not in page
    assert reader.links == ["https://x.example/", "https://x.example"]


def test_the_small_print_is_set_apart():
    page = mail.render_html(
        "Subject", "Text.\n\n-- \nNo more mail like this: https://x.example/stop"
    )
    assert re.search(r'<a href="https://x.example/stop"[^>]*>No more mail like this</a>', page)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_account_email_uses_our_templates(prefix):
    for part in ("subject", "message"):
        origin = get_template(f"{prefix}_{part}.txt").origin.name
        assert str(origin).startswith(str(OURS))


def test_no_email_of_allauth_is_left_with_its_own_text():
    import allauth

    theirs = Path(allauth.__file__).parent / "templates"
    known = {
        str(path.relative_to(theirs)).removesuffix("_message.txt")
        for folder in ("account", "mfa")
        for path in (theirs / folder / "email").glob("*_message.txt")
    }
    assert {name for name in known if "/base" not in name} <= {*PREFIXES}


def test_signing_up_sends_one_email_in_two_forms_with_the_same_url(db):
    Client().post("/account/signup/", {**NEW, "password2": NEW["password1"]})
    [message] = outgoing.outbox
    link = re.search(r"https?://\S+confirm\S+", message.body)[0]
    assert link in Reader(html_of(message)).links
    assert settings.SITE_NAME in message.body
    for text in (message.body, html_of(message)):
        assert "localhost" not in text.replace(settings.SITE_URL, "").replace(link, "")
        assert "testserver" not in text.replace(link, "")
        assert "Hello from" not in text


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_an_email_is_in_the_language_of_its_reader_not_of_the_page(alice, language):
    alice.language = language
    alice.save()
    Client(headers={"Accept-Language": "en"}).post(
        "/account/password/reset/", {"email": "alice@example.org"}
    )
    deliver_due(password_resets.KIND)
    assert f'<html lang="{language}">' in html_of(outgoing.outbox[-1])


def test_a_password_change_email_says_when_from_where_and_what_to_do(alice):
    new = "quiet-lamp-at-night-1"
    log_in("alice").post(
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    message = outgoing.outbox[-1]
    assert "127.0.0.1" in message.body
    page = Reader(html_of(message))
    assert "From IP address: 127.0.0.1" in page.labels
    assert f"{settings.SITE_URL}/account/password/reset/" in page.links


def test_the_name_of_a_hostile_browser_is_shown_as_text(alice, rf):
    request = rf.get("/", headers={"User-Agent": "<script>x</script>\nhttp://evil.example"})
    from allauth.core import context

    with context.request_context(request):
        get_adapter(request).send_notification_mail("account/email/password_changed", alice)
    page = html_of(outgoing.outbox[-1])
    assert "<script>" not in page
    assert "http://evil.example" not in Reader(page).links


def test_a_subject_is_one_line_whatever_a_name_contains():
    message = mail.letter("Evil\rBcc: v@example.org\n news", "Hello.\n", "a@example.org")
    assert message.subject == "Evil Bcc: v@example.org news"
    assert message.send() == 1
