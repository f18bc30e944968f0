"""The commands on the command line: python -m games replay, simulate and verify."""

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from games.__main__ import main

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 7


def games(*arguments, given=b"", **environment):
    """Return the result of `python -m games` with `arguments`, in a process if it has settings."""
    command = [sys.executable, "-m", "games", *map(str, arguments)]
    if environment:
        return subprocess.run(
            command, input=given, capture_output=True, cwd=ROOT, env=os.environ | environment,
            check=False, timeout=60,
        )  # fmt: skip
    stdin, stdout, stderr = (TextIOWrapper(BytesIO(text)) for text in (given, b"", b""))
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
            patch.setattr(sys, name, stream)
        try:
            code = main(command[3:])
        except SystemExit as bad_usage:
            code = bad_usage.code
        stdout.flush()
        stderr.flush()
    said, complaint = (stream.buffer.getvalue() for stream in (stdout, stderr))
    return subprocess.CompletedProcess(command, code, said, complaint)


def printed(*arguments, **more):
    """Return the JSON lines that a successful command prints."""
    process = games(*arguments, **more)
    assert (process.returncode, process.stderr) == (0, b"")
    return [json.loads(line) for line in process.stdout.splitlines()]


def refused(*arguments, **more):
    """Return the one-line error of a command that prints nothing else and exits with 1."""
    process = games(*arguments, **more)
    assert (process.returncode, process.stdout) == (1, b"")
    assert process.stderr.endswith(b"\n")
    (line,) = process.stderr.decode().splitlines()
    return line


def simulated(count, *, seed=1):
    options = ("--players", PLAYERS, "--games", count, "--seed", seed, "--bots", "random")
    return printed("simulate", "secret-hitler", *options, "--records")


@pytest.fixture(scope="module")
def records():
    """Return 40 records of finished games of seven, at least one of them with a new deck."""
    found = simulated(40)
    assert any(record["shuffles"] for record in found)
    return found


@pytest.fixture
def saved(tmp_path, records):
    """Return a function that saves the first record, changed by keywords, and gives its path."""

    def save(record=None, **changes):
        path = tmp_path / "record.json"
        path.write_text(json.dumps((record or records[0]) | changes))
        return path

    return save


def lines_of(records):
    return "\n".join(map(json.dumps, records)).encode() + b"\n"


# replay


def test_replay_shows_the_end_by_default(saved, records):
    (view,) = printed("replay", saved())
    assert view["game"] == "secret-hitler"
    assert view["actions"] == len(records[0]["actions"])
    assert view["phase"] == "over"
    assert view["to_act"] == []
    assert view["result"] == records[0]["result"]
    assert view["roles"] == records[0]["setup"]["roles"]


def test_replay_at_0_shows_the_start(saved, records):
    (view,) = printed("replay", saved(), "--at", 0)
    assert (view["actions"], view["phase"], view["result"]) == (0, "nominate", None)
    assert view["to_act"] == [records[0]["setup"]["first_president"]]


def test_the_public_knows_no_role_before_the_end_and_a_seat_knows_its_own(saved, records):
    path = saved()
    (public,) = printed("replay", path, "--at", 0, "--viewer", "public")
    (own,) = printed("replay", path, "--at", 0, "--viewer", 3)
    assert public["roles"] == [None] * PLAYERS
    assert own["roles"][3] == records[0]["setup"]["roles"][3]


def test_frames_are_all_views_from_0_to_the_end_one_per_line(saved, records):
    path = saved()
    frames = printed("replay", path, "--frames", "--viewer", "public")
    assert [view["actions"] for view in frames] == list(range(len(records[0]["actions"]) + 1))
    assert frames[5] == printed("replay", path, "--at", 5, "--viewer", "public")[0]


def test_records_on_standard_input_are_answered_line_by_line(records):
    given = b"\n" + lines_of(records[:2]) + b"\n  \n" + lines_of(records[2:3])
    views = printed("replay", "-", given=given)
    assert [view["result"] for view in views] == [record["result"] for record in records[:3]]


def test_frames_of_records_on_standard_input_are_one_array_per_record(records):
    arrays = printed("replay", "-", "--frames", given=lines_of(records[:2]))
    assert [len(array) for array in arrays] == [len(r["actions"]) + 1 for r in records[:2]]


def test_a_bad_record_on_standard_input_does_not_stop_the_others(records):
    given = b"nonsense\n" + lines_of(records[:1]) + b'"\xff"\n' + b"[" * 100_000 + b"\n"
    process = games("replay", "-", given=given)
    views = [json.loads(line) for line in process.stdout.splitlines()]
    assert process.returncode == 1
    assert [set(view) == {"error"} for view in views] == [True, False, True, True]


def test_at_is_checked_for_each_record_on_standard_input(records):
    length = min(len(record["actions"]) for record in records[:2])
    process = games("replay", "-", "--at", length + 1, given=lines_of(records[:2]))
    views = [json.loads(line) for line in process.stdout.splitlines()]
    too_short = [len(record["actions"]) <= length for record in records[:2]]
    assert process.returncode == 1
    assert ["error" in view for view in views] == too_short


