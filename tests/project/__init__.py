"""Tests of the project itself: imports, migrations, requirements and translations."""
