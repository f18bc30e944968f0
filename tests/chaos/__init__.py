"""Breaks the site's processes and stores during play, and checks that nothing was lost."""