@pytest.mark.parametrize("number", ["-1", "100000"])
def test_there_is_no_view_before_the_start_or_beyond_the_end(saved, number):
    assert f"--at {number}" in refused("replay", saved(), "--at", number)


@pytest.mark.parametrize("seat", ["7", "-1"])
def test_a_viewer_must_sit_at_the_table(saved, seat):
    assert "no such seat" in refused("replay", saved(), "--viewer", seat)


FIVE = "simulate secret-hitler --players 5 --games 1 --seed 1 "


@pytest.mark.parametrize(
    "arguments",
    [
        "replay",
        "replay x.json --viewer everybody",
        "replay x.json --at 1.5",
        "replay x.json --at 1 --frames",
        "insight x.json --model cats",
        "simulate chess --players 2 --games 1 --seed 1",
        "simulate secret-hitler --players 4 --games 1 --seed 1",
        "simulate secret-hitler --players 5 --games 0 --seed 1",
        "simulate secret-hitler --players 5 --games 1 --seed one",
        FIVE + "--bots clever",
        FIVE + "--bots liberal=clever",
        FIVE + "--bots red=random",
        FIVE + "--bots liberal=random,liberal=random",
    ],
)
def test_bad_usage_is_explained_with_exit_code_2(arguments):
    process = games(*arguments.split())
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr.startswith(b"usage: python -m games")


def test_the_whole_record_is_checked_whatever_part_is_requested(saved, records):
    actions = [*records[0]["actions"], {"seat": 0, "action": "peek"}]
    line = refused("replay", saved(actions=actions), "--at", 0)
    assert line.startswith(f"action {len(actions)}: ")


def test_an_illegal_action_is_reported_with_number_request_and_clause(saved, records):
    president = records[0]["setup"]["first_president"]
    actions = [{"seat": president, "action": "nominate", "chancellor": president}]
    line = refused("replay", saved(actions=actions, result=None, shuffles=[]))
    assert line.startswith("action 1: ")
    assert f'"chancellor": {president}' in line
    assert "(clause 2.2)" in line


def test_an_unreadable_file_is_reported_in_one_line(tmp_path):
    missing = tmp_path / "missing.json"
    assert refused("replay", missing).strip() == f"{missing}: No such file or directory"
    assert "Is a directory" in refused("verify", tmp_path)


