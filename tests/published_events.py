"""Results and tie-breaks of events that were published, as data.

The three tournaments of IA Mario Held, *Exercises in Tie-Breaking* (FIDE Technical Commission, March 2024), with the
solutions given there; where the rules in force since March 2026 (C.07, article 16.4: the dummy's score is capped) give
another value, that value stands, marked. And the Candidates Tournament of 2016 after 13 of its 14 rounds.

A round is written as in a TRF file: number of the opponent, seat, result; ``0`` for nobody.
"""

from croupier.folds.formats.model import History, Kind, Meeting, Out

HALVES = {"1": 2, "+": 2, "=": 1, "0": 0, "-": 0}
KINDS: dict[str, Kind] = {"U": "bye", "F": "full", "H": "half", "Z": "absent"}

SWISS_5 = """
1 9w1 13b= 2w= 15b1 4w=
2 10b1 7w1 1b= 16w1 3b=
3 11w= 6b1 8w1 4b= 2w=
4 12b1 0H 13w1 3w= 1b=
5 13w0 15b0 11w1 7b= 10w1
6 14b0 3w0 0U 10w1 8b1
7 15w1 2b0 16b0 5w= 11b0
8 16b= 14w1 3b0 13w1 6w0
9 1b0 10w0 0H 11b- 0U
10 2w0 9b1 15w0 6b0 5b0
11 3b= 16w0 5b0 9w+ 7w1
12 4w0 0U 14w+ 0Z 0Z
13 5b1 1w= 4b0 8b0 14w0
14 6w1 8b0 12b- 0Z 13b1
15 7b0 5w1 10b1 1w0 16b0
16 8w= 11b1 7w1 2b0 15w1
"""

SWISS_9 = """
1 9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1
2 10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=
3 11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1
4 12b1 0H 13w1 3w= 1b= 2b= 16w= 6b= 15w1
5 13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=
6 14b0 3w0 0U 10w1 8b1 1w= 2b1 4w= 16b1
7 15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1
8 16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0
9 1b0 10w0 0H 11b- 0U 13b1 5w0 7b0 12w=
10 2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0
11 3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=
12 4w0 0U 14w+ 0Z 0Z 15b0 10w0 13b= 9b=
13 5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=
14 6w1 8b0 12b- 0Z 13b1 5w1 11w1 3b0 7w0
15 7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0
16 8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0
"""

ROUND_ROBIN = """
1 5w= 2w1 3b1 4w0 6b1
2 6w1 1b0 5w1 3w= 4b1
3 4w1 6b1 1w0 2b= 5w1
4 3b0 5b0 6w= 1b1 2w0
5 1b= 4w1 2b0 6w- 3b0
6 2b0 3w0 4b= 5b+ 1w0
"""

BUCHHOLZ = {
    1: 12.5, 2: 13.0, 3: 15.5, 4: 14.0, 5: 8.5, 6: 11.5, 7: 14.5, 8: 13.5, 9: 9.0, 10: 13.0, 11: 12.5, 12: 11.5,
    13: 14.0, 14: 11.0, 15: 12.0, 16: 12.5,
}  # fmt: skip
"""Of the Swiss of 5 rounds; 4, 6 and 11 by the rules of 2026 (15, 12 and 13½ by those of 2023)."""

CUT = {
    1: 11.0, 2: 12.0, 3: 13.0, 4: 11.5, 5: 7.5, 6: 10.5, 7: 12.5, 8: 12.0, 9: 7.5, 10: 11.5, 11: 11.0, 12: 9.5,
    13: 12.0, 14: 9.0, 15: 11.0, 16: 11.0,
}  # fmt: skip
"""Buchholz without the least; 6 and 11 by the rules of 2026 (11 and 12 by those of 2023)."""

BERGER = {
    1: 8.0, 2: 9.5, 3: 10.5, 4: 9.25, 5: 4.25, 6: 6.0, 7: 3.25, 8: 5.25, 9: 2.25, 10: 1.5, 11: 4.75, 12: 4.0,
    13: 4.25, 14: 4.5, 15: 3.5, 16: 7.25,
}  # fmt: skip
"""Sonneborn-Berger; 4, 6 and 11 by the rules of 2026 (9¾, 6½ and 5¾ by those of 2023)."""

BERGER_CUT = {
    1: 7.25, 2: 8.5, 3: 9.25, 4: 7.75, 5: 3.25, 6: 5.0, 7: 1.25, 8: 3.75, 9: 2.25, 10: 0.0, 11: 3.25, 12: 4.0,
    13: 4.25, 14: 3.0, 15: 2.5, 16: 5.75,
}  # fmt: skip
"""Sonneborn-Berger without the least; 4, 6 and 11 by the rules of 2026."""

WINS = dict(enumerate([2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3], 1))

DIRECT_9 = dict(enumerate([3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6], 1))
"""Places in the Swiss of 9 rounds by points and direct encounter."""

BERGER_ROBIN = {1: 9.25, 2: 6.25, 3: 6.25, 4: 4.25, 5: 3.25, 6: 2.25}
BERGER_ROBIN_CUT = {1: 9.25, 2: 4.75, 3: 4.75, 4: 4.25, 5: 3.25, 6: 1.5}
DIRECT_ROBIN = {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}

CANDIDATES_2016 = """
Caruana   ** == 1= == == == =1 =.
Karjakin  == ** 10 =. == == 1= =1
Anand     0= 01 ** == 1. =1 =0 1=
Giri      == =. == ** == == == =.
Svidler   == == 0. == ** =1 == ==
Aronian   == == =0 == =0 ** 1. 1=
Nakamura  =0 0= =1 == == 0. ** 11
Topalov   =. =0 0= =. == 0= 00 **
"""
"""After 13 of 14 rounds, best first; two games of each pair, a point for the one that is still to come.

Regulations of the event: points, direct encounter, wins, Sonneborn-Berger.
"""


def read(table: str) -> tuple[list[str], History]:
    """Entrants by number and the history of a table as above."""
    rows = [line.split() for line in table.strip().splitlines()]
    meetings, outs = [], []
    for name, *rounds in rows:
        for number, cell in enumerate(rounds, 1):
            if cell[0] == "0" and cell[1:] in KINDS:
                outs.append(Out(number, name, KINDS[cell[1:]]))
            elif cell[-2] == "w":
                meetings.append(_meeting(rows, number, name, cell))
    return [row[0] for row in rows], History(len(rows[0]) - 1, tuple(meetings), tuple(outs))


def _meeting(rows: list[list[str]], number: int, name: str, cell: str) -> Meeting:
    other = cell[:-2]
    theirs = next(row for row in rows if row[0] == other)[number]
    assert theirs[:-1] == f"{name}b", "both lines of a game say the same"
    return Meeting(number, (name, other), (HALVES[cell[-1]], HALVES[theirs[-1]]), played=cell[-1] not in "+-")


def crosstable(table: str) -> list[tuple[str, str, int]]:
    """Games of a cross-table: two names, and half points of the first."""
    rows = [line.split() for line in table.strip().splitlines()]
    games = []
    for index, (name, *cells) in enumerate(rows):
        for other, cell in enumerate(cells):
            mirrored = rows[other][1 + index]
            assert all(
                HALVES.get(mine, 0) + HALVES.get(theirs, 0) in {0, 2}
                for mine, theirs in zip(cell, mirrored, strict=True)
            )
            games += [(name, rows[other][0], HALVES[result]) for result in cell if other > index and result != "."]
    return games
