"""Backs up an installation in one file: a consistent copy of its database, and its secret key.

SQLite is copied while in use, and the copy is checked; PostgreSQL is dumped by its own program. The
file lists its contents with checksums, and only its owner may read it.
"""

import hashlib
import json
import lzma
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from installation import private_files

#: The file with the time of the last backup of this installation.
NOTE = "last-backup.json"
_MANIFEST, _DATABASE, _KEY = "manifest.json", "database", "secret-key"
#: The keys of a manifest, with defaults.
_EXPECTED: dict[str, Any] = {"at": "", "engine": "", "migrations": [], "sha256": {}}
#: PostgreSQL's variables, and the names of our settings and of the options in a DATABASE_URL.
_PLACE = {
    "PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD",
    "PGDATABASE": "NAME",
}  # fmt: skip
_OPTIONS = {
    "PGSSLMODE": "sslmode", "PGSSLROOTCERT": "sslrootcert", "PGSSLCERT": "sslcert",
    "PGSSLKEY": "sslkey",
}  # fmt: skip
#: Drops everything of the site in PostgreSQL. The schema is kept, because often the
#: site does not own it; so are extensions, which perhaps only the server's owner can create.
_EMPTY = """
SET client_min_messages = warning;
DO $$
DECLARE one record;
BEGIN
    FOR one IN
        SELECT kind, nspname, relname
        FROM pg_class
        JOIN pg_namespace ON pg_namespace.oid = relnamespace
        JOIN (VALUES ('r', 1, 'TABLE'), ('p', 1, 'TABLE'), ('v', 2, 'VIEW'),
                     ('m', 3, 'MATERIALIZED VIEW'), ('S', 4, 'SEQUENCE'))
            AS kinds (code, turn, kind) ON code = relkind
        WHERE nspname = current_schema() AND NOT EXISTS (
            SELECT FROM pg_depend
            WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
        ORDER BY turn
    LOOP
        EXECUTE format('DROP %s IF EXISTS %I.%I CASCADE', one.kind, one.nspname, one.relname);
    END LOOP;
END $$;
"""


class Unusable(Exception):
    """A backup cannot be written or restored; the text has the reason."""


def write(file: Path) -> dict[str, Any]:
    """Write a backup to `file`, all or nothing; return its description.

    :raises Unusable: if `file` is a folder or a device, the database is empty or cannot be copied,
        or its copy is broken.
    """
    if file.exists() and not file.is_file():
        raise Unusable(f"{file} exists, but is not a regular file.")
    with tempfile.TemporaryDirectory(dir=file.parent) as name:
        folder = Path(name)
        manifest = _manifest(folder)
        (folder / _MANIFEST).write_text(json.dumps(manifest, indent=2))
        part = folder / "unfinished"
        _pack(part, folder)
        part.replace(file)
    note = {"at": manifest["at"], "key": manifest["sha256"][_KEY]}
    private_files.write(settings.VAR_DIR / NOTE, json.dumps(note))
    return manifest


def _manifest(folder: Path) -> dict[str, Any]:
    """Copy database and key into `folder`, and describe them."""
    migrations = MigrationRecorder(connection).applied_migrations()
    if not connection.introspection.table_names():
        raise Unusable(f"The database of {settings.VAR_DIR} is empty: is it the right folder?")
    _copy(folder / _DATABASE)
    (folder / _KEY).write_text(settings.SECRET_KEY)
    return {
        "at": timezone.now().isoformat(timespec="seconds"),
        "engine": connection.vendor,
        "migrations": sorted(f"{app}.{name}" for app, name in migrations),
        "sha256": {name: digest(folder / name) for name in (_DATABASE, _KEY)},
    }


def _pack(file: Path, folder: Path) -> None:
    """Pack the parts into one private file, and flush that to disk."""
    descriptor = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as raw:
        with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=6) as tar:
            for name in (_MANIFEST, _KEY, _DATABASE):
                tar.add(folder / name, arcname=name)
        raw.flush()
        os.fsync(raw.fileno())


def read(file: Path, folder: Path) -> dict[str, Any]:
    """Unpack a backup into `folder`, and return its description.

    :raises Unusable: if it is not a backup, or damaged.
    """
    try:
        with tarfile.open(file) as tar:
            for name in (_MANIFEST, _KEY, _DATABASE):
                _unpack(tar, name, folder)
        manifest: dict[str, Any] = {**_EXPECTED, **json.loads((folder / _MANIFEST).read_text())}
        digests = manifest["sha256"]
        names = [name for name in (_DATABASE, _KEY) if digest(folder / name) != digests[name]]
    except (
        OSError, EOFError, tarfile.TarError, zlib.error, lzma.LZMAError, KeyError, TypeError,
        ValueError,
    ) as error:  # fmt: skip
        raise Unusable(f"{file} is not a backup, or is damaged: {error}") from error
    if names:
        raise Unusable(f"{file} is not a backup, or is damaged: {', '.join(names)}")
    return manifest


