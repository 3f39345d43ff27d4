"""Pages of games beside a report: each link leads to one, they are bounded, and no card is shown too early."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from audit.drafts import Draft
from audit.making import ENDS, World, make, spec_of
from audit.test_page import EVIL, data, evil_world, needs_browser
from browser import Page, browsing
from cli.test_report import Reader
from croupier.audit.export import export
from croupier.audit.files import Folder
from croupier.audit.run import audit
from croupier.cli.main import main
from croupier.cli.reporting import replays
from croupier.cli.reporting.replays import Bound, ordered, read_bound
from croupier.cli.standings import read
from croupier.contracts import events as ev

DISPUTED = "cup-r2-t1-2"
FOUND = "the seat did not hold this card"


def disputed(world: World, game: str, text: str = "<b>look", reason: str = FOUND) -> World:
    """A dispute about ``game`` that was examined, with a finding at a card that was played, and dismissed."""
    line = world.index(ev.ActionTaken, 3, game) + 1
    finding = [{"code": "audit/illegal", "line": line, "reason": reason}]
    raised = ev.DisputeRaised(dispute="cup-d1", game=game, entrant="bot-a", claim="illegal-move", ply=3, text=text)
    examined = ev.DisputeExamined.model_validate(
        {"dispute": "cup-d1", "findings": finding, "total": 1, "clear": None, "why": "a finding"}
    )
    ruled = ev.DisputeRuled(dispute="cup-d1", ruling="dismissed", by="organiser", why="it did not matter")
    place = world.index(ev.TournamentFinished)
    at = world.tournament[place - 1].at
    world.tournament[place:place] = [Draft(each, "director", at) for each in (raised, examined, ruled)]
    world.seal()
    return world


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four bots, twelve games that end in every way, one of which was disputed."""
    return disputed(make(spec_of(4, 2), ENDS), DISPUTED).write(tmp_path_factory.mktemp("runs") / "cup")


@pytest.fixture
def bundle(kept: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kept, tmp_path / "cup"))


def report(source: Path, target: Path, *more: str) -> int:
    return main(["report", str(source), "--html", str(target / "report.html"), *more])


def pages(target: Path) -> list[str]:
    folder = target / "replays"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def addresses(page: Path) -> list[str]:
    return [value or "" for name, value in Reader(page.read_text()).attributes if name == "href"]


def test_every_link_of_the_report_leads_to_a_page_and_back(bundle: Path) -> None:
    assert report(bundle, bundle, "--markdown", str(bundle / "report.md")) == 0
    games = sorted(path.stem for path in (bundle / "games").iterdir())
    assert pages(bundle) == [f"{game}.html" for game in games]
    found = addresses(bundle / "report.html")
    assert set(found) == {f"replays/{game}.html" for game in games}
    assert set(re.findall(r"\]\((.*?)\)", (bundle / "report.md").read_text())) == set(found)
    for address in set(found):
        page = bundle / address
        assert data(page.read_text())[0]["name"] == page.stem
        assert [(page.parent / back).resolve() for back in addresses(page) if back != "#play"] == [
            bundle / "report.html"
        ]
    assert "croupier replay cup/" not in (bundle / "report.html").read_text()


def test_a_page_tells_the_result_and_the_dispute_and_marks_what_was_found(bundle: Path) -> None:
    assert report(bundle, bundle) == 0
    text = (bundle / "replays" / f"{DISPUTED}.html").read_text()
    told = " ".join("".join(Reader(text).text).split())
    assert re.search(r"The cup, round 2, board [\w-]+\. What counts: won, points \d+:\d+\.", told)
    assert "Dispute cup-d1 by Bot A, illegal-move at decision 3: <b>look. Examined: 1 findings: a finding." in told
    flagged = [step for step in data(text)[0]["steps"] if step["findings"]]
    assert [step["ply"] for step in flagged] == [3]
    assert FOUND in flagged[0]["findings"][0]


