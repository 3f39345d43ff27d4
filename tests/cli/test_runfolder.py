"""What a run keeps beside its bundle: one process at a time, the same secrets, the same file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.output import Detailed
from croupier.cli.runfile import RunFile
from croupier.cli.runfolder import RunFolder, draw
from croupier.contracts.errors import BadConfig
from croupier.runtime.server import lay_out

TEXT = 'game = "briscola"\n[[entrant]]\nname = "A"\nbot = "x"\n[[entrant]]\nname = "B"\nremote = true\n'


def run(seed: str | None = None) -> RunFile:
    entrants = [{"name": "A", "bot": "x"}, {"name": "B", "remote": True}]
    return RunFile.model_validate({"id": "t", "game": "briscola", "entrant": entrants, "seed": seed})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.toml"
    path.write_text(TEXT)
    return path


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file, and no folder")
    with pytest.raises(BadConfig, match="Not a directory") as refused, RunFolder(tmp_path / "runs", "t").locked():
        pass
    assert refused.value.code == "config/unwritable"
    assert refused.value.place.startswith(str(tmp_path / "runs"))


def test_two_processes_cannot_work_in_one_folder(tmp_path: Path) -> None:
    hold = (
        "import sys; from pathlib import Path; from croupier.cli.runfolder import RunFolder\n"
        "with RunFolder(Path(sys.argv[1]), 't').locked(): print('held', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        with pytest.raises(BadConfig, match=f"process {other.pid} works") as refused, RunFolder(tmp_path, "t").locked():
            pass
        assert refused.value.code == "config/busy"
        assert other.stdin
        other.stdin.close()
    with RunFolder(tmp_path, "t").locked():
        pass


def test_a_second_start_goes_on_with_the_secrets_of_the_first(tmp_path: Path, file: Path) -> None:
    folder = RunFolder(tmp_path, "t")
    with folder.locked():
        first = folder.begin(file, run())
        assert folder.begin(file, run()) == first
    assert set(first.tickets) == {"a", "b"}
    assert len({ticket.token for ticket in first.tickets.values()}) == 2


def test_secrets_are_for_their_owner_alone(tmp_path: Path, file: Path) -> None:
    folder = RunFolder(tmp_path, "t")
    with folder.locked():
        folder.begin(file, run())
    assert folder.work.stat().st_mode & 0o777 == 0o700
    assert (folder.work / "secrets.json").stat().st_mode & 0o777 == 0o600


def test_a_changed_file_is_refused_with_the_difference(tmp_path: Path, file: Path) -> None:
    folder = RunFolder(tmp_path, "t")
    with folder.locked():
        folder.begin(file, run())
        file.write_text(TEXT.replace('"B"', '"Bea"'))
        with pytest.raises(Detailed) as refused:
            folder.begin(file, run())
    assert refused.value.code == "config/changed"
    assert '-name = "B"\n+name = "Bea"\n' in refused.value.details


def test_a_fixed_seed_fixes_cards_and_chance_but_no_tokens() -> None:
    one, two = draw(run("tuesday")), draw(run("tuesday"))
    assert one.secret == two.secret
    assert [(t.seed, t.nonce) for t in one.tickets.values()] == [(t.seed, t.nonce) for t in two.tickets.values()]
    assert one.tickets["a"].token != two.tickets["a"].token
    assert draw(run("wednesday")).secret != one.secret
    assert draw(run()).secret != draw(run()).secret


def test_after_the_end_nothing_private_is_left_but_logs(tmp_path: Path, file: Path) -> None:
    folder = RunFolder(tmp_path, "t")
    with folder.locked():
        folder.begin(file, run())
        (folder.work / "redis").mkdir()
        (folder.work / "redis" / "appendonly.aof").write_text("x")
        (folder.logs / "dealer.log").write_text("dealt\n")
        (folder.path / "tournament.jsonl").write_text(json.dumps({}))
        folder.clean()
    assert sorted(path.name for path in folder.work.iterdir()) == ["lock", "logs"]
    assert (folder.logs / "dealer.log").exists()
    assert (folder.path / "tournament.jsonl").exists()


def test_after_the_end_nothing_is_left_elsewhere(tmp_path: Path) -> None:
    """A socket's path is short, so the store of a folder with a long path has a link below the temporary folder."""
    folder = RunFolder(tmp_path / ("long" * 30), "t")
    with folder.locked():
        server = lay_out(folder.work / "store")
        way = server.socket.parent
        assert way.is_symlink()
        folder.clean()
    assert not way.parent.exists()