def _unpack(tar: tarfile.TarFile, name: str, folder: Path) -> None:
    """Write the content of one file of `tar` into `folder`, ignoring its path in the archive.

    Safe extraction requires Python 3.11.4, and Debian 12 has 3.11.2.
    """
    source = tar.extractfile(name)
    if source is None:
        raise tarfile.TarError(f"{name} is not a regular file")
    with source, (folder / name).open("wb") as target:
        shutil.copyfileobj(source, target)


def restore(file: Path) -> dict[str, Any]:
    """Replace the database and this installation's key with a backup; return its description.

    :raises Unusable: if it is damaged, or of another kind of database.
    """
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR) as name:
        folder = Path(name)
        manifest = read(file, folder)
        if manifest["engine"] != connection.vendor:
            raise Unusable(
                f"It is from {manifest['engine']}, but this site uses {connection.vendor}."
            )
        put = _put_sqlite if connection.vendor == "sqlite" else _put_postgresql
        put(folder / _DATABASE)
        private_files.write(settings.VAR_DIR / _KEY, (folder / _KEY).read_text())
    return manifest


def digest(file: Path) -> str:
    """Return the SHA-256 of `file` in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _copy(target: Path) -> None:
    if connection.vendor == "sqlite":
        _copy_sqlite(target)
    elif connection.vendor == "postgresql":
        _run("pg_dump", "--format=custom", "--no-owner", f"--file={target}")
    else:
        raise Unusable(f"Backups of {connection.vendor} are not supported.")


def _copy_sqlite(target: Path) -> None:
    """Copy the committed data, while other processes read and write."""
    source, to = sqlite3.connect(_sqlite_file()), sqlite3.connect(target)
    with closing(source), closing(to):
        try:
            source.backup(to)
            to.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:  # most likely a full disk
            raise Unusable(f"The database could not be copied: {error}.") from error
    _check_sqlite(target)


def _check_sqlite(file: Path) -> None:
    try:
        with closing(sqlite3.connect(file)) as copy:
            problems = [str(row[0]) for row in copy.execute("PRAGMA integrity_check")]
            loose = copy.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise Unusable(f"The copy is broken: {error}") from error
    if problems != ["ok"] or loose:
        raise Unusable(f"The copy is broken: {', '.join(problems)}; broken foreign key: {loose}")


def _sqlite_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _put_sqlite(copy: Path) -> None:
    """Check the copy, then replace the database in one step."""
    connection.close()
    file = _sqlite_file()
    beside = file.with_name(f"{file.name}.restored")
    shutil.copyfile(copy, beside)
    _check_sqlite(beside)
    for leftover in ("-wal", "-shm"):
        file.with_name(file.name + leftover).unlink(missing_ok=True)
    beside.replace(file)


def _put_postgresql(dump: Path) -> None:
    """Drop everything, including tables of newer releases, and restore the dump; all or nothing.

    Only the site's schema is changed: the dump may contain more of a shared database.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        (schema,) = cursor.fetchone()
    connection.close()
    statements = dump.with_suffix(".sql")
    options = ["--no-owner", "--no-comments", f"--schema={schema}", f"--file={statements}"]
    _run("pg_restore", *options, str(dump))
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    _run("psql", *options, f"--command={_EMPTY}", f"--file={statements}")


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on our database, with no password on the command line."""
    environment = os.environ | _where()
    try:
        process = subprocess.run(  # noqa: S603
            [program, *arguments], env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise Unusable(f"{program} is not installed (Debian: postgresql-client).") from error
    if process.returncode:
        raise Unusable(f"{program} failed: {process.stderr.strip()[:2000]}")


def _where() -> dict[str, str]:
    """Return the variables with which PostgreSQL's programs connect as the site does."""
    database = connection.settings_dict
    options = database["OPTIONS"]
    where = {name: database[key] for name, key in _PLACE.items()}
    where |= {name: options.get(key) for name, key in _OPTIONS.items()}
    # A dump may wait for its disk for longer than a request.
    where["PGOPTIONS"] = f"{options.get('options', '')} -c idle_in_transaction_session_timeout=0"
    return {name: str(value) for name, value in where.items() if value}