def test_disputed_games_come_first_then_those_that_failed_then_the_others(bundle: Path) -> None:
    watched = read(str(bundle), Path())
    order = ordered(watched)
    failed = [each.game for each in watched.failures.games if each.game != DISPUTED]
    assert order[: len(failed) + 1] == [DISPUTED, *failed]
    results = [game.id for _, game, _ in watched.state.books.results()]
    assert order[len(failed) + 1 :] == [game for game in results if game not in {DISPUTED, *failed}]
    assert 0 < len(failed) < len(order) - 1


def test_as_many_games_have_a_page_as_are_asked_for_and_the_others_their_command(bundle: Path) -> None:
    order = ordered(read(str(bundle), Path()))
    assert report(bundle, bundle, "--replays", "all") == 0
    assert len(pages(bundle)) == 12
    assert report(bundle, bundle, "--replays", "3") == 0
    assert pages(bundle) == sorted(f"{game}.html" for game in order[:3])
    told = (bundle / "report.html").read_text()
    assert {f"cup/{game}" for game in order[3:]} == set(re.findall(r"croupier replay (cup/cup-[\w-]+)", told))
    assert "3 games have a page with all hands" in told
    assert report(bundle, bundle, "--replays", "none") == 0
    assert not (bundle / "replays").exists()
    assert addresses(bundle / "report.html") == []


def test_pages_end_where_their_size_together_does(bundle: Path) -> None:
    watched = read(str(bundle), Path())
    assert report(bundle, bundle) == 0
    order = ordered(watched)
    size = sum((bundle / "replays" / f"{game}.html").stat().st_size for game in order[:4])

    def written(most: int) -> list[str]:
        home = bundle / "report.html"
        return replays.write(watched, Folder(bundle), order, most, home.parent / "replays", home, lambda _: None)

    assert [written(size), written(size - 1)] == [order[:4], order[:3]]


