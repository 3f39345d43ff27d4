"""Our zip files are those of everybody else, and everybody else's are read, in flat memory; a bad one is refused."""

import io
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.audit.zipreader import Damaged, ZipReader
from croupier.audit.zipwriter import ZipWriter

NAMES = st.text("abcdefgh/.-é", min_size=1, max_size=12)
TIMES = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def written(place: Path, members: dict[str, bytes]) -> Path:
    with place.open("wb") as file, ZipWriter(file) as archive:
        for name, content in members.items():
            archive.add(name, pieces(content))
    return place


def pieces(content: bytes) -> Iterator[bytes]:
    return (content[at : at + 1000] for at in range(0, len(content), 1000))


def read(place: Path) -> dict[str, bytes]:
    archive = ZipReader(place)
    try:
        return {name: archive.open(name).read() for name in archive.names()}
    finally:
        archive.close()


@TIMES
@given(members=st.dictionaries(NAMES, st.binary(max_size=5000), max_size=8))
def test_what_we_write_everybody_reads(tmp_path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(written(tmp_path / "ours.zip", members)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == members


@TIMES
@given(members=st.dictionaries(NAMES, st.binary(max_size=5000), max_size=8), way=st.sampled_from([0, 8]))
def test_what_everybody_writes_we_read(tmp_path: Path, members: dict[str, bytes], way: int) -> None:
    """Stored or deflated, with sizes before the content or after it."""

    class Unseekable(io.RawIOBase):
        def __init__(self, file: io.BufferedWriter) -> None:
            self.file = file

        def writable(self) -> bool:
            return True

        def write(self, content: bytes) -> int:  # type: ignore[override]
            return self.file.write(content)

    for seekable in (True, False):
        place = tmp_path / "theirs.zip"
        with place.open("wb") as file, zipfile.ZipFile(file if seekable else Unseekable(file), "w", way) as archive:
            archive.comment = b"a comment"
            for name, content in members.items():
                archive.writestr(name, content)
        assert read(place) == members


def test_a_program_that_everybody_has_reads_ours(tmp_path: Path) -> None:
    if shutil.which("unzip") is None:
        pytest.skip("there is no unzip here")
    place = written(tmp_path / "ours.zip", {"cup/a": b"a" * 10_000, "cup/b": b""})
    done = subprocess.run(["unzip", "-t", str(place)], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_more_files_than_two_bytes_can_count(tmp_path: Path) -> None:
    """Then the numbers of eight bytes are needed, and both libraries and the second verifier know them."""
    members = {f"cup/games/g{number}.jsonl": b"%d" % number for number in range(66_000)}
    place = written(tmp_path / "many.zip", members)
    archive = ZipReader(place)

    assert sum(1 for _ in archive.names()) == 66_000
    assert archive.open("cup/games/g65999.jsonl").read() == b"65999"
    assert "cup/games/g66000.jsonl" not in archive
    with zipfile.ZipFile(place) as theirs:
        assert theirs.read("cup/games/g65999.jsonl") == b"65999"
    if (node := shutil.which("node")) is not None:
        script = "import { filesIn } from './files.mjs'; const f = filesIn(process.argv[1]);"
        script += "console.log(f.games().length, String(f.read('games/g65999.jsonl')))"
        done = subprocess.run(
            [node, "--input-type=module", "-e", script, str(place)], capture_output=True, text=True, check=True,
            cwd=Path(__file__).parents[2] / "examples" / "verify",
        )  # fmt: skip
        assert done.stdout.split() == ["66000", "65999"]


MEMORY = """
import resource, sys
from pathlib import Path
from croupier.audit.zipreader import ZipReader
from croupier.audit.zipwriter import ZipWriter
def high(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = high()
with open(sys.argv[1], "wb") as file, ZipWriter(file) as archive:
    for number in range(60_000):
        archive.add(f"cup/games/cup-r{number}-t1-1.jsonl", [b"x"])
    wrote = high()
archive = ZipReader(Path(sys.argv[1]))
print(wrote - before, high() - wrote)
"""


def test_memory_stays_flat_however_many_files_there_are(tmp_path: Path) -> None:
    """Megabytes for 60,000 files: next to nothing to write them, the stored directory to read them."""
    command = [sys.executable, "-c", MEMORY, str(tmp_path / "many.zip")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=50)
    writing, reading = map(int, done.stdout.split())

    assert writing <= 4
    assert reading <= 24


def test_a_changed_byte_never_ends_in_a_crash_and_never_in_other_content(tmp_path: Path) -> None:
    """Whatever byte is changed: the content is the same, or the file is refused."""
    members = {"cup/manifest.json": b'{"bundle":1}', "cup/games/a.jsonl": b"line\n" * 50, "cup/games/b.jsonl": b""}
    place = written(tmp_path / "one.zip", members)
    stored, dice = place.read_bytes(), random.Random(1)
    refused = 0
    for at in range(len(stored)):
        place.write_bytes(stored[:at] + bytes([stored[at] ^ dice.randrange(1, 256)]) + stored[at + 1 :])
        try:
            for name, content in read(place).items():
                assert content == members.get(name, content)
        except Damaged:
            refused += 1

    assert refused > len(stored) // 2


@pytest.mark.parametrize("kept", [0, 3, 22, 100])
def test_a_file_that_is_cut_is_refused(tmp_path: Path, kept: int) -> None:
    place = written(tmp_path / "one.zip", {"a": b"x" * 500})
    place.write_bytes(place.read_bytes()[:kept])
    with pytest.raises(Damaged):
        ZipReader(place)


def test_a_directory_that_names_another_file_than_is_there_is_refused(tmp_path: Path) -> None:
    """Else one reader would see one name and another reader another."""
    place = written(tmp_path / "one.zip", {"one": b"x"})
    stored = place.read_bytes()
    last = stored.rindex(b"one")
    place.write_bytes(stored[:last] + b"two" + stored[last + 3 :])

    with pytest.raises(Damaged, match="do not agree"):
        ZipReader(place).open("two")
