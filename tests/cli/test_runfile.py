"""A run file is checked whole: every problem has a code, a line and, where it helps, a hint."""

from pathlib import Path

import pytest

from croupier.cli import bots
from croupier.cli.output import Problems
from croupier.cli.plan import format_of, made, policy_of, start_of
from croupier.cli.runfile import KINDS, load
from croupier.contracts.errors import CODES, BadConfig, CroupierError
from croupier.contracts.specs import Award, Clock, Policy, Start, Swiss

TWO = '[[entrant]]\nname = "Ada"\nbot = "random"\n[[entrant]]\nname = "Bob"\ncommand = "python bob.py"\n'
HEAD = 'game = "briscola"\n'


@pytest.fixture(autouse=True)
def _known_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "bot_names", lambda: ["greedy", "pimc", "random"])


def write(tmp_path: Path, text: str, name: str = "First Try.toml") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def problems(path: Path) -> list[CroupierError]:
    with pytest.raises(CroupierError) as refused:
        load(path)
    return list(refused.value.problems) if isinstance(refused.value, Problems) else [refused.value]


def test_the_shortest_file(tmp_path: Path) -> None:
    run = load(write(tmp_path, HEAD + TWO))
    assert (run.id, run.name, run.game, run.ruleset, run.games) == ("first-try", "first-try", "briscola", "house", 2)
    assert [(who.id, who.bot, who.command) for who in run.entrant] == [
        ("ada", "random", None),
        ("bob", None, "python bob.py"),
    ]


def test_defaults_are_those_of_the_contracts(tmp_path: Path) -> None:
    run = load(write(tmp_path, HEAD + TWO))
    assert Clock(**run.clock.model_dump()) == Clock()
    assert policy_of(run) == Policy()
    assert Award(**run.award.model_dump()) == Award()


def test_every_key(tmp_path: Path) -> None:
    text = (
        'id = "cup"\nname = "The Cup"\ngame = "briscola"\nruleset = "house"\ngames = 4\nconcurrency = 3\nseed = "x"\n'
        '[options]\nlength = "best-of"\nlength_n = 3\n[clock]\naction = "500ms"\nbank = "1m"\nincrement = "1s"\n'
        'start = "5s"\nfirst = "2s"\n[policy]\nstrikes = 5\nlag = "0ms"\nfault_share = 20\n'
        "[award]\nwin = 3\ndraw = 1\nloss = 0\n"
    )
    run = load(write(tmp_path, text + TWO))
    assert run.options == {"length": "best-of", "length_n": 3}
    times = {"action": 500_000, "bank": 60_000_000, "increment": 1_000_000, "start": 5_000_000, "first": 2_000_000}
    assert run.clock.model_dump() == times
    assert (run.policy.strikes, run.policy.lag, run.policy.fault_share, run.award.win) == (5, 0, 20, 3)


@pytest.mark.parametrize("written", ["2026-12-01T18:00:00+01:00", '"2026-12-01T17:00:00Z"'])
def test_the_start_can_be_held_back(tmp_path: Path, written: str) -> None:
    start = start_of(load(write(tmp_path, f"{HEAD}[start]\nat = {written}\ndeadline = 2026-12-01T16:00:00Z\n{TWO}")))
    assert start == Start(at=1_796_144_400_000_000, deadline=1_796_140_800_000_000)
    assert start_of(load(write(tmp_path, f"{HEAD}[start]\nby_hand = true\n{TWO}"))) == Start(by_hand=True)
    assert start_of(load(write(tmp_path, HEAD + TWO))) is None


def test_a_failing_seat_ends_the_game_or_is_played_on(tmp_path: Path) -> None:
    for failing, wanted in (("forfeit", None), ("substitute", "substitute")):
        text = f'{HEAD}[options]\nplayers = 3\n[policy]\nfailing = "{failing}"\n'
        more = '[[entrant]]\nname = "Cleo"\nbot = "random"\n'
        assert policy_of(load(write(tmp_path, text + TWO + more))).failing == wanted


