"""Ctrl-C and SIGTERM end the work only after it has put things in order."""

import asyncio
import os
import signal

import pytest

from croupier.cli.interrupt import run_until_interrupted


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_cancels_and_waits_for_the_end(number: signal.Signals) -> None:
    seen = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), number)
            await asyncio.sleep(30)
        finally:
            await asyncio.sleep(0)
            seen.append("in order")

    with pytest.raises(KeyboardInterrupt):
        run_until_interrupted(work())
    assert seen == ["in order"]


def test_an_end_from_within_is_no_interruption(caplog: pytest.LogCaptureFixture) -> None:
    """As where whoever reads the output has gone: things are put in order, and nobody hears of it."""
    seen = []

    async def work() -> None:
        try:
            await asyncio.sleep(0)
            raise SystemExit(141)
        finally:
            await asyncio.sleep(0)
            seen.append("in order")

    with pytest.raises(SystemExit) as end:
        run_until_interrupted(work())
    assert (end.value.code, seen, caplog.records) == (141, ["in order"], [])


def test_without_a_signal_the_result_comes_back() -> None:
    assert run_until_interrupted(asyncio.sleep(0, "result")) == "result"


def test_nohup_is_respected() -> None:
    async def work() -> str:
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0)
        return "went on"

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run_until_interrupted(work()) == "went on"
    finally:
        signal.signal(signal.SIGHUP, before)
