"""Sets the language of pages, and for a logged-in user also of e-mails."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as set_page_language

from accounts.models import User


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Set the language of this browser, and of the user's account."""
    code = request.POST.get("language", "")
    if request.user.is_authenticated and code in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=code)
    return set_page_language(request)
