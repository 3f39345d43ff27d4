"""The second verifier, in JavaScript, finds what the audit finds, for what it covers."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from audit.making import make, put, spec_of
from audit.playing import ENDS
from audit.test_seals import HELD, a_false_name, forge, its_own_seal
from audit.test_signed import Signing
from croupier import games
from croupier.audit.export import export
from croupier.audit.findings import Finding
from croupier.audit.run import audit
from croupier.contracts.errors import Unreadable
from croupier.folds.bundle import digested
from croupier.folds.writers import WRITERS
from croupier.games.kernel import BadOptions
from games.samples import SAMPLES
from tampered import FRAUDS, GAME, forged
from world import spec as tournament_spec

HERE = Path(__file__).parents[2] / "examples" / "verify"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here: the second verifier is JavaScript")

COVERED = {
    "log/not-json", "log/not-canonical", "log/envelope", "log/unknown-type",
    "chain/other-log", "chain/seq", "chain/prev", "chain/newline", "chain/cut", "chain/head",
    "audit/writer", "audit/seed", "audit/nonce-first", "audit/beacon", "audit/deck-commitment", "audit/board-seed",
    "audit/deck", "audit/closed", "audit/recorded", "audit/unfinished", "audit/unrevealed",
    "bundle/missing-game", "bundle/extra-game", "bundle/heads", "bundle/manifest",
    "bundle/derived", "sign/key", "bundle/keys",
    "key/missing", "key/proof", "key/rotation", "key/twice", "seal/missing", "seal/key", "seal/end", "seal/signature",
    "checkpoint/form", "checkpoint/tree", "checkpoint/log", "checkpoint/signature",
}  # fmt: skip
"""What the second verifier looks for. What is out of place it knows, too, as far as that takes no rules of a game."""

Place = tuple[str, str, int]


def verified(places: Iterable[Path]) -> list[dict[str, Any]]:
    """What the second verifier says of each bundle."""
    assert NODE is not None
    command = [NODE, str(HERE / "verify.mjs"), "--json", *map(str, places)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def covered(findings: Iterable[Finding]) -> list[Place]:
    return [
        (finding.code, finding.log, finding.line)
        for finding in findings
        if not finding.note and finding.code in COVERED
    ]


def places(told: dict[str, Any]) -> list[Place]:
    return [(found["code"], found["log"], found["line"]) for found in told["findings"]]


@pytest.mark.timeout(180)
def test_of_every_fraud_it_says_what_the_audit_says(tmp_path: Path) -> None:
    """A fraud that it does not look for it passes by, or finds more behind it than an audit, which stops there."""
    folders = {name: forged(name)[0].write(tmp_path / name / "cup") for name in FRAUDS}
    wrong = {}
    for (name, folder), told in zip(folders.items(), verified(folders.values()), strict=True):
        report = audit(folder)
        ours, theirs = covered(report.findings), places(told)
        stopped = any(finding.code not in COVERED for finding in report.findings)
        if (not set(ours) <= set(theirs)) if stopped else (sorted(ours) != sorted(theirs)):
            wrong[name] = (ours, theirs)

    assert wrong == {}


def test_it_knows_every_event_and_who_writes_it() -> None:
    """Else the log of a tournament in which it happens is unreadable to it."""
    text = (HERE / "lines.mjs").read_text()
    for event, writers in WRITERS.items():
        if len(writers) == 1:
            listed = re.search(rf"\n  {writers[0]}: \[(.*?)\]", text, re.DOTALL)
            assert listed is not None
            assert f'"{event.TYPE}"' in listed[1], event.TYPE
        else:
            assert f'"{event.TYPE}"' in text, event.TYPE


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.timeout(180)
def test_right_bundles_of_all_games_are_right(tmp_path: Path, name: str) -> None:
    """With every ending, as a folder and as a zip file."""
    seats = games.get(name).seats(games.get(name).resolve("house", {}))
    whole = make(spec_of(max(3, seats), 2, game=name), ENDS).write(tmp_path / "whole" / "cup")
    export(whole, tmp_path / "cup.zip")
    told = verified([whole, tmp_path / "cup.zip"])

    assert [each["findings"] for each in told] == [[], []]
    assert [each["unchecked"] for each in told] == [[], []]


async def test_signed_play_is_right_and_what_needs_the_rules_is_left_open(tmp_path: Path) -> None:
    """Keys of entrants are checked; what their answers sign only who knows the game can compute."""
    world = Signing(tmp_path)
    await world.open(tournament_spec(games=1, concurrency=3, signed=True))
    await world.run()
    [told] = verified([tmp_path / "cup"])

    assert told["findings"] == []
    assert told["unchecked"] == ["the signatures of answers: what they sign follows from the rules of the game"]


def variants() -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Every game with each pair of values that two of its options can have, and the pack that follows.

    What changes a pack today is one option, or one together with a second.
    """
    for name in SAMPLES:
        game = games.get(name)
        values = {option.name: option.values[:FEW] for option in game.options}
        for one, other in combinations(values, 2):
            for pair in product(values[one], values[other]):
                with suppress(BadOptions):
                    options = game.resolve("house", dict(zip((one, other), pair, strict=True)))
                    yield name, options, game.pack(options)


