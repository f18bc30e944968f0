"""Reports errors to Sentry: their place and kind, without any values.

A function's variables may contain a role, and a table's URL gives access to it. So a report has
only the exceptions' types, files and lines, the release, and the pattern of the URL. The kept
fields are listed, so that a newer library adds nothing.
"""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.logs import BAD_REQUESTS

#: The fields kept of an event, of an exception in it, and of a frame of its traceback.
OF_EVENT = {
    "event_id", "timestamp", "level", "logger", "platform", "release", "environment", "server_name",
    "transaction", "exception", "sdk", "modules", "type",
}  # fmt: skip
OF_EXCEPTION = {"type", "module", "mechanism", "stacktrace"}
OF_FRAME = {"filename", "abs_path", "function", "module", "lineno", "in_app"}


def start(dsn: str) -> None:
    """Start to report errors.

    :raises ImproperlyConfigured: if the extra is not installed.
    """
    try:
        import sentry_sdk
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but sentry-sdk is not installed: pip install '.[sentry]'"
        ) from error
    sentry_sdk.init(dsn, **OPTIONS)


def strip(event: dict[str, Any], _hint: Any = None) -> dict[str, Any] | None:
    """Return the reportable parts of an event; None for bad requests from outside."""
    if str(event.get("logger")).startswith(BAD_REQUESTS):
        return None
    safe = {name: value for name, value in event.items() if name in OF_EVENT}
    if "exception" in safe:
        values = [_exception(one) for one in safe["exception"].get("values", ())]
        safe["exception"] = {"values": values}
    return safe


def _exception(exception: dict[str, Any]) -> dict[str, Any]:
    safe = {name: value for name, value in exception.items() if name in OF_EXCEPTION}
    if safe.get("stacktrace"):
        frames = safe["stacktrace"].get("frames", ())
        safe["stacktrace"] = {"frames": [_frame(frame) for frame in frames]}
    return safe


def _frame(frame: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in frame.items() if name in OF_FRAME}


#: No performance data, no sessions, no breadcrumbs: they contain URLs and SQL.
OPTIONS: dict[str, Any] = {
    "before_send": strip,
    "before_breadcrumb": lambda _crumb, _hint: None,
    "send_default_pii": False,
    "include_local_variables": False,
    "include_source_context": False,
    "max_request_body_size": "never",
    "auto_session_tracking": False,
    "traces_sample_rate": None,
    "send_client_reports": False,
}
