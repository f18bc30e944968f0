"""PostgreSQL, emptied between tests by deleting rows.

Django empties the tables after a test that commits by TRUNCATE, which makes every table's files
anew: 1.8 s for sixty tables, where deleting the few rows of a test takes hundredths.
"""

from collections.abc import Sequence
from typing import Any

from django.db.backends.postgresql import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    """What Django does on PostgreSQL, with a flush for tables of few rows."""

    def sql_flush(
        self,
        style: Any,
        tables: Sequence[str],
        *,
        reset_sequences: bool = False,
        allow_cascade: bool = False,
    ) -> list[str]:
        """Return a DELETE for each table: foreign keys are looked at when all are empty."""
        if reset_sequences or allow_cascade:
            return super().sql_flush(
                style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade
            )
        return [f"DELETE FROM {self.quote_name(table)};" for table in tables]  # noqa: S608


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose tables are emptied by deleting."""

    ops_class = DatabaseOperations
