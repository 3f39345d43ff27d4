"""Stored lines of every version ever released stay readable: each has a sample in ``samples/``, for ever."""

from pathlib import Path

import pytest

from croupier.contracts.canonical import digest
from croupier.contracts.events import EVENTS, GAME_EVENTS, TOURNAMENT_EVENTS
from croupier.contracts.lines import genesis, read_line, write_line

SAMPLES = Path(__file__).parent / "samples"
VERSIONS = [(kind, version) for kind, event in EVENTS.items() for version in range(1, event.V + 1)]


def sample(kind: str, version: int) -> bytes:
    return (SAMPLES / f"{kind}.v{version}.json").read_bytes().removesuffix(b"\n")


def test_every_version_of_every_event_has_a_sample_and_no_sample_is_left_over() -> None:
    """Whoever adds an event or a version adds its line; nobody ever removes one."""
    assert sorted(path.name for path in SAMPLES.iterdir()) == sorted(f"{kind}.v{v}.json" for kind, v in VERSIONS)


@pytest.mark.parametrize(("kind", "version"), VERSIONS)
def test_a_stored_line_is_read_in_the_newest_shape(kind: str, version: int) -> None:
    """Whatever version a log holds, a fold sees only the newest."""
    line = read_line(sample(kind, version))
    assert type(line.event) is EVENTS[kind]


@pytest.mark.parametrize(("kind", "version"), [(kind, v) for kind, v in VERSIONS if v == EVENTS[kind].V])
def test_the_shape_of_an_event_changes_only_with_its_version(kind: str, version: int) -> None:
    """Today's code writes the newest sample byte for byte; where it does not, ``V`` was not raised."""
    line = read_line(sample(kind, version))
    again = write_line(line.event, seq=line.seq, at=line.at, by=line.by, cause=line.cause, prev=line.prev)
    assert again == sample(kind, version)


@pytest.mark.parametrize(
    ("log", "events"),
    [("g/spring-cup-r1-t1-1", GAME_EVENTS), ("t/spring-cup", TOURNAMENT_EVENTS)],
    ids=["game", "tour"],
)
def test_the_samples_of_version_1_are_two_logs(log: str, events: tuple[type, ...]) -> None:
    """Each line holds the hash of the one before; the first holds the hash of the log's id."""
    head = genesis(log)
    stored = [path.read_bytes().removesuffix(b"\n") for path in SAMPLES.glob("*.v1.json")]
    of_log = sorted((line.seq, line.prev, s) for s in stored if type((line := read_line(s)).event) in events)
    for seq, (n, prev, text) in enumerate(of_log, start=1):
        assert (n, prev) == (seq, head)
        head = digest(text)
