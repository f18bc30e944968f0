"""URLs of circles."""

from django.urls import path

from games.circles import membership, views, views_host, views_joining

app_name = "circles"

CIRCLE = "<uuid:circle_id>/"

urlpatterns = [
    path("", views_joining.index, name="index"),
    path("new/", views_joining.new, name="new"),
    path("keep/<str:code>/", views_joining.keep, name="keep"),
    path("join/<str:circle_code>/", views_joining.join, name="join"),
    path("names/", views_joining.take_names, name="take-names"),
    path(CIRCLE, views.circle, name="circle"),
    path(CIRCLE + "open/", views.open_now, name="open"),
    path(CIRCLE + "ask/", views.ask, name="ask"),
    path(CIRCLE + "evenings/", views.evenings, name="evenings"),
    path(CIRCLE + "say/", views.say, name="say"),
    path(CIRCLE + "qr.svg", views.qr, name="qr"),
    path(CIRCLE + "accept/", views_joining.answer, {"step": "accept"}, name="accept"),
    path(CIRCLE + "decline/", views_joining.answer, {"step": "decline"}, name="decline"),
    path(CIRCLE + "leave/", views_joining.leave, name="leave"),
    path(CIRCLE + "settings/", views_host.settings, name="settings"),
    path(CIRCLE + "league/", views_host.league, name="league"),
    path(CIRCLE + "link/", views_host.renew, name="renew"),
    *(
        path(f"{CIRCLE}message/<uuid:key>/{step}/", views.message, {"step": step}, name=step)
        for step in ("delete", "report")
    ),
    *(
        path(f"{CIRCLE}people/<uuid:who>/{step}/", views_host.person, {"step": step}, name=step)
        for step in membership.STEPS
    ),
]
