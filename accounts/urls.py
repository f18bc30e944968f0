"""Addresses of the pages about people, beside allauth's own."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("people/<uuid:public_id>/", views.profile, name="profile"),
    path("profile/", views.settings, name="settings"),
    path("claim/", views.claim, name="claim"),
    path("sessions/<int:pk>/end/", views.end_session, name="end_session"),
    path("data/", views.data, name="data"),
    path("data/cabinet-noir-data.json", views.download, name="download"),
    path("delete/", views.delete, name="delete"),
]