BAD = [
    ("format/seats", 3, "policy.failing", "nobody left to finish", "",
     HEAD + '[policy]\nfailing = "substitute"\n' + TWO),
    # code, line, key, part of the reason, part of the hint, text
    ("config/unknown-key", 2, "gmaes", "no such key", "'games'", HEAD + "gmaes = 3\n" + TWO),
    ("config/unknown-key", 2, "int", "no such key", "", HEAD + "int = 3\n" + TWO),
    ("config/unknown-key", 3, "clock.acton", "no such key", "'action'", HEAD + '[clock]\nacton = "1s"\n' + TWO),
    ("config/unknown-key", 8, "entrant[2].nmae", "no such key", "'name'", HEAD + TWO + 'nmae = "x"\n'),
    ("config/missing", 1, "game", "must be there", "", TWO),
    ("config/missing", 1, "entrant", "must be there", "", HEAD),
    ("config/missing", 2, "entrant[1].name", "must be there", "", HEAD + '[[entrant]]\nbot = "random"\n' + TWO),
    ("config/missing", 8, "entrant[3]", "exactly one of", "", HEAD + TWO + '[[entrant]]\nname = "C"\n'),
    ("config/missing", 5, "entrant[2]", "exactly one of", "", HEAD + TWO + "remote = true\n"),
    ("config/type", 2, "games", "must be a whole number", "", HEAD + 'games = "3"\n' + TWO),
    ("config/type", 3, "award.win", "must be a whole number", "", HEAD + "[award]\nwin = 2.5\n" + TWO),
    ("config/value", 3, "start.at", "must be a moment with its offset, as in 2026-12-01T18:00:00+01:00", "",
     HEAD + "[start]\nat = 2026-12-01T18:00:00\n" + TWO),
    ("config/value", 3, "start.at", "must be a moment with its offset, as in 2026-12-01T18:00:00+01:00", "",
     HEAD + "[start]\nat = 1969-12-31T18:00:00Z\n" + TWO),
    ("format/start", 4, "start.by_hand", "the start is at a moment or by hand, not both", "",
     HEAD + "[start]\nat = 2026-12-01T18:00:00Z\nby_hand = true\n" + TWO),
    ("config/type", 2, "clock", "must be a table", "", HEAD + 'clock = "10s"\n' + TWO),
    ("config/value", 2, "games", "must be at least 1", "", HEAD + "games = 0\n" + TWO),
    ("config/value", 2, "id", "lower-case", "", HEAD + 'id = "A B"\n' + TWO),
    ("config/value", 3, "clock.action", "from 1ms to 24h", "", HEAD + '[clock]\naction = "25h"\n' + TWO),
    ("config/duration", 3, "clock.action", "500ms", "", HEAD + '[clock]\naction = "10"\n' + TWO),
    ("config/duration", 3, "policy.lag", "text", "", HEAD + "[policy]\nlag = 10\n" + TWO),
    ("config/value", 10, "entrant[3].bot", "no built-in bot", "'greedy'",
     HEAD + TWO + '[[entrant]]\nname = "C"\nbot = "gredy"\n'),
    ("config/value", 10, "entrant[3].command", "no closing quotation", "",
     HEAD + TWO + '[[entrant]]\nname = "C"\ncommand = "python \\"x"\n'),
    ("config/value", 10, "entrant[3].command", "no program", "",
     HEAD + TWO + '[[entrant]]\nname = "C"\ncommand = " "\n'),
    ("config/value", 11, "entrant[3].worlds", "worlds is for bot = \"pimc\"", "",
     HEAD + TWO + '[[entrant]]\nname = "C"\nbot = "greedy"\nworlds = 3\n'),
    ("config/value", 8, "entrant[3]", "give one of them", "",
     HEAD + TWO + '[[entrant]]\nname = "C"\nbot = "pimc"\nworlds = 3\nthink = "9ms"\n'),
    ("config/value", 11, "entrant[3].think", "from 1ms", "",
     HEAD + TWO + '[[entrant]]\nname = "C"\nbot = "pimc"\nthink = "9us"\n'),
    ("config/duplicate", 8, "entrant[3]", "'ada'", "", HEAD + TWO + '[[entrant]]\nname = "ADA"\nremote = true\n'),
    ("config/entrants", 4, "entrant", "2 entrants for a game of 4 seats", "", HEAD + "[options]\nplayers = 4\n" + TWO),
    ("option/unknown-game", 1, "game", "'briscola'", "", 'game = "briscolla"\n' + TWO),
    ("option/unknown-ruleset", 2, "ruleset", "house", "", HEAD + 'ruleset = "hose"\n' + TWO),
    ("option/unknown", 3, "options.legnth", "length", "", HEAD + "[options]\nlegnth = 1\n" + TWO),
    ("option/value", 3, "options.tie", "draw", "", HEAD + '[options]\ntie = "drew"\n' + TWO),
    ("option/conflict", 2, "options", "best of 2", "", HEAD + '[options]\nlength = "best-of"\nlength_n = 2\n' + TWO),
    ("config/type", 3, "options.tie", "a flag, a number or a word", "", HEAD + "[options]\ntie = [1]\n" + TWO),
    ("config/syntax", 2, "", "", "", HEAD + "games = \n" + TWO),
]  # fmt: skip


