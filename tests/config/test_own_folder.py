"""The private folder of an installation: only for its user, with one key for all processes."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Timer

from config import settings
from tests.live_site import ROOT


def test_processes_started_together_in_a_new_installation_share_one_key(tmp_path, monkeypatch):
    for attempt in range(20):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        monkeypatch.setattr(settings, "VAR_DIR", folder)
        together = Barrier(8)

        def start(together: Barrier = together) -> str:
            together.wait()
            return settings.kept_secret_key()

        with ThreadPoolExecutor(8) as threads:
            keys = {one.result() for one in [threads.submit(start) for _process in range(8)]}
        assert keys == {(folder / "secret-key").read_text()}


def test_a_process_waits_for_a_key_that_another_is_writing(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    (tmp_path / "secret-key").touch()
    Timer(0.2, (tmp_path / "secret-key").write_text, ["the key of both"]).start()
    assert settings.kept_secret_key() == "the key of both"


def test_a_new_folder_is_accessible_only_to_its_user(tmp_path):
    folder = tmp_path / "var"
    subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT, env={**os.environ, "SECRET_KEY": "", "VAR_DIR": str(folder)}, check=True,
    )  # fmt: skip
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
