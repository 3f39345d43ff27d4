"""The final report: all that it says follows from the log, nothing in a name can do harm, and it is one file."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.drafts import Draft
from audit.making import ENDS, make, spec_of
from croupier.audit.run import audit
from croupier.cli.main import main
from croupier.cli.reporting.document import Bar, Bars, Document, Grid, Link, Listing, Section, Text
from croupier.cli.reporting.markdown import escaped, markdown
from croupier.cli.reporting.page import page
from croupier.cli.reporting.plot import plot, scale
from croupier.contracts import events as ev
from croupier.contracts.specs import EntrantSpec, Swiss, Tables
from croupier.folds.plans import evenness_of
from director.test_living_tournament import play

EVIL = "</title><script>alert(1)</script>\"'&<img src=x onerror=alert(2)>|`*_[x](http://y)"


class Reader(HTMLParser):
    """Which elements and attributes a page has, and its text; fails where elements do not nest."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four bots, two games a pairing, which end in every way that a game can."""
    return make(spec_of(4, 2), ENDS).write(tmp_path_factory.mktemp("runs") / "cup")


def test_the_report_tells_table_cross_table_ratings_failures_and_games(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(bundle)]) == 0
    told = capsys.readouterr().out
    headings = [line for line in told.splitlines() if line.startswith("## ")]
    assert headings == [
        "## Standings",
        "## Cross-table",
        "## Ratings",
        "## Failures",
        "## Pairings",
        "## Games",
        "## Check it",
    ]
    assert "briscola (house), round-robin: 4 entrants, 12 of 12 games." in told
    kinds = dict(re.findall(r"^\| ([\w-]+(?: [\w/-]+)?) \| (\d+) \|$", told, re.MULTILINE))
    assert kinds == {
        "forfeit clock/flag": "2", "forfeit move/strikes": "2", "forfeit resigned": "2", "forfeit session/left": "2",
        "no-contest session/left": "2",
    } | {name: count for name, count in kinds.items() if name.startswith("Bot")}  # fmt: skip
    assert told.count("croupier replay cup/cup-r") == 12 + 10