@pytest.mark.parametrize(("code", "line", "key", "reason", "hint", "text"), BAD, ids=[f"{b[0]} {b[2]}" for b in BAD])
def test_a_problem_has_its_code_place_reason_and_hint(
    tmp_path: Path, code: str, line: int, key: str, reason: str, hint: str, text: str
) -> None:
    path = write(tmp_path, text)
    found = problems(path)
    assert {problem.code for problem in found} == {code}
    assert found[0].place == f"{path}:{line} {key}".rstrip()
    assert reason in found[0].reason
    assert hint in found[0].hint
    assert code in CODES


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    text = 'game = "briscola"\ngames = 0\nwhat = 1\n[clock]\naction = "soon"\n[[entrant]]\nname = 3\nbot = "random"\n'
    found = problems(write(tmp_path, text))
    assert {(problem.code, problem.place.split(":")[-1]) for problem in found} >= {
        ("config/value", "2 games"),
        ("config/unknown-key", "3 what"),
        ("config/duration", "5 clock.action"),
        ("config/type", "7 entrant[1].name"),
    }


def test_wrong_options_bots_and_names_are_told_together_with_a_wrong_shape_in_the_order_of_the_file(
    tmp_path: Path,
) -> None:
    text = (
        'game = "briscola"\ngmaes = 3\n[options]\ntie = "x"\nlength = [1]\n[clock]\naction = "soon"\n'
        '[[entrant]]\nname = "Ada"\nbot = "gredy"\n[[entrant]]\nname = "ada"\nremote = 3\n'
    )
    found = problems(write(tmp_path, text))
    assert [(problem.code, problem.place.split(":")[-1]) for problem in found] == [
        ("config/unknown-key", "2 gmaes"),
        ("option/value", "4 options.tie"),
        ("config/type", "5 options.length"),
        ("config/duration", "7 clock.action"),
        ("config/value", "10 entrant[1].bot"),
        ("config/duplicate", "11 entrant[2]"),
        ("config/type", "13 entrant[2].remote"),
    ]


def test_an_unknown_game_is_told_together_with_an_unknown_key(tmp_path: Path) -> None:
    found = problems(write(tmp_path, 'game = "briscla"\nwhat = 1\n' + TWO))
    assert [problem.code for problem in found] == ["option/unknown-game", "config/unknown-key"]


@pytest.mark.parametrize("text", ["game = 3\noptions = 1\nentrant = 2\n", "game = 3\nentrant = [1, 2]\nruleset = []\n"])
def test_values_of_any_shape_are_no_more_than_problems(tmp_path: Path, text: str) -> None:
    assert "config/type" in {problem.code for problem in problems(write(tmp_path, text))}


def test_several_bad_options_are_all_named(tmp_path: Path) -> None:
    found = problems(write(tmp_path, HEAD + '[options]\ntie = "x"\nplayers = 9\nnope = 1\n' + TWO))
    assert [problem.place.split()[-1] for problem in found] == ["options.tie", "options.players", "options.nope"]


@pytest.mark.parametrize("other", ["tie = 3", "tie = [1]", "players = 9", "nope = 1"])
def test_options_that_do_not_go_together_are_told_together_with_a_wrong_one(other: str, tmp_path: Path) -> None:
    text = f'{HEAD}[options]\nlength = "best-of"\nlength_n = 2\n{other}\n[clock]\naction = "soon"\n'
    found = problems(write(tmp_path, text + TWO))
    places = [problem.place.split(":")[-1] for problem in found]
    assert places == ["2 options", f"5 options.{other.split(maxsplit=1)[0]}", "7 clock.action"]
    assert (found[0].code, "best of 2" in found[0].reason) == ("option/conflict", True)


@pytest.mark.parametrize("length", ['length = "best-off"', "length = [1]", 'legnth = "best-of"'])
def test_a_conflict_that_a_wrong_option_may_settle_is_not_told(length: str, tmp_path: Path) -> None:
    """Three deals go with no length but the one that is wrong here: they would not with the default in its place."""
    found = problems(write(tmp_path, f"{HEAD}[options]\nlength_n = 3\n{length}\n" + TWO))
    assert [problem.place.split(":")[-1] for problem in found] == [f"4 options.{length.split(maxsplit=1)[0]}"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path / "none.toml")
    assert isinstance(problem, BadConfig)
    assert (problem.code, problem.reason) == ("config/unreadable", "No such file or directory")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"game = \xff")
    assert problems(path)[0].code == "config/syntax"


