"""A tournament that is cut again and again ends as the one that nobody touched.

Again and again a service or redis-server is killed with SIGKILL at a random moment. The bots are the built-in
ones with a seed, so they answer alike; everything but stamps, lost connections and causes must come out equal.
"""

from pathlib import Path

import pytest

from .cutting import play_and_kill, tournament
from .installation import command

FILE = """\
id = "cut"
game = "{game}"
{how}
seed = "the same cards twice"
{format}
[clock]
action = "30s"
start = "60s"
[[entrant]]
name = "Ada"
bot = "greedy"
[[entrant]]
name = "Bob"
bot = "greedy"
[[entrant]]
name = "Cleo"
bot = "random"
[[entrant]]
name = "Dan"
bot = "random"
"""
SIGNED = {"piquet"}
"""The games in which the bots sign their play here."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("game", "games", "total", "kills"),
    [("briscola", 10, 60, 20), ("bezique", 2, 12, 5), ("piquet", 2, 12, 5), ("trionfo", 12, 12, 5)],
)
async def test_killed_again_and_again_it_ends_the_same(
    tmp_path: Path, game: str, games: int, total: int, kills: int
) -> None:
    """``games`` of every pair or four, ``total`` in all."""
    file = tmp_path / "cut.toml"
    how = f"games = {games}\nsigned = {'true' if game in SIGNED else 'false'}\nconcurrency = 8"
    file.write_text(FILE.format(game=game, how=how, format=""))
    calm, wild = tmp_path / "calm", tmp_path / "wild"
    await command("run", str(file), "--runs", str(calm), "--json")
    await play_and_kill(file, wild, total, kills)
    assert tournament(wild) == tournament(calm)


@pytest.mark.timeout(600)
async def test_an_arena_of_one_table_ends_the_same_too(tmp_path: Path) -> None:
    """Where one game is played at a time, results come in the only order there is, so all pairings are the same."""
    file = tmp_path / "cut.toml"
    file.write_text(FILE.format(game="briscola", how="concurrency = 1", format='[format]\nkind = "arena"\ntotal = 12'))
    calm, wild = tmp_path / "calm", tmp_path / "wild"
    await command("run", str(file), "--runs", str(calm), "--json")
    await play_and_kill(file, wild, 12, 5)
    assert tournament(wild) == tournament(calm)


@pytest.mark.timeout(600)
async def test_an_arena_of_several_tables_stays_sound(tmp_path: Path) -> None:
    """Who is free when depends on the order of the results; every pairing still follows from the log."""
    file = tmp_path / "cut.toml"
    file.write_text(FILE.format(game="briscola", how="concurrency = 2", format='[format]\nkind = "arena"\ntotal = 20'))
    await play_and_kill(file, tmp_path / "wild", 20, 5)
