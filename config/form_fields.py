"""Renders form fields with Jinja2; fields without a Jinja2 template with Django's own engine."""

from typing import Any

from django.forms.renderers import DjangoTemplates, Jinja2
from django.template import TemplateDoesNotExist


class Renderer(Jinja2):
    """Renders fields with Jinja2: Django's own templates take several times as long."""

    _others = DjangoTemplates()

    def get_template(self, template_name: str) -> Any:
        """Return the template of a field; the admin's fields have none for Jinja2."""
        try:
            return super().get_template(template_name)
        except TemplateDoesNotExist:
            return self._others.get_template(template_name)
