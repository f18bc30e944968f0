"""The page of this site that a form or an address names as the one to go back to."""

from django.utils.http import url_has_allowed_host_and_scheme


def own_page(path: str) -> str:
    """Return `path` if it leads to a page of this site, from its root on; else an empty text.

    Django would take other words, such as a date, for the name of a view.
    """
    is_own = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_own else ""
