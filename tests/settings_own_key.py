"""The tests' settings, with a secret key created and stored by the installation."""

from config.settings import kept_secret_key
from tests.settings import *  # noqa: F403

SECRET_KEY = kept_secret_key()