def test_the_report_and_the_replay_tell_why_rounds_were_paired_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Swiss of three: in every round somebody has a bye, for a reason that stands in the log alone otherwise."""
    folder = tmp_path / "cup"
    world = make(spec_of(3, 1, format=Swiss(rounds=2, games=1)))
    world.write(folder)
    paired = [draft.event for draft in world.tournament if isinstance(draft.event, ev.RoundPaired)]
    whys = [*(event.why for event in paired), *(why for event in paired for why in event.bye_whys or [])]
    assert len(whys) == 4
    for command in (["report", str(folder)], ["replay", str(folder)]):
        assert main(command) == 0
        told = capsys.readouterr().out
        assert [why for why in whys if why not in told.replace("\\", "")] == []
    assert main(["replay", str(folder), "--json"]) == 0
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rounds = [moment for moment in shown if moment["kind"] == "paired"]
    assert [(moment["why"], moment["bye_whys"]) for moment in rounds] == [(e.why, e.bye_whys) for e in paired]


def test_the_report_tells_how_even_tables_of_many_seats_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = spec_of(5, format=Tables(), options={"players": 3})
    make(spec).write(tmp_path / "cup")
    assert main(["report", str(tmp_path / "cup")]) == 0
    even = evenness_of(spec)
    assert even is not None
    assert f"as they were planned: {even}." in capsys.readouterr().out


def test_the_page_is_one_file_without_a_script_and_asks_nobody(bundle: Path, tmp_path: Path) -> None:
    assert main(["report", str(bundle), "--html", str(tmp_path / "r.html"), "--markdown", str(tmp_path / "r.md")]) == 0
    text = (tmp_path / "r.html").read_text()
    read = Reader(text)
    assert not read.seen & {"script", "img", "link", "iframe", "object", "base", "form"}
    assert not [value for name, value in read.attributes if name in {"src", "style"} or name.startswith("on")]
    addresses = [value or "" for name, value in read.attributes if name == "href"]
    assert [address for address in addresses if not re.fullmatch(r"replays/[a-z0-9-]+\.html", address)] == []
    assert "default-src 'none'; style-src 'sha256-" in text
    assert "Bot A" in "".join(read.text)
    assert (tmp_path / "r.md").read_text().startswith("# The cup\n")


def test_the_same_log_gives_the_same_report_from_a_folder_and_from_a_zip_file(bundle: Path, tmp_path: Path) -> None:
    assert main(["export", str(bundle), str(tmp_path / "cup.zip")]) == 0
    for name, source in (("one", bundle), ("two", tmp_path / "cup.zip")):
        assert main(["report", str(source), "--html", str(tmp_path / name)]) == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_report_beside_the_bundle_does_not_trouble_an_audit(tmp_path: Path) -> None:
    folder = make().write(tmp_path / "cup")
    assert main(["report", str(folder), "--html", str(folder / "report.html")]) == 0
    assert audit(folder).findings == []


def test_disputes_are_told_with_what_was_found_and_ruled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = make()
    raised = ev.DisputeRaised(dispute="cup-d1", game="cup-r1-t1-1", entrant="bot-a", claim="clock", ply=7, text="late")
    examined = ev.DisputeExamined(dispute="cup-d1", findings=[], total=0, clear="dismissed", why="nobody was flagged")
    ruled = ev.DisputeRuled(dispute="cup-d1", ruling="dismissed", by="examination", why="nothing was found")
    place = world.index(ev.TournamentFinished)
    at = world.tournament[place - 1].at
    world.tournament[place:place] = [Draft(each, "director", at) for each in (raised, examined, ruled)]
    world.seal()
    assert main(["report", str(world.write(tmp_path / "cup"))]) == 0
    told = capsys.readouterr().out
    row = next(line for line in told.splitlines() if line.startswith("| cup-d1 "))
    assert "| Bot A | clock at decision 7: late | 0 findings: nobody was flagged |" in row
    assert "dismissed by the examination: nothing was found" in row


def test_what_mirrored_boards_saved_is_told_by_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Random play: what decides is mostly the cards, and they fall out of a pair."""
    folder = make(spec_of(2, 16, boards="mirror")).write(tmp_path / "cup")
    assert main(["report", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "Boards were played again with seats exchanged" in told
    found = re.search(r"\| Bot A – Bot B \| 8 \| ([\d.]+) \(([\d.]+) to ([\d.]+)\) \|", told)
    assert found is not None
    low, middle, high = float(found[2]), float(found[1]), float(found[3])
    assert 0 < low < middle < high


async def test_who_came_late_and_left_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Swiss with a late entry, one who leaves and comes back, and another program for a third."""
    await play(tmp_path)
    assert main(["report", str(tmp_path / "cup")]) == 0
    told = capsys.readouterr().out
    assert re.search(r"^\| Fay \| came late, for round \d \|$", told, re.MULTILINE)
    assert "| Cleo | plays with another program than it began with |" in told


def test_names_that_are_markup_stay_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = [EntrantSpec(id=f"e{n}", name=f"{n}{EVIL}"[:80], token="0" * 64) for n in range(3)]
    folder = make(spec_of().model_copy(update={"entrants": people, "name": EVIL[:80]})).write(tmp_path / "cup")
    assert main(["report", str(folder), "--html", str(tmp_path / "r.html")]) == 0
    read = Reader((tmp_path / "r.html").read_text())
    assert not read.seen & {"script", "img"}
    assert "<script>alert(1)</script>" in "".join(read.text)
    assert main(["report", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    cross = lines[lines.index("## Cross-table") + 4 :][:5]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in cross} == {6}


def test_a_report_that_cannot_be_written_is_one_line(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(bundle), "--html", str(bundle / "games")]) == 2
    assert capsys.readouterr().err.startswith("error: config/unwritable")


texts = st.text(max_size=30)
cells = st.one_of(texts, st.builds(Link, texts, st.just("replays/cup-r1-t1-1.html")))
parts: st.SearchStrategy[Any] = st.one_of(
    st.builds(Text, texts),
    st.builds(Listing, texts, st.lists(texts, max_size=4).map(tuple), st.booleans()),
    st.builds(
        Grid, texts, st.just(("a", "b")), st.lists(st.tuples(texts, cells), max_size=4).map(tuple),
        st.just(frozenset({1})), st.booleans(),
    ),
    st.builds(
        Bars, texts,
        st.lists(st.builds(Bar, texts, st.integers(-5000, 9000), st.integers(0, 2000)), min_size=1).map(tuple),
    ),
)  # fmt: skip


@settings(deadline=None, max_examples=30)
@given(st.builds(Document, texts, st.lists(texts).map(tuple), st.lists(
    st.builds(Section, texts, st.lists(parts).map(tuple))).map(tuple)))  # fmt: skip
def test_any_text_gives_a_page_that_nests_and_a_table_that_keeps_its_columns(document: Document) -> None:
    read = Reader(page(document))
    assert not read.seen & {"script", "img"}
    assert {value for name, value in read.attributes if name == "href"} <= {"replays/cup-r1-t1-1.html"}
    assert [sign for sign in "".join(read.text) if not sign.isprintable() and sign != "\n"] == []
    for line in markdown(document).splitlines():
        if line.startswith("| "):
            assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 3


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("a|b", r"a\|b"),
        ("- item", r"\- item"),
        ("1. one", r"1\. one"),
        ("won-drawn", "won-drawn"),
        ("2.5", r"2\.5"),
        ("<b>", r"\<b\>"),
        ("see http://x.y", r"see http\://x.y"),
        ("two\nlines", "two\ufffdlines"),
    ],
)
def test_what_markdown_would_read_is_escaped(text: str, right: str) -> None:
    assert escaped(text) == right


@settings(deadline=None)
@given(st.lists(st.builds(Bar, texts, st.integers(-5000, 9000), st.integers(0, 2000)), min_size=1))
def test_a_scale_holds_every_interval_between_its_round_ends(bars: list[Bar]) -> None:
    low, high, step = scale(bars)
    assert low <= min(bar.value - bar.margin for bar in bars)
    assert high >= max(bar.value + bar.margin for bar in bars)
    assert low % step == high % step == 0
    assert 1 <= (high - low) // step <= 8


def test_a_bar_is_drawn_where_its_figure_is_on_the_scale() -> None:
    """From 1200 to 1800 over 518 pixels, which begin at 190: 1500 is in the middle, at 449."""
    drawn = plot(Bars("ratings", (Bar("Ada", 1500, 100), Bar("Bob", 1400, 200), Bar("Cleo", 1700, 90))))
    assert re.findall(r'cx="([\d.]+)"', drawn) == ["449.0", "362.7", "621.7"]
    assert re.findall(r'<line x1="([\d.]+)" x2="([\d.]+)" y1="\d+" y2="\d+" class="interval"', drawn)[0] == (
        "362.7", "535.3",
    )  # fmt: skip
    assert "Ada 1500 ± 100; Bob 1400 ± 200; Cleo 1700 ± 90" in drawn
