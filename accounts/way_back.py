"""The page of this site to return to, from a form or a URL."""

from django.utils.http import url_has_allowed_host_and_scheme


def own_page(path: str) -> str:
    """Return `path` if it is an absolute path to a page of this site; else an empty text.

    Django would interpret other text, such as a date, as the name of a view.
    """
    is_own = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_own else ""
