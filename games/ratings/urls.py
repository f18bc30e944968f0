"""URLs of leaderboards."""

from django.urls import path

from games.ratings import views

app_name = "ratings"

urlpatterns = [
    path("", views.ratings, name="ratings"),
    path("<slug:game_key>/", views.leaderboard, name="leaderboard"),
]
