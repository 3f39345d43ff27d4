"""``croupier prove``: proofs that stand without the bundle, and a witness's cosignature."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from croupier.audit.bundle import Log

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Where = Annotated[Path, typer.Argument(metavar="BUNDLE", help="A bundle (runs/<id> or a zip file).")]
At = Annotated[str, typer.Option(help="Which checkpoint: last, end, or round:N.")]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write it; else it is printed.")]


@app.command()
def checkpoint(bundle: Where, at: At = "last") -> None:
    """Print a checkpoint: a note, signed by the director, to keep or to hand to a witness."""
    from croupier.audit.proving import mark

    typer.echo(mark(_tournament(bundle), at).text, nl=False)


@app.command()
def game(
    log: Annotated[Path, typer.Argument(metavar="BUNDLE/GAME", help="A game in a bundle.")],
    at: At = "last",
    out: Out = None,
) -> None:
    """Prove that a game, as it stands in the bundle, is in the tree of a checkpoint."""
    from croupier.audit import proving
    from croupier.audit.bundle import TOURNAMENT, Log
    from croupier.audit.places import find
    from croupier.contracts.errors import Unreadable

    found = find(log)
    if not isinstance(found, Log) or not found.in_bundle:
        raise Unreadable("bundle/not-a-log", "not a game in a bundle", place=str(log), hint="name it as BUNDLE/GAME")
    tournament = Log(found.files, TOURNAMENT)
    _write(proving.inclusion(tournament, found.stem, proving.mark(tournament, at)), out)


@app.command()
def growth(
    bundle: Where,
    since: Annotated[str, typer.Option(metavar="FILE|round:N", help="The older checkpoint.", show_default=False)],
    at: At = "last",
    out: Out = None,
) -> None:
    """Prove that the tree of a checkpoint begins with the tree of an older one.

    What the older one says of the tournament's log must be found in the bundle, too.
    """
    from croupier.audit import grown, proving

    log = _tournament(bundle)
    old, key = _older(log, since)
    _write(grown.growth(log, old, proving.mark(log, at), key), out)


@app.command()
def check(
    proof: Annotated[Path, typer.Argument(metavar="PROOF|CHECKPOINT", help="A proof, or a checkpoint.")],
    log: Annotated[
        Path | None, typer.Option(metavar="GAME.jsonl", help="The game that must be the one proved.")
    ] = None,
    keys: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keys of the services that you know, as JSON, or a manifest.")
    ] = None,
    witness: Annotated[
        list[str] | None, typer.Option(metavar="KEY", help="A witness that must have cosigned: name+id+key.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check a proof, or the signatures of a checkpoint, with nothing else at hand.

    Ends with 0 if all holds, with 1 if something does not.
    """
    from croupier.audit.proofcheck import Checked
    from croupier.audit.proofcheck import check as run
    from croupier.cli.output import print_json

    found: Checked = run(proof, log, keys, witness or [])
    if as_json:
        print_json(found.as_dict())
    else:
        typer.echo(f"{proof}: {'holds' if not found.wrong else 'does not hold'}")
        for line in (*found.wrong, *found.says):
            typer.echo(f"  {line}")
    if found.wrong:
        raise typer.Exit(1)


@app.command()
def cosign(
    bundle: Where,
    name: Annotated[str, typer.Option(help="The witness's name, such as witness.example/w1.", show_default=False)],
    key: Annotated[Path, typer.Option(metavar="FILE", help="The witness's key, made at the first use.")],
    memory: Annotated[Path, typer.Option(metavar="FILE", help="What the witness has signed so far.")],
    at: At = "last",
    out: Out = None,
) -> None:
    """Sign a checkpoint as a witness: only if it goes on from the last one that was signed.

    The witness's public key, for others to check with, goes to stderr.
    """
    from croupier.cli.saving import save
    from croupier.cli.witness import cosign as run

    text = run(_tournament(bundle), at, name, key, memory)
    if out is None:
        typer.echo(text, nl=False)
    else:
        save(out, text)


def _tournament(path: Path) -> "Log":
    from croupier.audit.bundle import Bundle
    from croupier.audit.places import find
    from croupier.contracts.errors import Unreadable

    found = find(path)
    if isinstance(found, Bundle):
        return found.log
    raise Unreadable("bundle/not-a-bundle", "a log, not a bundle", place=str(path))


def _older(log: "Log", since: str) -> tuple[str, str]:
    """The older checkpoint and the director's key that has signed it."""
    from croupier.audit import proving
    from croupier.contracts.errors import Unreadable

    if since.startswith("round:"):
        found = proving.mark(log, since)
        return found.text, found.key
    try:
        text = Path(since).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable("bundle/not-found", getattr(error, "strerror", None) or "no text", place=since) from None
    return text, proving.signer(log, text)


def _write(proof: dict[str, Any], out: Path | None) -> None:
    """Print or save a proof, which is checked before it leaves."""
    import json

    from croupier.audit.proving import failure
    from croupier.cli.output import print_json_text
    from croupier.cli.saving import save
    from croupier.contracts.errors import Unreadable

    why = failure(proof)
    if why:
        raise Unreadable("proof/fails", f"the bundle does not prove this: {why}", hint="croupier audit says more")
    text = json.dumps(proof, ensure_ascii=False, indent=1) + "\n"
    if out is None:
        print_json_text(text)
    else:
        save(out, text)
