"""URLs of the public league pages."""

from django.urls import path

from games.leagues.public import (
    exports,
    exports_whole,
    views,
    views_rounds,
    views_wall,
)

SEASON = "<slug:slug>/<int:number>/"

urlpatterns = [
    path("", views.leagues, name="leagues"),
    path("<slug:slug>/", views.league, name="league"),
    path("<slug:slug>/seasons/", views.archive, name="archive"),
    path("<slug:slug>/members/", views.members, name="members"),
    path("<slug:slug>/audit/", views.audit, name="audit"),
    path(SEASON, views.season, name="season"),
    path(SEASON + "wall/", views_wall.wall, name="wall"),
    path(SEASON + "rounds/", views_rounds.rounds, name="rounds"),
    path(SEASON + "crosstable/", views_rounds.crosstable, name="crosstable"),
    path(SEASON + "players/<int:key>/", views.player, name="player"),
    path(SEASON + "fixtures/<int:key>/", views.fixture, name="fixture"),
    path(SEASON + "contest.json", exports_whole.contest, name="export-contest"),
    path(SEASON + "report.trf", exports_whole.trf, name="export-trf"),
    path(SEASON + "<str:name>.<str:form>", exports.download, name="export"),
]