def test_more_games_are_listed_where_they_have_a_page(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.reporting.games.LISTED", 2)
    assert report(bundle, bundle, "--replays", "none") == 0
    assert "and 10 more, in games.csv" in (bundle / "report.html").read_text()
    assert report(bundle, bundle, "--replays", "all") == 0
    assert set(addresses(bundle / "report.html")) == {f"replays/{name}" for name in pages(bundle)}
    assert "more, in games.csv" not in (bundle / "report.html").read_text()


def test_no_page_is_made_while_the_tournament_is_on_and_none_is_left(bundle: Path) -> None:
    """The last line of the log is what makes it whole: all games are there, and yet they stay closed."""
    assert report(bundle, bundle) == 0
    log = bundle / "tournament.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    assert report(bundle, bundle, "--replays", "all") == 0
    assert not (bundle / "replays").exists()
    assert addresses(bundle / "report.html") == []
    assert "croupier replay cup/cup-r1-t1-1" in (bundle / "report.html").read_text()


def test_the_same_pages_come_from_a_folder_from_a_zip_file_and_again(bundle: Path, tmp_path: Path) -> None:
    export(bundle, tmp_path / "cup.zip")
    contents = []
    for source, target in ((bundle, "one"), (tmp_path / "cup.zip", "two"), (bundle, "one")):
        (tmp_path / target).mkdir(exist_ok=True)
        assert report(source, tmp_path / target) == 0
        contents.append(
            {name: (tmp_path / target / "replays" / name).read_bytes() for name in pages(tmp_path / target)}
        )
    assert len(contents[0]) == 12
    assert contents[0] == contents[1] == contents[2]


def test_what_else_lies_in_the_folder_is_left_alone(bundle: Path) -> None:
    """Pages of another tournament, too; what an earlier report of this one left goes, finished or not."""
    folder = bundle / "replays"
    folder.mkdir()
    foreign = ["notes.txt", "cup-2-r1-t1-1.html", "cup-r1-t1-1.html.bak", "cup.html"]
    for name in (*foreign, "cup-r9-t1-1.html", ".cup-r9-t1-1.html.77"):
        (folder / name).write_text("as it was")
    assert report(bundle, bundle, "--replays", "1") == 0
    assert pages(bundle) == sorted([*foreign, f"{DISPUTED}.html"])
    assert report(bundle, bundle, "--replays", "none") == 0
    assert pages(bundle) == sorted(foreign)
    assert {(folder / name).read_text() for name in foreign} == {"as it was"}


def test_neither_audit_nor_export_sees_the_pages(bundle: Path, tmp_path: Path) -> None:
    before = audit(bundle)
    export(bundle, tmp_path / "before.zip")
    manifest = (bundle / "manifest.json").read_bytes()
    assert report(bundle, bundle) == 0
    after = audit(bundle)
    assert (after.findings, after.counts) == (before.findings, before.counts)
    export(bundle, tmp_path / "after.zip")
    assert (tmp_path / "after.zip").read_bytes() == (tmp_path / "before.zip").read_bytes()
    assert (bundle / "manifest.json").read_bytes() == manifest


def test_a_game_whose_log_is_not_there_or_is_too_long_keeps_its_command(
    bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = sorted((bundle / "games").iterdir(), key=lambda path: path.stat().st_size)
    monkeypatch.setattr(replays, "LONGEST", logs[-1].stat().st_size - 1)
    logs[0].unlink()
    assert report(bundle, bundle) == 0
    left = {logs[0].stem, logs[-1].stem}
    assert len(pages(bundle)) == 12 - len(left)
    told = (bundle / "report.html").read_text()
    assert {f"cup/{game}" for game in left} == set(re.findall(r"croupier replay (cup/cup-[\w-]+)", told))


def test_a_log_that_cannot_be_followed_is_shown_up_to_there(bundle: Path) -> None:
    log = bundle / "games" / f"{DISPUTED}.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:9]) + b"<script>x</script>\n")
    assert report(bundle, bundle) == 0
    text = (bundle / "replays" / f"{DISPUTED}.html").read_text()
    assert len(data(text)[0]["steps"]) == 10
    assert text.count("<script") == 2


def test_names_and_answers_that_are_markup_stay_text(tmp_path: Path) -> None:
    folder = evil_world().write(tmp_path / "cup")
    assert report(folder, folder) == 0
    texts = [(folder / "replays" / name).read_text() for name in pages(folder)]
    assert len(texts) == 2
    for text in texts:
        assert len(re.findall("<script", text)) == 2
        assert "<img" not in text
        assert any("pwned" in seat for seat in data(text)[0]["seats"])
    said = [line for text in texts for step in data(text)[0]["steps"] for line in step["text"]]
    assert any(EVIL in line for line in said)


def test_no_sign_of_a_name_or_a_finding_hides_text(tmp_path: Path) -> None:
    turned = "\u202eB\u200b"
    spec = spec_of(2, 2)
    entrants = [who.model_copy(update={"name": f"{who.name} {turned}"}) for who in spec.entrants]
    world = make(spec.model_copy(update={"entrants": entrants}))
    folder = disputed(world, "cup-r1-t1-1", text=turned, reason=turned).write(tmp_path / "cup")
    assert report(folder, folder) == 0
    text = (folder / "replays" / "cup-r1-t1-1.html").read_text()
    shown = data(text)[0]
    told = [*shown["seats"], *(line for step in shown["steps"] for line in [*step["text"], *step["findings"]])]
    assert [sign for sign in text if not sign.isprintable() and sign != "\n"] == []
    assert [line for line in told if not line.isprintable()] == []
    assert sum("\ufffdB\ufffd" in line for line in told) == 4


def test_markdown_elsewhere_links_to_the_same_pages(bundle: Path, tmp_path: Path) -> None:
    """And the address of a folder is written so that a browser takes it for one."""
    one, two = tmp_path / "a b (c)", tmp_path / "é?#"
    for folder in (one, two):
        folder.mkdir()
    assert report(bundle, one, "--markdown", str(two / "r.md")) == 0
    assert pages(two) == []
    links = set(re.findall(r"\]\((.*?)\)", (two / "r.md").read_text()))
    assert len(links) == 12
    assert {(two / unquote(link)).resolve() for link in links} == set((one / "replays").iterdir())
    assert main(["report", str(bundle), "--markdown", str(two / "r.md")]) == 0
    assert len(pages(two)) == 12
    assert addresses(two / "replays" / f"{DISPUTED}.html") == ["#play"]


def test_where_pages_cannot_be_written_the_report_is_there_without_them(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bundle / "replays").write_text("a file")
    assert report(bundle, bundle) == 2
    assert capsys.readouterr().err.startswith("error: config/unwritable")
    assert addresses(bundle / "report.html") == []
    assert (bundle / "replays").read_text() == "a file"


def test_a_report_into_a_pipe_has_no_pages(bundle: Path, tmp_path: Path) -> None:
    link = tmp_path / "sub" / "stdout"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "r.html")
    assert main(["report", str(bundle), "--html", str(link)]) == 0
    assert pages(link.parent) == pages(tmp_path) == []
    assert "croupier replay cup/cup-r1-t1-1" in (tmp_path / "r.html").read_text()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--html", "r.html", "--replays", "some"], "usage/value"),
        (["--html", "r.html", "--replays", "-1"], "usage/value"),
        (["--html", "r.html", "--replays", "9" * 5000], "usage/value"),
        (["--replays", "3"], "usage/option"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_line(
    bundle: Path, more: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(bundle), *more]) == 2
    assert capsys.readouterr().err.startswith(f"error: {code}")


def test_a_bound_is_a_number_or_a_word() -> None:
    assert [read_bound(text) for text in ("7", "all", "none")] == [Bound(games=7), Bound(), Bound(games=0)]


# --- in a browser


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Path]]:
    """The report of a tournament with hostile names, in a browser."""
    folder = evil_world().write(tmp_path_factory.mktemp("evil") / "cup")
    assert report(folder, folder) == 0
    with browsing(tmp_path_factory.mktemp("browser") / "profile") as shown:
        yield shown, folder


