"""URLs of the pages about people, in addition to allauth's."""

from django.urls import path

from accounts.views import account, blocks

app_name = "accounts"
urlpatterns = [
    path("people/<uuid:public_id>/", account.profile, name="profile"),
    path("profile/", account.settings, name="settings"),
    path("blocks/", blocks.block_list, name="blocks"),
    path("block/<uuid:public_id>/", blocks.change, {"blocked": True}, name="block"),
    path("unblock/<uuid:public_id>/", blocks.change, {"blocked": False}, name="unblock"),
    path("portrait/", account.portrait, name="portrait"),
    path("claim/", account.claim, name="claim"),
    path("sessions/<int:pk>/end/", account.end_session, name="end_session"),
    path("data/", account.data, name="data"),
    path("data/cabinet-noir-data.json", account.download, name="download"),
    path("delete/", account.delete, name="delete"),
]
