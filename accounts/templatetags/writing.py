"""Filters that write lists and times in the reader's language."""

from django import template

from accounts import writing

register = template.Library()
register.filter("listed", writing.join_list)
register.simple_tag(writing.time_element, name="time")