def follow(opened: tuple[Page, Path]) -> tuple[Page, str]:
    """Open the report and go where its first link leads."""
    page, folder = opened
    page.open((folder / "report.html").as_uri())
    address: Any = page.run("document.querySelector('td a').href")
    page.open(address)
    return page, address


@needs_browser
@pytest.mark.timeout(120)
def test_in_a_browser_a_link_leads_to_a_game_that_keys_step_through(opened: tuple[Page, Path]) -> None:
    page, address = follow(opened)
    assert address.startswith((opened[1] / "replays").as_uri())
    place = "document.querySelector('.place').textContent"
    page.run("document.querySelector('[aria-label=\"First line\"]').focus()")
    page.key("Home")
    assert page.run(place).startswith("line 1 of ")
    page.key("ArrowRight")
    assert page.run(place).startswith("line 2 of ")
    hands = []
    while not page.run("document.querySelector('[aria-label=\"Next line\"]').ariaDisabled === 'true'"):
        page.run("document.querySelector('[aria-label=\"Next line\"]').click()")
        hands.append(page.run("document.querySelectorAll('.hand').length"))
    assert set(hands) == {0, 2}
    assert page.run("document.querySelector('nav a').href") == (opened[1] / "report.html").as_uri()


@needs_browser
@pytest.mark.timeout(120)
def test_in_a_browser_nothing_of_a_log_runs_and_nothing_else_is_loaded(opened: tuple[Page, Path]) -> None:
    page, _ = follow(opened)
    page.run("document.querySelector('[aria-label=\"Last line\"]').click()")
    assert page.run("document.title").startswith("Replay of cup-")
    assert page.run("document.querySelectorAll('img').length") == 0
    assert "pwned" in page.run("document.body.textContent")
    assert page.problems == []
    assert {address.partition(":")[0] for address in page.requests} - {"about"} == {"file"}


@needs_browser
@pytest.mark.timeout(120)
def test_in_a_browser_everything_has_a_name_and_a_role(opened: tuple[Page, Path]) -> None:
    page, _ = follow(opened)
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]]
    named = ("button", "slider", "heading", "link", "navigation", "region")
    assert [role for role, name in roles if role in named and not name] == []
    assert {"banner", "navigation", "main", "contentinfo", "slider", "button", "link"} <= {role for role, _ in roles}
    assert page.run("document.documentElement.lang") == "en"
