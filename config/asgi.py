"""The way in: pages, sockets, and the embedded referee for as long as the server lives."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # sets Django up; what follows needs models

from config.bodies import BodyLimit  # noqa: E402
from config.lifespan import Lifespan  # noqa: E402
from config.origin import SameOrigin  # noqa: E402
from games.matches.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(pages),
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        "lifespan": Lifespan(),
    }
)
