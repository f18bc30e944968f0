"""All URLs of the site, app by app."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.views.language import set_language

handler500 = "config.server.server_error.server_error"
urlpatterns = [
    path("", include("games.matches.urls")),
    path("", include("games.chat.urls")),
    path("", include("games.history.urls")),
    path("", include("games.api.urls")),
    path("", include("installation.urls")),
    path("", include("games.gathering.urls")),
    path("ratings/", include("games.ratings.urls")),
    path("leagues/", include("games.leagues.urls")),
    path("circles/", include("games.circles.urls")),
    path("account/notifications/", include("games.push.urls")),
    path("account/conduct/", include("games.conduct.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("i18n/setlang/", set_language, name="set_language"),
]
if settings.ADMIN_PATH:
    urlpatterns.append(path(f"{settings.ADMIN_PATH}/", admin.site.urls))
if settings.DEBUG:
    from config.styleguide import styleguide

    urlpatterns.append(path("styleguide/", styleguide, name="styleguide"))
