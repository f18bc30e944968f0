"""URLs of decisions about oneself."""

from django.urls import path

from games.conduct import views

app_name = "conduct"
urlpatterns = [
    path("", views.decision_list, name="decisions"),
    path("<int:pk>/appeal/", views.appeal, name="appeal"),
]
