"""An installation that stays: store and services under a supervisor until somebody ends it."""

import asyncio
import contextlib
from pathlib import Path

import typer

from croupier.cli.crew import Site, check_services, free_port, gateway_ready, start_services, start_store
from croupier.cli.interrupt import run_until_interrupted
from croupier.cli.output import print_json, say
from croupier.cli.playing import Teller, stop_in_order
from croupier.cli.runfolder import RunFolder
from croupier.cli.surroundings import heed
from croupier.cli.views import Quiet
from croupier.runtime.hooks import load, receivers
from croupier.runtime.processes import kill_all, read_marks
from croupier.runtime.supervisor import supervisor


def keep_up(folder: Path, host: str, port: int, hooks: Path | None, *, as_json: bool) -> None:
    """Run an installation in ``folder`` until a signal comes. Raises ``BadConfig`` and ``Unavailable``."""
    heed(say)
    home = RunFolder(folder, "")
    if hooks is not None:
        receivers(load(hooks))
        hooks = hooks.resolve()
    with home.locked():
        site = Site(home.work, folder, home.secret(), host, free_port(host, port, home.work / "port"), hooks)
        try:
            run_until_interrupted(_up(home, site, as_json=as_json))
        except KeyboardInterrupt:
            say("stopped; the same command goes on from here")
            raise typer.Exit(130) from None


async def _up(home: RunFolder, site: Site, *, as_json: bool) -> None:
    kill_all(read_marks(home.marks))
    async with supervisor(home.marks, Teller(Quiet())) as children:
        try:
            server, store = await start_store(children, site, say)
            async with contextlib.aclosing(store.client):
                start_services(children, site, server)
                await gateway_ready(children, site)
                _announce(site, as_json=as_json)
                while True:
                    check_services(children)
                    await asyncio.sleep(1)
        finally:
            await stop_in_order(children)


def _announce(site: Site, *, as_json: bool) -> None:
    url = site.public_url
    http = url.replace("ws://", "http://")
    if as_json:
        print_json({"url": url, "http": http, "archive": str(site.archive), "logs": str(site.logs)})
        return
    say(f"Bots connect to {url}, a browser or curl to {http}/v1/tournaments.")
    say(f"Open a tournament with: croupier open FILE.toml --redis {site.archive}")
    say(f"Bundles go to {site.archive}, logs to {site.logs}. Ctrl-C ends everything.")
