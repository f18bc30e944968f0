"""URLs of leagues."""

from django.urls import URLPattern, URLResolver

from games.leagues.joining import urls as joining_urls
from games.leagues.organiser import urls as organiser_urls
from games.leagues.public import urls as public_urls
from games.leagues.scheduling import urls as scheduling_urls

app_name = "leagues"

#: Fixed paths come first, because any word may be a league's slug.
urlpatterns: list[URLPattern | URLResolver] = [
    *joining_urls.urlpatterns,
    *organiser_urls.urlpatterns,
    *scheduling_urls.urlpatterns,
    *public_urls.urlpatterns,
]
