"""A trial catches a site that loses what it has acknowledged."""

import subprocess
import sys

import pytest

from tests.live_site import ROOT

pytestmark = [pytest.mark.prove, pytest.mark.postgres]


@pytest.mark.parametrize(
    ("lane", "plant", "fault", "kills"),
    [
        ("small", "writer", "web killed", 30),  # a tenth of them on this lane
        pytest.param(
            "large",
            "database",
            "postgresql killed",
            2,
            marks=[pytest.mark.postgres, pytest.mark.redis],
        ),
    ],
)
def test_a_trial_catches_a_response_sent_before_the_commit(lane, plant, fault, kills):
    options = f"--lane={lane} --plant={plant} --kills={kills} --seconds=0 --tables=2 --between=15"
    command = [
        sys.executable,
        "-m",
        "tests.chaos",
        *options.split(),
        f"--fault={fault}",
        "--seed=1",
    ]
    trial = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert trial.returncode == 1, trial.stdout + trial.stderr
    assert "LOST" in trial.stdout