FEW = 10
"""Of an option that is a number so many values are tried."""


def test_it_lays_out_the_pack_of_every_option() -> None:
    """Whatever an option leaves out of a pack, or calls otherwise."""
    assert NODE is not None
    cases = list(variants())
    script = f"""
        import {{ gamePack }} from {json.dumps((HERE / "cards.mjs").as_uri())};
        import {{ readFileSync }} from "node:fs";
        console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(([game, options]) => gamePack(game, options))));
    """
    asked = json.dumps([(name, options) for name, options, _ in cases])
    command = [NODE, "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=60, check=True)
    wrong = [
        (name, options)
        for (name, options, pack), theirs in zip(cases, json.loads(done.stdout), strict=True)
        if list(pack) != theirs
    ]

    assert wrong == []
    assert {name for name, _, _ in cases} == set(SAMPLES)


@pytest.mark.timeout(300)
def test_with_every_pack_that_there_is_right_bundles_are_right(tmp_path: Path) -> None:
    """A tournament with each of them, which the audit finds sound, too."""
    packs = {pack: (name, options) for name, options, pack in variants()}
    folders = []
    for number, (name, options) in enumerate(packs.values()):
        seats = games.get(name).seats(options)
        spec = spec_of(max(3, seats), 1, game=name, options=options)
        folders.append(make(spec).write(tmp_path / str(number) / "cup"))
    told = verified(folders)

    assert [(each["findings"], each["unchecked"]) for each in told] == [([], [])] * len(packs)
    assert [folder for folder in folders if not audit(folder).sound] == []


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(spec_of(2, 2)).write(tmp_path_factory.mktemp("right") / "cup")


def first(folder: Path) -> tuple[str, int] | str:
    """Where the audit finds the first thing."""
    try:
        found = audit(folder).first
    except Unreadable as error:
        return error.code
    return "sound" if found is None else (found.log, found.line)


def theirs_first(told: dict[str, Any]) -> tuple[str, int] | str:
    if "unreadable" in told:
        return str(told["unreadable"])
    return (told["findings"][0]["log"], told["findings"][0]["line"]) if told["findings"] else "sound"


@pytest.mark.timeout(180)
def test_of_a_changed_byte_it_blames_the_line_that_the_audit_blames(right: Path, tmp_path: Path) -> None:
    """Where a byte of a log makes an event that has not the fields of its type, the chain betrays it to the other."""
    dice, folders = random.Random(4), list[Path]()
    files = ["tournament.jsonl", *(f"games/{path.name}" for path in sorted((right / "games").iterdir()))]
    for number in range(120):
        folder = Path(shutil.copytree(right, tmp_path / str(number)))
        path = folder / dice.choice(files)
        stored = bytearray(path.read_bytes())
        stored[dice.randrange(len(stored))] ^= dice.randrange(1, 256)
        path.write_bytes(stored)
        folders.append(folder)
    found = zip(folders, verified(folders), strict=True)

    assert [(first(folder), theirs_first(told)) for folder, told in found if first(folder) != theirs_first(told)] == []


@pytest.mark.timeout(120)
def test_of_a_changed_byte_in_a_file_that_follows_it_says_what_the_audit_says(right: Path, tmp_path: Path) -> None:
    dice, folders = random.Random(5), list[Path]()
    for number in range(60):
        folder = Path(shutil.copytree(right, tmp_path / str(number)))
        path = folder / dice.choice(["standings.json", "standings.csv", "games.csv", "manifest.json"])
        stored = bytearray(path.read_bytes())
        stored[dice.randrange(len(stored))] ^= dice.randrange(1, 256)
        path.write_bytes(stored)
        folders.append(folder)
    found = [(first(folder), theirs_first(told)) for folder, told in zip(folders, verified(folders), strict=True)]

    assert [pair for pair in found if pair[0] != pair[1] or pair[0] == "sound"] == []


@pytest.mark.timeout(120)
def test_of_lines_and_files_it_says_what_the_audit_says(right: Path, tmp_path: Path) -> None:
    """Lines out, in, exchanged; a tail cut; games exchanged, missing, too many; files changed."""
    folders = [Path(shutil.copytree(right, tmp_path / name)) for name in DAMAGE]
    for folder, damage in zip(folders, DAMAGE.values(), strict=True):
        damage(folder)
    told = verified(folders)

    ours = [covered(audit(folder).findings) for folder in folders]
    assert [places(each) for each in told] == ours
    assert all(ours)


def _lines(folder: Path, change: Any) -> None:
    path = folder / "games" / f"{GAME}.jsonl"
    put(path, change(path.read_bytes().splitlines()))


def _replaced(path: Path, old: bytes, new: bytes) -> None:
    stored = path.read_bytes()
    assert old in stored
    path.write_bytes(stored.replace(old, new, 1))


def _exchanged(folder: Path) -> None:
    one, other = sorted((folder / "games").iterdir())[:2]
    stored = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(stored)


def _manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """The manifest with other fields, and the digest that belongs to them."""
    fields = json.loads((folder / "manifest.json").read_bytes())
    del fields["digest"]
    change(fields)
    (folder / "manifest.json").write_bytes(digested(fields))


def _linked(folder: Path) -> None:
    path = folder / "games" / f"{GAME}.jsonl"
    path.symlink_to(path.rename(folder / "elsewhere"))


MANIFEST = {"bundle": 1, "tournament": "cup", "croupier": "0.1.0", "another": "field"}
DAMAGE = {
    "out": lambda folder: _lines(folder, lambda lines: lines[:4] + lines[5:]),
    "in": lambda folder: _lines(folder, lambda lines: [*lines[:5], lines[4], *lines[5:]]),
    "swapped": lambda folder: _lines(folder, lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]]),
    "cut": lambda folder: _lines(folder, lambda lines: lines[:9]),
    "blank": lambda folder: _lines(folder, lambda lines: [*lines[:5], b"", *lines[5:]]),
    "unclosed": lambda folder: (folder / "games" / f"{GAME}.jsonl").write_bytes(
        (folder / "games" / f"{GAME}.jsonl").read_bytes()[:-1]
    ),
    "missing": lambda folder: (folder / "games" / f"{GAME}.jsonl").unlink(),
    "extra": lambda folder: shutil.copy(folder / "games" / f"{GAME}.jsonl", folder / "games" / "cup-r9-t9-9.jsonl"),
    "exchanged": _exchanged,
    "row": lambda folder: _replaced(folder / "games.csv", b"won", b"win"),
    "manifest": lambda folder: _replaced(folder / "manifest.json", b'"croupier":"', b'"croupier":"9'),
    "manifest-field": lambda folder: (folder / "manifest.json").write_bytes(digested(MANIFEST)),
    "manifest-heads": lambda folder: _manifest(folder, lambda fields: fields["heads"].update(more="")),
    "manifest-last-line": lambda folder: _manifest(folder, lambda fields: fields["heads"].update(tournament="0" * 64)),
    "manifest-no-heads": lambda folder: _manifest(folder, lambda fields: fields.update(heads=[])),
    "linked": _linked,
    "nothing but ends of lines": lambda folder: (folder / "games" / f"{GAME}.jsonl").write_bytes(b"\n" * 5_000_000),
    "table-json": lambda folder: _replaced(folder / "standings.json", b'"won":', b'"won":1'),
    "table-csv": lambda folder: _replaced(folder / "standings.csv", b",bot-", b",bat-"),
    "table-name": lambda folder: _replaced(folder / "standings.json", b"The cup", b"The cap"),
    "table-count": lambda folder: _replaced(folder / "standings.json", b'"games":2', b'"games":3'),
    "table-blank": lambda folder: _replaced(folder / "standings.json", b"{", b"{ "),
    "table-unclosed": lambda folder: (folder / "standings.csv").write_bytes(
        (folder / "standings.csv").read_bytes()[:-1]
    ),
    "table-longer": lambda folder: (folder / "standings.csv").write_bytes(
        (folder / "standings.csv").read_bytes() + b"\n"
    ),
    "no-json": lambda folder: (folder / "standings.json").unlink(),
    "no-csv": lambda folder: (folder / "standings.csv").unlink(),
    "no-list": lambda folder: (folder / "games.csv").unlink(),
}


