"""URLs of the operator's pages and of well-known files."""

from django.urls import path, re_path

from installation import views, views_app

app_name = "installation"
urlpatterns = [
    re_path(r"^(?P<kind>imprint|privacy|conduct)/$", views.page, name="page"),
    path("first-administrator/<str:token>/", views.first, name="first"),
    path("manifest.webmanifest", views_app.manifest, name="manifest"),
    path("icon-<slug:name>.png", views_app.icon, name="icon"),
    path("service-worker.js", views_app.service_worker, name="service-worker"),
    path("offline/", views_app.offline, name="offline"),
    path("robots.txt", views.robots, name="robots"),
    path("logo", views.logo, name="logo"),
    path("favicon.ico", views.favicon, name="favicon"),
    path(".well-known/change-password", views.change_password, name="change-password"),
    path(".well-known/security.txt", views.security, name="security"),
]
