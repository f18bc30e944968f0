"""All settings in one file, read from the environment; by default one process does everything."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from config import environment
from config.environment import address, count, flag, number, text

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(text("VAR_DIR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)  # deals and sessions are stored here


def kept_secret_key() -> str:
    """Return this installation's secret key, made once and stored next to its database.

    If several processes start together, the first creates it, and the others wait for it.
    """
    path = VAR_DIR / "secret-key"
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(get_random_secret_key())
    for _wait in range(200):
        if key := path.read_text():
            return key
        time.sleep(0.01)
    raise ImproperlyConfigured(f"{path} is empty: remove it, or put the backed-up key there.")


DEBUG = flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret_key()
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_FAILURE_VIEW = "accounts.views.stale_form.csrf_failure"
CSRF_TRUSTED_ORIGINS = environment.addresses("CSRF_TRUSTED_ORIGINS", "https://", "http://")
if DEBUG:
    ALLOWED_HOSTS = ["*"]  # phones in the same room open the page by this machine's IP address

INSTALLED_APPS = [
    "config.admin.SecondFactorAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "games.matches",
    "games.chat",
    "games.conduct",
    "games.history",
    "games.api",
    "games.ratings",
    "games.gathering",
    "games.leagues",
    "games.circles",
    "games.push",
    "installation",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.server.permissions.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.server.compression.CompressionMiddleware",
    "accounts.middleware.LastingSessionMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "config.server.not_allowed.NotAllowedPageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.TypedTextMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "accounts.middleware.GuestSessionMiddleware",
    "accounts.middleware.AccountPagesMiddleware",
    "games.push.middleware.DeviceSessionMiddleware",
    "games.matches.middleware.RefusalMiddleware",
    "games.matches.middleware.CodeGuessingMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.DeletedAccountMiddleware",
]

ROOT_URLCONF = "config.urls"
# Additions of apps to each other are in config/wiring.py; the apps read them by these names.
PERSONAL_DATA = "config.wiring.PERSONAL_DATA"
PROFILE_SECTIONS = "config.wiring.PROFILE_SECTIONS"
HOME_SECTIONS = "config.wiring.HOME_SECTIONS"
LOBBY_SECTIONS = "config.wiring.LOBBY_SECTIONS"
PANELS = "config.wiring.PANELS"
PERIODIC_JOBS = "config.wiring.PERIODIC_JOBS"
OUTBOX = "config.wiring.OUTBOX"
LEAGUE_STANDINGS = "config.wiring.LEAGUE_STANDINGS"
API_READINGS = "config.wiring.API_READINGS"
HISTORY_FILTERS = "config.wiring.HISTORY_FILTERS"
PEOPLE_MODEL = "config.wiring.PEOPLE_MODEL"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "installation.pages.on_every_page",
            ],
            "libraries": {"bundles": "config.bundles", "once": "config.once"},
        },
    },
    # The engine of live fragments, which are rendered for every seat after every move. They request
    # it by name (`using="fragments"`); it never renders a whole page.
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "fragments",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "games.matches.page.fragments.environment"},
    },
]

FORM_RENDERER = "config.form_fields.Renderer"

DATABASES = {
    "default": environment.database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'cabinet-noir.sqlite3'}")
}
DATABASE = DATABASES["default"]
if DATABASE["ENGINE"].endswith("sqlite3"):
    DATABASE["ENGINE"] = "config.sqlite"  # writers wait in a queue
    DATABASE["CONN_MAX_AGE"] = 60
    # WAL lets readers go on while one writes; IMMEDIATE takes the write lock at BEGIN, without
    # which most concurrent moves fail when they try to upgrade a read lock.
    DATABASE["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
elif DATABASE["ENGINE"].endswith("postgresql"):
    # Every request has its own thread, while PostgreSQL has a hundred connections for all
    # processes. So a process has few, and requests wait for one only as long as people wait for
    # a page: otherwise an overloaded site would work only for those who have already left. When the
    # server is back after a failure, the pool must try again soon.
    pool = {
        "min_size": 1,
        "max_size": count("DATABASE_POOL", 10, most=1000),
        "timeout": 15,
        "max_waiting": 500,  # each has a thread, and more threads use up the memory
        "reconnect_timeout": 10,
    }
    # Detect a server that vanished, and release rows that a paused process has locked.
    kept_alive = {
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
        "options": "-c idle_in_transaction_session_timeout=20s",
    }
    DATABASE["OPTIONS"] = {"pool": pool, **kept_alive, **DATABASE.get("OPTIONS", {})}

REDIS_URL = address("REDIS_URL", "", "redis://", "rediss://", "unix://")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "config.layer.RedisLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "config.cache.RedisCache",
            "LOCATION": REDIS_URL,
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # Rate limits are stored here; Django's default of 300 entries is too small.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    }
# In the database only: with a cache an ended session could come back.
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# Whether this process also acts for bots and clocks; otherwise `manage.py referee` does.
REFEREE_EMBEDDED = flag("REFEREE_EMBEDDED", default=not REDIS_URL)

# The token for /metrics ("Authorization: Bearer ..."); empty: nobody may read them.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# A factor for bots' thinking times; 0 makes them act immediately.
BOT_PACE = number("BOT_PACE", 1)
#: A factor for the time that pages show each stage of a turn; 0 if bots act immediately.
STAGE_PACE = min(BOT_PACE, 1)
#: The most seconds that a table waits until everybody has read their letter with the secret role.
READING_SECONDS = number("READING_SECONDS", 20)
#: The number of a person's first matches that leave their own ratings unchanged.
FIRST_MATCHES = 5

AUTH_USER_MODEL = "accounts.User"
# The first checks every password. Sessions refer to the others, which never check one.
AUTHENTICATION_BACKENDS = [
    "accounts.passwords.OneHashBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "matches:lobby"
LOGOUT_REDIRECT_URL = "matches:lobby"

EMAIL_BACKEND = environment.dotted(
    "EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend"
)
EMAIL_TIMEOUT = 10
# Whether leagues' webhooks may go to this machine or network, and by plain HTTP; only for trials.
WEBHOOKS_MAY_BE_LOCAL = flag("WEBHOOKS_MAY_BE_LOCAL")
# The site's name, and links at the bottom of every page: "Forum=https://...,Code=...".
SITE_NAME = text("SITE_NAME", "Cabinet Noir")
# A picture (.svg, .png or .webp) next to the name, instead of ours.
LOGO = environment.picture("LOGO")
FOOTER_LINKS = environment.links("FOOTER_LINKS", "https://", "http://", "mailto:", "/")
# The contact for security reports, for /.well-known/security.txt: "mailto:..." or "https://...".
SECURITY_CONTACT = address("SECURITY_CONTACT", "", "mailto:", "https://")
# The base URL of links in e-mail and calendars: by default that of the first full host name.
_hosts = [host for host in ALLOWED_HOSTS if "." in host[1:] and host[0].isalnum()]
_hosts = [host for host in _hosts if host[-1].isalpha()]  # no IP address
_usual_url = f"https://{_hosts[0]}" if _hosts else "http://localhost:8000"
SITE_URL = address("SITE_URL", _usual_url, "https://", "http://")
# A single colon is that of a port; an IPv6 address has more.
EMAIL_HOST = text(
    "EMAIL_HOST", "localhost", like="[^/@:]+|[^/@]*:[^/@]*:[^/@]*", should="name a host only"
)
EMAIL_PORT = count("EMAIL_PORT", 25, most=65535)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS")
DEFAULT_FROM_EMAIL = text(
    "DEFAULT_FROM_EMAIL",
    f"{SITE_NAME} <noreply@localhost>",
    like=".+@.+",
    should="hold an e-mail address",
)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("it", _("Italian")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Whether static files are served from the source folders, without collectstatic.
STATIC_FROM_SOURCE = flag("STATIC_FROM_SOURCE", default=DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.bundles.SourceStorage"
        if STATIC_FROM_SOURCE
        else "config.bundles.BundlingManifestStorage"
    },
}
WHITENOISE_USE_FINDERS = STATIC_FROM_SOURCE
WHITENOISE_AUTOREFRESH = DEBUG

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Secure by default outside development; `HTTPS=0` is for a machine without a certificate.
HTTPS = flag("HTTPS", default=not DEBUG)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if flag("BEHIND_PROXY") else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
# For any form: 4 MiB of records (games/history/records/importing.py), and other fields. Larger
# bodies are refused before they are read (config/server/bodies.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# Weekly hours of the house: "fri 20:00 Europe/Berlin secret-hitler"; separate several by commas.
HOUSE_HOURS = environment.house_hours("HOUSE_HOUR")

# The path of the admin; empty switches it off.
ADMIN_PATH = environment.path("ADMIN_PATH", "admin")

# allauth
LOGIN_URL = "account_login"
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if flag("BEHIND_PROXY") else 0
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.USERNAME_VALIDATORS"
ACCOUNT_USER_DISPLAY = str
# E-mails go to the console by default, so a site without a mail server locks nobody out. With one,
# set "mandatory"; sign-up then also hides which addresses have an account.
ACCOUNT_EMAIL_VERIFICATION = environment.choice(
    "EMAIL_VERIFICATION", "optional", "mandatory", "none"
)
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "account_email"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_RATE_LIMITS = {"guest": "60/m/ip"}  # added to allauth's; a class may share an IP address
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_FORMS = {
    "add_webauthn": "accounts.forms.PasskeyForm",
    "edit_webauthn": "accounts.forms.RenamedPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = ACCOUNT_EMAIL_VERIFICATION != "mandatory"
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],  # pages and sockets of this site only
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "config.logs.JsonLines"},
    },
    "filters": {
        "expected": {"()": "config.logs.ExpectedErrors"},
        "addresses": {"()": "config.logs.MaskAddresses"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": environment.choice("LOG_FORMAT", "plain", "json"),
            "filters": ["expected", "addresses"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
}

# The target of error reports, with the extra `sentry`: Sentry or a compatible service.
SENTRY_DSN = address("SENTRY_DSN", "", "https://", "http://")
if SENTRY_DSN:
    from config import sentry

    sentry.start(SENTRY_DSN)