def test_a_format_of_another_kind(tmp_path: Path) -> None:
    text = HEAD + 'boards = "duplicate"\nties = ["buchholz", "datum"]\n[format]\nkind = "swiss"\nrounds = 5\n'
    run = load(write(tmp_path, text + TWO.replace('name = "Bob"', 'name = "Bob"\nrating = 1700')))
    made_of = made(run, {"ada": "0" * 64, "bob": "0" * 64})
    assert made_of.format == Swiss(rounds=5, games=2)
    assert (made_of.boards, made_of.ties, made_of.entrants[1].rating) == ("duplicate", ["buchholz", "datum"], 1700)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "tables"])
def test_every_kind_of_format_can_be_written_with_its_own_keys_alone(kind: str, tmp_path: Path) -> None:
    values = {"rounds": "3", "laps": "2", "champions": "1", "replays": "1", "third_place": "true"}
    values |= {"pairs": "9", "fixed": "true", "elo0": "-5", "elo1": "30", "alpha": "0.01", "beta": "0.1"}
    values |= {"total": "9", "duration": '"2h"'}
    keys = "".join(f"{key} = {values[key]}\n" for key in KINDS[kind])
    run = load(write(tmp_path, f'{HEAD}[format]\nkind = "{kind}"\n{keys}{TWO}'))
    given = format_of(run).model_dump()
    assert given["kind"] == kind
    assert set(KINDS[kind]) <= set(given)


LATE = "[start]\ndeadline = 2030-01-02T00:00:00Z\nat = 2030-01-01T00:00:00Z\n"
BAD_FORMATS = [
    ('[format]\nkind = "swis"\nrounds = 3\n', "config/value", "format.kind", "did you mean 'swiss'?"),
    ('[format]\nkind = "swiss"\n', "config/missing", "format.rounds", "needs its number of rounds"),
    ('[format]\nkind = "knockout"\nlaps = 2\n', "config/value", "format.laps", "laps is for round-robin, gauntlet"),
    ("[format]\nround = 2\n", "config/unknown-key", "format.round", "did you mean 'rounds'?"),
    ('boards = "mirror"\n', "config/missing", "boards", "no_memory = true"),
    ('boards = "mirror"\nno_memory = true\ngames = 3\n', "format/boards", "games", "all 2 seatings"),
    ('ties = ["bucholz"]\n', "format/tie-break", "ties", "did you mean 'buchholz'?"),
    ('ties = ["datum"]\n', "format/tie-break", "ties", "compares duplicate boards"),
    ('[format]\nkind = "tables"\n', "format/seats", "format", "three seats and more"),
    ('[format]\nkind = "gauntlet"\nchampions = 2\n', "format/spec", ":4 format.champions", "leave no challenger"),
    ('[format]\nkind = "duel"\nelo1 = 0\n', "format/spec", "format.elo1", "elo0 must be below elo1"),
    ('[format]\nkind = "duel"\nalpha = 0.7\n', "config/value", "format.alpha", "from 0.001 to 0.499"),
    ('[format]\nkind = "duel"\nbeta = "5%"\n', "config/type", "format.beta", "as in 0.05"),
    ('games = 4\n[format]\nkind = "duel"\n', "config/value", "games", "the format says how many"),
    ('[format]\nkind = "arena"\n', "format/spec", "format", "neither is given"),
    ('[format]\nkind = "arena"\ntotal = 9\nduration = "0s"\n', "config/value", "format.duration", "must be from 1s"),
    ('games = 9\n[format]\nkind = "arena"\ntotal = 9\n', "config/value", "games", "the format says how many"),
    ('boards = "duplicate"\n[format]\nkind = "arena"\ntotal = 9\n', "format/boards", "boards", "fresh boards"),
    ("[disqualify]\nfailures = 9\ngames = 8\n", "format/spec", ":3 disqualify.failures", "in 9 of 8 games"),
    (LATE, "format/start", ":3 start.deadline", "closes after play has begun"),
    ("[award]\nloss = 5\n", "format/award", "award", "a win is worth 2, and a loss 5"),
    ("[award]\nbye = 1\n", "format/award", "award.bye", "is for a Swiss tournament"),
    ('boards = "duplicate"\n[format]\nkind = "duel"\n', "format/boards", "boards", "would see a board again"),
]


@pytest.mark.parametrize(("text", "code", "key", "said"), BAD_FORMATS)
def test_a_format_that_makes_no_sense_is_refused_at_its_place(
    text: str, code: str, key: str, said: str, tmp_path: Path
) -> None:
    [problem] = problems(write(tmp_path, HEAD + text + TWO))
    assert problem.code == code
    assert problem.place.endswith(key)
    assert said in f"{problem.reason} {problem.hint}"