@pytest.mark.parametrize("version", [True, "1", None, 2])
def test_a_manifest_of_another_version_is_refused_by_both(right: Path, tmp_path: Path, version: object) -> None:
    folder = Path(shutil.copytree(right, tmp_path / "cup"))
    text = json.dumps({"bundle": version, "tournament": "cup"})
    (folder / "manifest.json").write_text(text)

    assert first(folder) == theirs_first(verified([folder])[0]) == "bundle/manifest"


def test_what_is_no_bundle_is_refused_by_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 and no more")
    places = [tmp_path / "nothing", tmp_path / "empty", tmp_path / "broken.zip"]

    assert [each["unreadable"] for each in verified(places)] == [first(place) for place in places]


def test_it_gives_the_values_of_the_vectors() -> None:
    """Every step from seed to deck, signatures, seals, the tree."""
    assert NODE is not None
    done = subprocess.run([NODE, str(HERE / "vectors.mjs")], capture_output=True, text=True, timeout=60, check=False)

    assert done.stdout == "all values are right\n"


@pytest.mark.timeout(180)
def test_of_forged_seals_it_says_what_the_audit_says(tmp_path: Path) -> None:
    """Given a tournament played otherwise, forged by thieves who hold some of the keys and seal as well as they can."""
    other = make(spec_of(), shift=1)
    cases = [(held, seal) for held in HELD for seal in (its_own_seal, a_false_name)]
    folders = [
        forge(other, held, seal).write(tmp_path / str(number) / "cup") for number, (held, seal) in enumerate(cases)
    ]
    ours = [covered(audit(folder).findings) for folder in folders]

    assert all(ours)
    assert [places(told) for told in verified(folders)] == ours
