"""The public pages of leagues, their exports, and their part of the API."""
