"""The tests' settings, with the secret key that an installation makes and keeps for itself."""

from config.settings import kept_secret_key
from tests.settings import *  # noqa: F403

SECRET_KEY = kept_secret_key()
