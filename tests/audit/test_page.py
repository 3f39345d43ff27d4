"""The report as a page: what it says, that nothing from a log can run in it, and that it works in a browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from audit.making import World, make, spec_of
from browser import Page, browsing, found
from croupier import games
from croupier.audit.page import page
from croupier.audit.places import find
from croupier.audit.run import audit
from croupier.cli.main import main
from croupier.contracts import events as ev
from games.samples import SAMPLES
from tampered import FRAUDS, GAME, inserted, state_before
from tampered import forged as in_library

EVIL = "</script><script>document.title='pwned'</script>"
IMAGE = "<img src=x onerror=\"document.title='pwned'\">"
WITHOUT = "there is no Chromium here: apt-get install chromium"

needs_browser = pytest.mark.skipif(found() is None, reason=WITHOUT)


def evil_world() -> World:
    """Names and answers that would run if a page let them, and an action that is not allowed."""
    spec = spec_of(2, 2)
    names = [f"A {IMAGE}", f"B {EVIL}"]
    entrants = [who.model_copy(update={"name": name}) for who, name in zip(spec.entrants, names, strict=True)]
    world = make(spec.model_copy(update={"entrants": entrants}))
    place = world.index(ev.ActionTaken, 4, GAME)
    state = state_before(world, place)
    seat = state.to_act or 0
    for text in (EVIL, IMAGE):
        state.strikes[seat] += 1
        strikes = state.strikes[seat]
        if strikes < world.spec.policy.strikes:
            refused = ev.ActionRefused(
                deal=1, ply=4, seat=seat, said=text, code="malformed/unknown-action", strikes=strikes
            )
            inserted(world, "", place, refused)
            place += 1
    FRAUDS["a-point-too-many"](world)
    world.seal()
    return world


def text_of(folder: Path) -> str:
    return page(audit(folder), find(folder))


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return evil_world().write(tmp_path_factory.mktemp("forged") / "cup")


def data(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_nothing_from_a_log_stands_in_the_page_as_markup(forged: Path) -> None:
    text = text_of(forged)

    assert "pwned" in text
    assert len(re.findall(r"<script", text)) == 2
    assert "<img" not in text
    assert any(EVIL in line for step in data(text)[0]["steps"] for line in step["text"])


def test_the_page_asks_for_nothing_from_elsewhere(forged: Path) -> None:
    """No address stands in it, and its policy would not let it load one."""
    text = text_of(forged)

    assert not re.search(r"https?://|src=|@import|url\(|<link", re.sub(r"&lt;.*?&gt;|u003c.*?u003e", "", text))
    assert "default-src 'none'" in text


def test_a_disputed_game_is_there_with_all_hands_and_its_finding(forged: Path) -> None:
    [game] = data(text_of(forged))
    flagged = [step for step in game["steps"] if step["findings"]]

    assert game["name"] == GAME
    assert [step["line"] for step in flagged] == [audit(forged).first.line]  # type: ignore[union-attr]
    dealt = next(step for step in game["steps"] if "view" in step)
    assert [len(hand) for hand in dealt["view"]["hands"].values()] == [3, 3]


@pytest.mark.parametrize("name", sorted(FRAUDS))
def test_there_is_a_page_for_every_fraud(tmp_path: Path, name: str) -> None:
    """And its games are those that the findings name, each shown up to where it can be followed."""
    world, named = in_library(name)
    folder = world.write(tmp_path / "cup")
    text = text_of(folder)
    games = {game["name"]: game for game in data(text)}

    assert f"<code>{named.code}</code>" in text
    if named.log.startswith("g/") and (folder / "games" / f"{named.log[2:]}.jsonl").exists():
        steps = games[named.log[2:]]["steps"]
        assert any(named.code in finding for step in steps for finding in step["findings"])


def test_a_sound_bundle_has_no_disputed_game_and_a_single_log_shows_its_own(tmp_path: Path) -> None:
    folder = make(spec_of()).write(tmp_path / "cup")
    log = folder / "games" / f"{GAME}.jsonl"

    assert data(text_of(folder)) == []
    assert [game["name"] for game in data(page(audit(log), find(log)))] == [GAME]


def test_the_keys_that_the_bundle_names_stand_in_the_page(forged: Path) -> None:
    """So that a reader can compare them with those that they know."""
    report = audit(forged)

    assert set(report.keys) == {"dealer", "referee", "scoring", "director"}
    assert all(f"<code>{key}</code>" in text_of(forged) for known in report.keys.values() for key in known)


def test_the_command_writes_the_page(forged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.html"

    assert main(["audit", str(forged), "--jobs", "1", "--report", str(target)]) == 1
    assert target.read_text().startswith("<!doctype html>")
    assert main(["audit", str(forged), "--jobs", "1", "--report", str(tmp_path / "no" / "r.html")]) == 2
    assert "error: config/unwritable: " in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_page_that_a_full_disk_does_not_take_is_no_verdict(forged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As with output on stdout: what was found could not be written, and that is another end than a finding."""
    assert main(["audit", str(forged), "--jobs", "1", "--report", "/dev/full"]) == 74
    assert "error: output/unwritable: /dev/full: " in capsys.readouterr().err


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_can_be_read_in_both_themes(theme: int) -> None:
    """Contrast of at least 4.5 to 1, as WCAG 2 asks (level AA)."""
    style = (Path(page.__code__.co_filename).parent / "page.css").read_text()
    block = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[theme]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
    for ground in ("ground", "raised", "felt"):
        for ink in ("ink", "soft", "good", "bad", "red", "black", "accent"):
            high, low = sorted((luminance(colours[ground]), luminance(colours[ink])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5, f"{ink} on {ground}"


# --- in a browser


@pytest.fixture(scope="module")
def opened(forged: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("browser")
    target = folder / "report.html"
    target.write_text(text_of(forged), encoding="utf-8")
    with browsing(folder / "profile") as shown:
        shown.open(target.as_uri())
        yield shown


@needs_browser
@pytest.mark.timeout(120)
def test_in_a_browser_no_text_of_a_log_runs(opened: Page) -> None:
    """Not when the page opens, and not when each line of the game was shown."""
    while not opened.run("document.querySelector('[aria-label=\"Next line\"]').ariaDisabled === 'true'"):
        opened.run("document.querySelector('[aria-label=\"Next line\"]').click()")

    assert opened.run("document.title").endswith("not sound")
    assert opened.run("document.querySelectorAll('img').length") == 0
    assert opened.run("document.body.textContent").count("pwned") > 2
    assert opened.problems == []


@needs_browser
@pytest.mark.timeout(120)
def test_in_a_browser_keys_step_through_the_game(opened: Page) -> None:
    place = "document.querySelector('.place').textContent"
    opened.run("document.querySelector('[aria-label=\"First line\"]').click()")
    opened.run("document.querySelector('[aria-label=\"Next line\"]').focus()")
    assert opened.run(place).startswith("line 1 of ")
    opened.key("ArrowRight")
    opened.key("ArrowRight")
    assert opened.run(place).startswith("line 3 of ")
    opened.key("End")
    opened.run("document.querySelector('[aria-label=\"Next line with a finding\"]').click()")
    assert "audit/points" in opened.run("document.querySelector('.flag').textContent")
    opened.key("Home")
    opened.run("for (let n = 0; n < 8; n++) document.querySelector('[aria-label=\"Next line\"]').click()")
    hands = "[...document.querySelectorAll('.hand')].map((hand) => hand.querySelectorAll('.card').length)"
    assert sum(opened.run(hands)) in (5, 6)


@needs_browser
@pytest.mark.timeout(120)
def test_in_a_browser_the_page_loads_nothing_but_itself(opened: Page) -> None:
    assert [address.partition(":")[0] for address in opened.requests if not address.startswith("about:")] == ["file"]


@needs_browser
@pytest.mark.timeout(120)
def test_in_a_browser_everything_has_a_name_and_a_role(opened: Page) -> None:
    tree = opened.call("Accessibility.getFullAXTree")["nodes"]
    roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]]

    assert [name for role, name in roles if role in ("button", "slider", "heading", "table") and not name] == []
    assert {"banner", "main", "contentinfo", "slider", "button", "columnheader"} <= {role for role, _ in roles}
    assert opened.run("document.documentElement.lang") == "en"


@needs_browser
@pytest.mark.timeout(120)
@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_in_a_browser_the_page_follows_the_readers_theme(opened: Page, scheme: str, dark: bool) -> None:
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    colour = opened.run("getComputedStyle(document.body).backgroundColor")

    assert (sum(map(int, re.findall(r"\d+", colour))) < 3 * 128) == dark


@needs_browser
@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", SAMPLES)
def test_in_a_browser_any_game_shows_its_hands(opened: Page, tmp_path: Path, name: str) -> None:
    """Step by step to its end, with one hand for each seat as soon as there are cards."""
    folder = make(spec_of(4, 1, game=name)).write(tmp_path / "cup")
    log = folder / "games" / f"{GAME}.jsonl"
    target = tmp_path / "report.html"
    target.write_text(page(audit(log), find(log)), encoding="utf-8")
    opened.open(target.as_uri())
    seats = games.get(name).seats(games.get(name).resolve("house", {}))
    opened.run("document.querySelector('[aria-label=\"First line\"]').click()")
    hands = []
    for _ in range(30):
        opened.run("document.querySelector('[aria-label=\"Next line\"]').click()")
        hands.append(opened.run("document.querySelectorAll('.hand').length"))

    assert set(hands) == {0, seats}
    assert opened.run("document.querySelectorAll('.card').length") > 0
    assert opened.problems == []
