"""The settings of a site whose pages are watched in every engine."""

from tests.settings import *  # noqa: F403
from tests.settings import MIDDLEWARE

MIDDLEWARE = [*MIDDLEWARE, "tests.engines.watch.WatchMiddleware"]
