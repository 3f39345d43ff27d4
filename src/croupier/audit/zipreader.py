"""Zip files read in flat memory: the directory as it is stored, and one number for each member.

``zipfile`` makes an object of some hundred bytes for each. Members are read at their places, so that several
processes may share an open file.
"""

import io
import os
import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from croupier.audit.zipwriter import CENTRAL, END, END64, LOCAL, LOCATOR, MOST, MOST16

COMMENT = 0xFFFF
"""The longest comment at the end of a zip file."""

PIECE = 1 << 16
ENCRYPTED, STORED, DEFLATED = 1, 0, 8


class Damaged(Exception):
    """The file is no zip file, or not one that can be read; the text says why."""


class Member(NamedTuple):
    """Where a file is packed, how, and what must come out."""

    flags: int
    method: int
    crc: int
    packed: int
    size: int
    start: int


class ZipReader:
    """A zip file that is open. Raises :class:`Damaged`, and ``OSError`` where it cannot be read."""

    def __init__(self, place: Path) -> None:
        self._file = -1
        self._file = os.open(place, os.O_RDONLY)
        try:
            self._length = os.fstat(self._file).st_size
            self._directory = self._find()
            self._places = array("Q", self._scan())
        except (struct.error, OverflowError):
            self.close()
            raise Damaged("its directory is damaged") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __del__(self) -> None:
        self.close()

    # --- the directory

    def _read(self, start: int, size: int) -> bytes:
        if start < 0 or size < 0 or start + size > self._length:
            raise Damaged("it is cut short")
        return os.pread(self._file, size, start)

    def _find(self) -> bytes:
        """The directory, from what the end of the file says of it."""
        length = min(self._length, END.size + COMMENT)
        tail = self._read(self._length - length, length)
        place = tail.rfind(b"PK\x05\x06")
        if place < 0:
            raise Damaged("it has no directory")
        end = END.unpack_from(tail, place)
        self._count, size, start = end[4], end[5], end[6]
        if self._count == MOST16 or MOST in (size, start):
            before = self._length - length + place - LOCATOR.size
            mark, _, at, _ = LOCATOR.unpack(self._read(before, LOCATOR.size))
            if mark == b"PK\x06\x07":
                *_, self._count, size, start = END64.unpack(self._read(at, END64.size))
        return self._read(start, size)

    def _scan(self) -> list[int]:
        """Where each entry of the directory begins, in the order of the names."""
        places, place = list[int](), 0
        for _ in range(self._count):
            if self._directory[place : place + 4] != b"PK\x01\x02":
                raise Damaged("its directory is damaged")
            places.append(place)
            _text(self._stored(place))
            place += CENTRAL.size + sum(CENTRAL.unpack_from(self._directory, place)[12:15])
        places.sort(key=self._stored)
        for one, other in pairwise(places):
            if self._stored(one) == self._stored(other):
                raise Damaged("two files in it have the same name")
        return places

    def _stored(self, place: int) -> bytes:
        begin = place + CENTRAL.size
        return self._directory[begin : begin + CENTRAL.unpack_from(self._directory, place)[12]]

    def names(self, start: str = "") -> Iterator[str]:
        """The names that begin with ``start``, sorted by their bytes."""
        first = start.encode()
        for index in range(bisect_left(self._places, first, key=self._stored), len(self._places)):
            stored = self._stored(self._places[index])
            if not stored.startswith(first):
                return
            yield _text(stored)

    def __contains__(self, name: str) -> bool:
        return self._entry(name) is not None

    def _entry(self, name: str) -> int | None:
        index = bisect_left(self._places, name.encode(), key=self._stored)
        if index < len(self._places) and self._stored(self._places[index]) == name.encode():
            return self._places[index]
        return None

    # --- a member

    def open(self, name: str) -> BinaryIO:
        """A file in it, from its beginning. Raises ``KeyError`` if there is none of this name."""
        place = self._entry(name)
        if place is None:
            raise KeyError(name)
        member = self._member(place)
        if member.flags & ENCRYPTED or member.method not in (STORED, DEFLATED):
            raise Damaged("it is encrypted, or packed in a way that is not known here")
        head = LOCAL.unpack(self._read(member.start, LOCAL.size))
        if head[0] != b"PK\x03\x04" or self._read(member.start + LOCAL.size, head[9]) != name.encode():
            raise Damaged("its directory and its files do not agree")
        begin = member.start + LOCAL.size + head[9] + head[10]
        if begin + member.packed > self._length:
            raise Damaged("it is cut short")
        return cast(BinaryIO, io.BufferedReader(_Unpacked(self, begin, member), PIECE))

    def _member(self, place: int) -> Member:
        fields = CENTRAL.unpack_from(self._directory, place)
        wide = {"size": fields[11], "packed": fields[10], "start": fields[18]}
        extra = place + CENTRAL.size + fields[12]
        long = _long(self._directory[extra : extra + fields[13]])
        for name, number in wide.items():
            if number == MOST and long:
                wide[name] = long.pop(0)
        return Member(fields[5], fields[6], fields[9], wide["packed"], wide["size"], wide["start"])


def _text(stored: bytes) -> str:
    try:
        return stored.decode()
    except UnicodeDecodeError:
        raise Damaged("a name in it is not UTF-8") from None


def _long(extra: bytes) -> list[int]:
    """The numbers of eight bytes in the extra field of an entry."""
    place = 0
    while place + 4 <= len(extra):
        kind, size = struct.unpack_from("<2H", extra, place)
        if kind == 1:
            return list(struct.unpack_from(f"<{size // 8}Q", extra, place + 4))
        place += 4 + size
    return []


class _Unpacked(io.RawIOBase):
    """The bytes of a member, unpacked as they are read, their checksum compared at the end."""

    def __init__(self, archive: ZipReader, begin: int, member: Member) -> None:
        self._archive = archive
        self._at, self._end = begin, begin + member.packed
        self._member = member
        self._unpacker = zlib.decompressobj(-zlib.MAX_WBITS) if member.method == DEFLATED else None
        self._crc = self._size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override]
        """As of every raw stream. Raises :class:`Damaged` for what does not unpack, or to something else."""
        piece = self._piece(len(buffer))
        self._crc, self._size = zlib.crc32(piece, self._crc), self._size + len(piece)
        if self._size > self._member.size:
            raise Damaged("a file in it is longer than its directory says")
        if not piece and (self._size, self._crc) != (self._member.size, self._member.crc):
            raise Damaged("a file in it does not have its checksum")
        buffer[: len(piece)] = piece
        return len(piece)

    def _piece(self, most: int) -> bytes:
        if self._unpacker is None:
            return self._packed(most)
        while not self._unpacker.eof:
            packed = self._unpacker.unconsumed_tail or self._packed(PIECE)
            try:
                piece = self._unpacker.decompress(packed, most)
            except zlib.error:
                raise Damaged("a file in it does not unpack") from None
            if piece or not packed:
                return piece
        return b""

    def _packed(self, most: int) -> bytes:
        size = min(most, self._end - self._at)
        piece = self._archive._read(self._at, size)
        self._at += size
        return piece
