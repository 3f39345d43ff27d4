"""The disputes of a tournament on the page: what was raised, found and ruled, as escaped text."""

import html
from collections.abc import Iterator, Sequence

from croupier.folds.docket import Dispute


def section(disputes: Sequence[Dispute]) -> Iterator[str]:
    """The section, nothing where nothing was disputed."""
    if not disputes:
        return
    yield '<section aria-labelledby="disputes"><h2 id="disputes">Disputes</h2>'
    yield '<div class="wide" tabindex="0" role="region" aria-label="Disputes"><table>'
    yield '<caption class="unseen">What was disputed, found and ruled</caption><thead><tr>'
    yield from (f'<th scope="col">{name}</th>' for name in ("Dispute", "Game", "Claim", "Examined", "Ruled"))
    yield "</tr></thead><tbody>"
    for dispute in disputes:
        cells = [_game(dispute), _claim(dispute), _examined(dispute), _ruled(dispute)]
        row = "".join(f"<td>{'<br>'.join(html.escape(text) for text in cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{html.escape(dispute.id)}</th>{row}</tr>'
    yield "</tbody></table></div></section>"


def _game(dispute: Dispute) -> list[str]:
    ply = dispute.raised.ply
    return [dispute.game, *([] if ply is None else [f"ply {ply}"])]


def _claim(dispute: Dispute) -> list[str]:
    raised = dispute.raised
    who = raised.entrant or "the organiser"
    return [f"{raised.claim}, by {who}", *([raised.text] if raised.text else [])]


def _examined(dispute: Dispute) -> list[str]:
    if dispute.examined is None:
        return ["not yet"]
    return [dispute.examined.why, *(f"line {each.line}: {each.reason}" for each in dispute.examined.findings)]


def _ruled(dispute: Dispute) -> list[str]:
    ruled = dispute.ruled
    if ruled is None:
        return ["open"]
    result = [] if ruled.result is None else [f"counts: {' – '.join(map(str, ruled.result.points)) or 'nothing'}"]
    return [f"{ruled.ruling} by the {ruled.by}", ruled.why, *result]
