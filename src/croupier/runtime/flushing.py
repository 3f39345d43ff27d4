"""Brings what a server of ours has written onto the disk, second by second.

Redis would do so itself with ``appendfsync everysec``. But while a flush takes long it then holds back what it has to
write, for up to two seconds, and answers meanwhile: should it be killed, what it had acknowledged is lost. With
``appendfsync no`` it writes before it answers, always, and what is written outlives it; the flushes are ours.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

EVERY = 1.0
"""Seconds from one flush to the next: with the flush itself, what a power cut may lose."""


async def keep_flushing(folder: Path, complain: Callable[[str], None]) -> None:
    """Flush the append-only files in a server's ``folder`` every so often, until cancelled.

    ``complain`` gets a sentence when the disk begins to refuse, and nothing more before it has taken all again.
    """
    refused = False
    while True:
        await asyncio.sleep(EVERY)
        try:
            await asyncio.to_thread(flush, folder)
        except OSError as error:
            if not refused:
                complain(
                    f"the disk does not take what the store has written ({error.strerror}): a power cut would lose it"
                )
            refused = True
        else:
            refused = False


def flush(folder: Path) -> None:
    """Flush them once. Raises ``OSError`` if the disk does not take them."""
    for path in (*folder.glob("appendonly.aof"), *folder.glob("appendonlydir/*")):
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except FileNotFoundError:  # Redis has written it anew meanwhile
            continue
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
