"""The ASGI application: pages, sockets, and the embedded referee while the server runs."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # the imports below need models

from config.server.bodies import BodyLimit  # noqa: E402
from config.server.lifespan import Lifespan  # noqa: E402
from config.server.origin import SameOrigin  # noqa: E402
from config.server.probes import Probes  # noqa: E402
from config.server.request_threads import PageHandler, RequestThreads  # noqa: E402
from config.server.sockets import SocketLimits  # noqa: E402
from games.matches.live.routing import websocket_urlpatterns  # noqa: E402
from games.matches.live.wire import WireMiddleware  # noqa: E402

application = Probes(
    ProtocolTypeRouter(
        {
            "http": BodyLimit(RequestThreads(PageHandler())),
            "websocket": WireMiddleware(
                SameOrigin(AuthMiddlewareStack(SocketLimits(URLRouter(websocket_urlpatterns))))
            ),
            "lifespan": Lifespan(),
        }
    )
)
