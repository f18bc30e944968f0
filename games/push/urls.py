"""URLs of notifications."""

from django.urls import path

from games.push import views

app_name = "push"
urlpatterns = [
    path("", views.settings, name="settings"),
    path("device/", views.device, name="device"),
    path("device/renewed/", views.renewed, name="renewed"),
    path("address/", views.address, name="address"),
]
