"""``croupier bot NAME``: a built-in bot plays for the entrant whose token it is given."""

from typing import Annotated

import typer


def command(
    name: Annotated[str, typer.Argument(help="Which bot, greedy, pimc or random.", show_default=False)],
    url: Annotated[str | None, typer.Option(help="The server, such as ws://127.0.0.1:8080 (CROUPIER_URL).")] = None,
    token: Annotated[
        str | None, typer.Option(help="Who it plays for (CROUPIER_TOKEN, which others on the machine cannot see).")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Repeat the same chance in every run (CROUPIER_SEED).")] = None,
    nonce: Annotated[
        str | None, typer.Option(help="32 bytes for the shuffle as hex (CROUPIER_NONCE); drawn by default.")
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Play the first legal action where it fails.")
    ] = False,
    think: Annotated[int | None, typer.Option(help="pimc: milliseconds a decision.", metavar="MS", min=1)] = None,
    worlds: Annotated[
        int | None, typer.Option(help="pimc: worlds a decision instead, for repeatable answers.", metavar="N", min=1)
    ] = None,
) -> None:
    """Let a built-in bot play for an entrant.

    It stays until the server says good-bye, and comes back when a connection breaks.
    """
    from croupier.cli.bots import bot_names
    from croupier.contracts.errors import BadConfig, did_you_mean
    from croupier.sdk.bots import BOTS, make
    from croupier.sdk.errors import BadSetting

    if name not in BOTS:
        hint = did_you_mean(name, bot_names()) or f"there are {', '.join(bot_names())}"
        raise BadConfig("config/value", f"no built-in bot is called {name!r}", place="NAME", hint=hint)
    try:
        bot = make(name, think, worlds)
    except BadSetting as error:
        raise BadConfig(error.code, error.reason, place="NAME") from None
    raise typer.Exit(bot.run_with(url=url, token=token, seed=seed, nonce=nonce, keep_going=keep_going))
