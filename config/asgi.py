"""The ASGI application: pages, sockets, and the embedded referee while the server runs."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # sets Django up; the imports below need models

from config.bodies import BodyLimit  # noqa: E402
from config.lifespan import Lifespan  # noqa: E402
from config.origin import SameOrigin  # noqa: E402
from config.probes import Probes  # noqa: E402
from config.request_threads import RequestThreads  # noqa: E402
from config.sockets import SocketLimits  # noqa: E402
from games.matches.live.routing import websocket_urlpatterns  # noqa: E402
from games.matches.live.wire import WireMiddleware  # noqa: E402

application = Probes(
    ProtocolTypeRouter(
        {
            "http": BodyLimit(RequestThreads(pages)),
            "websocket": WireMiddleware(
                SameOrigin(AuthMiddlewareStack(SocketLimits(URLRouter(websocket_urlpatterns))))
            ),
            "lifespan": Lifespan(),
        }
    )
)
