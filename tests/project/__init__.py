"""Tests of the project itself: its arrows, migrations, requirements and translations."""
