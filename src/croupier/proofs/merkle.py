"""The Merkle tree of RFC 6962, section 2.1: roots, inclusion and consistency proofs.

A tree grows in memory of logarithmic size. A proof is a list of roots of parts of the tree, so it is made in
one pass over the leaves, however many there are. Verification follows RFC 9162, sections 2.1.3.2 and 2.1.4.2.
"""

import hashlib
from collections.abc import Iterable, Sequence

SIZE = 32
"""Bytes of a hash."""

Span = tuple[int, int]
"""Leaves from the first number up to and without the second."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf that holds ``data``."""
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node above two others."""
    return hashlib.sha256(b"\1" + left + right).digest()


class Tree:
    """A tree that only grows. It remembers the roots of its full parts, the largest first."""

    __slots__ = ("_roots", "size")

    def __init__(self) -> None:
        self.size = 0
        self._roots: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add a leaf by its hash."""
        full = self.size
        while full & 1:
            leaf = node_hash(self._roots.pop(), leaf)
            full >>= 1
        self._roots.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """The hash of the whole tree; of an empty one SHA-256 of nothing."""
        if not self._roots:
            return hashlib.sha256().digest()
        *others, root = self._roots
        for left in reversed(others):
            root = node_hash(left, root)
        return root


def inclusion_spans(index: int, size: int) -> list[Span]:
    """The parts of a tree of ``size`` leaves whose roots prove that leaf ``index`` (from 0) is in it, in order.

    Raises ``ValueError`` for a leaf that the tree does not have.
    """
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    start, end, beside = 0, size, list[Span]()
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            beside.append((middle, end))
            end = middle
        else:
            beside.append((start, middle))
            start = middle
    return beside[::-1]


def consistency_spans(old: int, size: int) -> list[Span]:
    """The parts whose roots prove that a tree of ``size`` leaves begins with those of an ``old`` one, in order.

    Raises ``ValueError`` unless 0 < ``old`` ≤ ``size``: an empty tree proves nothing.
    """
    if not 0 < old <= size:
        raise ValueError(f"no proof leads from {old} leaves to {size}")
    start, end, known, beside = 0, size, True, list[Span]()
    while end != old:
        middle = start + _split(end - start)
        if old <= middle:
            beside.append((middle, end))
            end = middle
        else:
            beside.append((start, middle))
            start, known = middle, False
    return ([] if known else [(start, end)]) + beside[::-1]


def roots_of(spans: Sequence[Span], leaves: Iterable[bytes]) -> list[bytes]:
    """The roots of parts of a tree, in the order of ``spans``, from one pass over its leaf hashes.

    Raises ``ValueError`` if there are too few leaves.
    """
    trees = [Tree() for _ in spans]
    waiting = sorted(range(len(spans)), key=lambda place: spans[place], reverse=True)
    for number, leaf in enumerate(leaves):
        while waiting and spans[waiting[-1]][1] <= number:
            waiting.pop()
        if not waiting:
            break
        if spans[waiting[-1]][0] <= number:
            trees[waiting[-1]].append(leaf)
    if any(tree.size != end - start for tree, (start, end) in zip(trees, spans, strict=True)):
        raise ValueError("there are fewer leaves than the proof needs")
    return [tree.root() for tree in trees]


def includes(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether ``proof`` shows that leaf ``index`` (from 0) of the ``size`` leaves under ``root`` is ``leaf``."""
    if not 0 <= index < size:
        return False
    number, last, found = index, size - 1, leaf
    for beside in proof:
        if last == 0:
            return False
        if number & 1 or number == last:
            found = node_hash(beside, found)
            while not number & 1 and number:
                number, last = number >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        number, last = number >> 1, last >> 1
    return last == 0 and found == root


def extends(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether ``proof`` shows that the tree of ``size`` leaves begins with the leaves of the ``old`` one."""
    if old == size:
        return not proof and old_root == root
    if not 0 < old < size or not proof:
        return False
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    number, last = old - 1, size - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    before = after = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if number & 1 or number == last:
            before, after = node_hash(beside, before), node_hash(beside, after)
            while not number & 1 and number:
                number, last = number >> 1, last >> 1
        else:
            after = node_hash(after, beside)
        number, last = number >> 1, last >> 1
    return last == 0 and before == old_root and after == root


def _split(size: int) -> int:
    """The largest power of two below ``size``."""
    return 1 << (size - 1).bit_length() - 1