def test_output_is_utf_8_whatever_the_locale(saved, records):
    actions = [{"seat": 0, "action": "nominate", "chancellor": 99, "名": "ü"}]
    record = saved(actions=actions, shuffles=[], result=None)
    line = refused("replay", record, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "action 1: " in line


def test_a_reader_that_closes_early_is_not_an_error(records):
    command = [sys.executable, "-m", "games", "replay", "-", "--frames"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    process.stdout.close()
    process.stdout = None
    assert process.communicate(lines_of(records * 3), timeout=60)[1] == b""


def test_the_commands_import_no_django():
    code = "import games.__main__, sys; print([m for m in sys.modules if 'django' in m])"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, timeout=60
    )
    assert process.stdout == b"[]\n"


# simulate


def test_simulate_sums_up_who_won_and_why(records):
    options = ("--players", PLAYERS, "--games", 40, "--seed", 1, "--bots", "random")
    (figures,) = printed("simulate", "secret-hitler", *options)
    assert figures["games"] == 40
    assert sum(figures["wins"].values()) == sum(figures["reasons"].values()) == 40
    assert figures["wins"]["liberal"] == sum(r["result"]["winner"] == "liberal" for r in records)
    actions = sum(len(record["actions"]) for record in records)
    assert figures["actions_mean"] == pytest.approx(actions / 40, abs=0.01)
    assert min(figures[rate] for rate in ("games_per_s", "actions_per_s", "events_per_s")) > 0


def test_a_side_that_never_won_is_counted_too():
    options = ("--players", PLAYERS, "--games", 1, "--seed", 1, "--bots", "random")
    (figures,) = printed("simulate", "secret-hitler", *options)
    assert sorted(figures["wins"].values()) == [0, 1]


def test_the_same_seed_gives_the_same_records_and_another_gives_others(records):
    assert simulated(3) == records[:3]
    assert simulated(3, seed=2) != records[:3]


def test_each_side_may_have_a_bot_of_its_own():
    options = ("--players", 5, "--games", 2, "--seed", 1)
    (figures,) = printed(
        "simulate", "secret-hitler", *options, "--bots", "liberal=random,fascist=random"
    )
    assert figures["games"] == 2


def test_simulated_records_replay_and_verify(records):
    assert len(printed("replay", "-", given=lines_of(records))) == len(records)
    assert games("verify", "-", given=lines_of(records)).returncode == 0


# verify


def test_verify_confirms_that_every_draw_comes_from_the_seed(saved, records):
    record = next(record for record in records if record["shuffles"])
    process = games("verify", saved(record))
    said = process.stdout.decode().splitlines()
    labels = ["commitment", "roles", "deck/0", "first-president"]
    labels += [f"deck/{number}" for number in range(1, len(record["shuffles"]) + 1)]
    assert sorted(said) == sorted(f"{label}: OK" for label in labels)
    assert process.returncode == 0


def differing(path):
    """Return the labels of the draws that verify says differ."""
    process = games("verify", path)
    assert process.returncode == 1
    said = process.stdout.decode().splitlines()
    return [line.partition(":")[0] for line in said if "differs" in line]


def test_another_commitment_differs(saved):
    assert differing(saved(commitment="00" * 32)) == ["commitment"]


def test_another_seed_differs_in_more_than_the_commitment(saved):
    assert {"commitment", "deck/0"} <= set(differing(saved(seed="00" * 32)))


def test_omitted_entropy_differs_only_in_the_draws(saved):
    labels = differing(saved(entropy=[""] * PLAYERS))
    assert "deck/0" in labels
    assert "commitment" not in labels


def test_only_a_deck_exchanged_after_the_deal_differs(saved, records):
    setup = records[0]["setup"]
    stacked = setup | {"deck": sorted(setup["deck"])}
    record = saved(setup=stacked, actions=[], shuffles=[], result=None)
    assert differing(record) == ["deck/0"]


def test_only_a_new_deck_exchanged_during_play_differs(saved, records):
    for record in records:
        if not record["shuffles"]:
            continue
        deck = record["shuffles"][-1]
        record = record | {"shuffles": [*record["shuffles"][:-1], deck[:-2] + deck[:-3:-1]]}
        path = saved(record)
        if deck[-1] != deck[-2] and games("replay", path).returncode == 0:
            assert differing(path) == [f"deck/{len(record['shuffles'])}"]
            return
    pytest.fail("no record has a new deck whose last tiles were never drawn")


@pytest.mark.parametrize("field", ["seed", "entropy", "commitment"])
def test_without_its_seed_entropy_or_commitment_nothing_can_be_verified(saved, records, field):
    record = {key: value for key, value in records[0].items() if key != field}
    assert "missing" in refused("verify", saved(record))


def test_an_illegal_record_is_not_verified(saved):
    assert refused("verify", saved(actions=[{"seat": 0, "action": "peek"}])).startswith("action 1:")


# insight


def test_insight_shows_what_the_table_could_know_from_the_start(saved, records):
    (found,) = printed("insight", saved())
    assert list(found) == ["game", "players", "questions", "moments"]
    assert found["players"] == records[0]["players"]
    assert found["questions"][:2] == ["fascist", "hitler"]
    first = found["moments"][0]
    assert (first["after"], first["answers"]["fascist"]) == (0, pytest.approx([3 / PLAYERS] * 7))
    assert [m["after"] for m in found["moments"]] == sorted({m["after"] for m in found["moments"]})


def test_a_seat_is_certain_of_itself_and_has_null_for_questions_it_is_not_asked(saved, records):
    seat = records[0]["setup"]["roles"].index("liberal")
    (found,) = printed("insight", saved(), "--viewer", seat)
    for moment in found["moments"]:
        assert moment["answers"]["fascist"][seat] == 0
        assert moment["answers"]["table"] == [None] * PLAYERS


def test_the_omniscient_view_shows_what_the_table_could_know(saved):
    path = saved()
    assert printed("insight", path, "--viewer", "all") == printed("insight", path)


def test_every_likelihood_is_from_0_to_1_in_every_game():
    options = ("--players", 2, "--games", 2, "--seed", 1, "--bots", "simple")
    noir = printed("simulate", "noir", *options, "--records")
    for viewer in ("public", 0, 1):
        for found in printed("insight", "-", "--viewer", viewer, given=lines_of(noir)):
            assert found["questions"] == ["killer", "inspector"]
            for moment in found["moments"]:
                for answer in moment["answers"].values():
                    assert len(answer) == 25
                    assert all(one is None or 0 <= one <= 1 for one in answer)


def test_the_same_play_is_weaker_evidence_from_people_than_from_bots(saved):
    def doubts(model):
        (found,) = printed("insight", saved(), "--model", model)
        return sum(abs(o - 3 / PLAYERS) for m in found["moments"] for o in m["answers"]["fascist"])

    assert doubts("people") < doubts("bots")


def test_insight_answers_a_bad_record_among_others_with_its_error(records):
    process = games("insight", "-", given=b"nonsense\n" + lines_of(records[:1]))
    found = [json.loads(line) for line in process.stdout.splitlines()]
    assert process.returncode == 1
    assert [set(one) == {"error"} for one in found] == [True, False]


def test_insight_refuses_what_replay_refuses(saved):
    assert "no such seat" in refused("insight", saved(), "--viewer", 7)
    assert refused("insight", saved(actions=[{"seat": 0, "action": "peek"}])).startswith(
        "action 1:"
    )
