"""What somebody points at: a bundle in a folder or a zip file, or one log, alone or inside a bundle."""

from pathlib import Path

from croupier.audit.bundle import GAMES, ID, MANIFEST, SUFFIX, TOURNAMENT, Bundle, Log, game_file, open_bundle
from croupier.audit.files import Files, Folder, files_in, is_zip
from croupier.contracts.errors import Unreadable, did_you_mean


def find(path: Path) -> Bundle | Log:
    """The bundle or the log at ``path``; of a zip file with a single game in it, the game's log.

    A game inside is named like a file: ``cup.zip/cup-r1-t1-1`` or ``runs/cup/games/cup-r1-t1-1.jsonl``.
    Raises :class:`Unreadable`, family ``bundle``.
    """
    if path.is_dir():
        return open_bundle(Folder(path))
    if path.is_file():
        return _zipped(path) if is_zip(path) else _log(path)
    around = next((parent for parent in path.parents if parent.exists()), path)
    if is_zip(around) or (around / TOURNAMENT).is_file() or (around.name == GAMES and around.is_dir()):
        return _inside(path, around)
    raise not_found(path)


def find_log(name: str, runs: Path) -> Log:
    """The log of a game: what :func:`find` finds, or a game's id in one of the bundles under ``runs``.

    Raises :class:`Unreadable`, ``bundle/not-found`` or ``bundle/not-a-log``.
    """
    path = Path(name)
    if path.exists() or path.name != name or not ID.fullmatch(name):
        found = find(path)
        if isinstance(found, Log):
            return found
        hint = f"its games are in {path / GAMES}"
        raise Unreadable("bundle/not-a-log", "a bundle, not the log of a game", place=name, hint=hint)
    bundles = _bundles(runs)
    for files in bundles:
        if files.has(game_file(name)):
            return Log(files, game_file(name))
    known = [game.removesuffix(SUFFIX) for files in bundles for game in files.under(GAMES)]
    hint = did_you_mean(name, known)
    raise Unreadable("bundle/not-found", f"neither a file nor a game under {runs}", place=name, hint=hint)


def not_found(path: Path) -> Unreadable:
    """``bundle/not-found`` for ``path``, naming what is near."""
    around = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    hint = did_you_mean(path.name, around)
    return Unreadable("bundle/not-found", "no such file or folder", place=str(path), hint=hint)


def _bundles(runs: Path) -> list[Files]:
    folders = [path.parent for path in sorted(runs.glob(f"*/{TOURNAMENT}"))]
    return [*map(Folder, folders), *(files_in(path) for path in sorted(runs.glob("*.zip")) if is_zip(path))]


def _log(path: Path) -> Log:
    """A log in a file; in the folder of a bundle it is one of the bundle's."""
    home = path.absolute().parent
    if home.name == GAMES and (home.parent / TOURNAMENT).is_file():
        return Log(Folder(path.parent.parent if path.parent.name == GAMES else home.parent), f"{GAMES}/{path.name}")
    return Log(Folder(path.parent), path.name)


def _zipped(path: Path) -> Bundle | Log:
    """A bundle; or the one log that was packed alone, or with its tournament's."""
    files = files_in(path)
    games = list(files.under(GAMES))
    if not files.has(MANIFEST) and len(games) == 1:
        return Log(files, f"{GAMES}/{games[0]}")
    alone = list(files.under(""))
    if len(alone) == 1 and not games and alone[0].endswith(SUFFIX):
        return Log(files, alone[0])
    return open_bundle(files)


def _inside(path: Path, around: Path) -> Log:
    """A game's log in the bundle ``around``, named by its id or by its file."""
    home = around.parent if around.name == GAMES and around.is_dir() else around
    files = files_in(home)
    game = path.name.removesuffix(SUFFIX)
    if path == home / TOURNAMENT:
        return Log(files, TOURNAMENT)
    if ID.fullmatch(game) and path.parent in (home, home / GAMES) and files.has(game_file(game)):
        return Log(files, game_file(game))
    hint = did_you_mean(game, [name.removesuffix(SUFFIX) for name in files.under(GAMES)])
    raise Unreadable("bundle/not-found", f"no such game in {home}", place=str(path), hint=hint)
