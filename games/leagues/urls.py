"""Addresses of leagues."""

from django.urls import URLPattern, URLResolver

from games.leagues import urls_run, urls_watch, urls_when

app_name = "leagues"

#: Fixed words come before the addresses of leagues, which are anything.
urlpatterns: list[URLPattern | URLResolver] = [
    *urls_run.urlpatterns,
    *urls_when.urlpatterns,
    *urls_watch.urlpatterns,
]
