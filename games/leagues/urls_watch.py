"""Addresses of the league pages that everybody may see."""

from django.urls import path

from games.leagues import exports, views_watch

SEASON = "<slug:slug>/<int:number>/"

urlpatterns = [
    path("", views_watch.leagues, name="leagues"),
    path("<slug:slug>/", views_watch.league, name="league"),
    path("<slug:slug>/seasons/", views_watch.archive, name="archive"),
    path("<slug:slug>/members/", views_watch.members, name="members"),
    path("<slug:slug>/audit/", views_watch.audit, name="audit"),
    path(SEASON, views_watch.season, name="season"),
    path(SEASON + "rounds/", views_watch.rounds, name="rounds"),
    path(SEASON + "crosstable/", views_watch.crosstable, name="crosstable"),
    path(SEASON + "players/<int:key>/", views_watch.player, name="player"),
    path(SEASON + "fixtures/<int:key>/", views_watch.fixture, name="fixture"),
    path(SEASON + "<str:name>.<str:form>", exports.download, name="export"),
]
