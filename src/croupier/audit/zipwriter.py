"""Zip files written in flat memory, the same bytes each time.

``zipfile`` keeps some hundred bytes for every member until the end, and a tournament may have a hundred
thousand games. Here what is to stand at the end waits on the disk. The format is that of PKWARE's APPNOTE 6.3,
with its sizes of eight bytes (zip64) where four do not do.
"""

import struct
import zlib
from collections.abc import Iterable
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import BinaryIO, Self

LOCAL = struct.Struct("<4s5H3L2H")
CENTRAL = struct.Struct("<4s4B4HL2L5H2L")
END64 = struct.Struct("<4sQ2H2L4Q")
LOCATOR = struct.Struct("<4sLQL")
END = struct.Struct("<4s4H2LH")
LONG = struct.Struct("<2H2Q")
"""The extra field that holds sizes of eight bytes, in a local header: packed and unpacked."""

VERSION, UNIX, UTF8, DEFLATED = 45, 3, 1 << 11, 8
DATE = 1 << 5 | 1
"""1 January 1980, the first day that a zip file can name: when a file was made says nothing about a game."""

PLAIN = 0o100644 << 16
"""Mode bits of an ordinary file, whichever machine wrote it."""

MOST, MOST16 = 0xFFFFFFFF, 0xFFFF
KEPT = 1 << 20
"""Bytes of the directory that wait in memory, before they wait on the disk."""


class ZipWriter:
    """A zip file being written to ``file``, which can be sought in. Names are text without a zero byte."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._directory = SpooledTemporaryFile(KEPT)  # noqa: SIM115  # closed with this object
        self._count = 0

    def add(self, name: str, content: Iterable[bytes]) -> None:
        """Write a member, a piece at a time."""
        start, crc, size = self._file.tell(), 0, 0
        self._file.write(_local(name, 0, 0, 0))
        begin = self._file.tell()
        packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)
        for piece in content:
            crc, size = zlib.crc32(piece, crc), size + len(piece)
            self._file.write(packer.compress(piece))
        self._file.write(packer.flush())
        end = self._file.tell()
        self._file.seek(start)
        self._file.write(_local(name, crc, end - begin, size))
        self._file.seek(end)
        self._directory.write(_central(name, crc, end - begin, size, start))
        self._count += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._directory:
            if error is None:
                self._finish()

    def _finish(self) -> None:
        at, size = self._file.tell(), self._directory.tell()
        self._directory.seek(0)
        copyfileobj(self._directory, self._file)
        count = self._count
        if count >= MOST16 or at >= MOST or size >= MOST:
            end = self._file.tell()
            self._file.write(END64.pack(b"PK\x06\x06", END64.size - 12, VERSION, VERSION, 0, 0, count, count, size, at))
            self._file.write(LOCATOR.pack(b"PK\x06\x07", 0, end, 1))
        few = min(count, MOST16)
        self._file.write(END.pack(b"PK\x05\x06", 0, 0, few, few, min(size, MOST), min(at, MOST), 0))


def _local(name: str, crc: int, packed: int, size: int) -> bytes:
    stored, extra = name.encode(), LONG.pack(1, 16, size, packed)
    head = LOCAL.pack(b"PK\x03\x04", VERSION, UTF8, DEFLATED, 0, DATE, crc, MOST, MOST, len(stored), len(extra))
    return head + stored + extra


def _central(name: str, crc: int, packed: int, size: int, start: int) -> bytes:
    """The entry of the directory; numbers that are too large for it stand in its extra field."""
    stored = name.encode()
    long = [number for number in (size, packed, start) if number >= MOST]
    extra = struct.pack(f"<2H{len(long)}Q", 1, 8 * len(long), *long) if long else b""
    head = CENTRAL.pack(
        b"PK\x01\x02", VERSION, UNIX, VERSION, 0, UTF8, DEFLATED, 0, DATE, crc, min(packed, MOST), min(size, MOST),
        len(stored), len(extra), 0, 0, 0, PLAIN, min(start, MOST),
    )  # fmt: skip
    return head + stored + extra
