"""Draws fields of forms by the fast engine, and those that exist only for Django's own by that."""

from typing import Any

from django.forms.renderers import DjangoTemplates, Jinja2
from django.template import TemplateDoesNotExist


class Renderer(Jinja2):
    """Django's own templates draw each field several times as slowly."""

    _others = DjangoTemplates()

    def get_template(self, template_name: str) -> Any:
        """Return the template of a field; the admin's have no Jinja2 form."""
        try:
            return super().get_template(template_name)
        except TemplateDoesNotExist:
            return self._others.get_template(template_name)
