"""The Merkle tree: every proof of a small tree holds, and nothing else does."""

import hashlib
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.proofs import merkle

LEAVES = [merkle.leaf_hash(bytes([number])) for number in range(40)]


def slow_root(leaves: list[bytes]) -> bytes:
    """The definition of RFC 6962 word by word."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    split = max(2**power for power in range(6) if 2**power < len(leaves))
    return merkle.node_hash(slow_root(leaves[:split]), slow_root(leaves[split:]))


ROOTS = [slow_root(LEAVES[:size]) for size in range(len(LEAVES) + 1)]


def inclusion(index: int, size: int) -> list[bytes]:
    return merkle.roots_of(merkle.inclusion_spans(index, size), LEAVES)


def consistency(old: int, size: int) -> list[bytes]:
    return merkle.roots_of(merkle.consistency_spans(old, size), LEAVES)


def test_a_tree_that_grows_leaf_by_leaf_has_the_root_of_the_definition() -> None:
    tree = merkle.Tree()
    roots = [tree.root()]
    for leaf in LEAVES:
        tree.append(leaf)
        roots.append(tree.root())

    assert roots == ROOTS


def test_every_leaf_of_every_small_tree_is_proved_and_no_other() -> None:
    for size in range(1, 20):
        for index in range(size):
            proof = inclusion(index, size)
            assert merkle.includes(LEAVES[index], index, size, proof, ROOTS[size])
            for other in range(20):
                claims = [(LEAVES[other], index, size), (LEAVES[index], other, size)]
                for leaf, place, of in claims:
                    if (leaf, place) != (LEAVES[index], index):
                        assert not merkle.includes(leaf, place, of, proof, ROOTS[size])


def test_every_small_tree_extends_each_smaller_one_and_no_other() -> None:
    for old, size in combinations(range(1, 20), 2):
        proof = consistency(old, size)
        assert merkle.extends(old, ROOTS[old], size, ROOTS[size], proof)
        for other in range(1, 20):
            if other != old:
                assert not merkle.extends(old, ROOTS[other], size, ROOTS[size], proof)
            if other != size:
                assert not merkle.extends(old, ROOTS[old], size, ROOTS[other], proof)


@given(st.data())
def test_a_proof_that_was_changed_anywhere_does_not_hold(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 40))
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size - 1))
    included, extended = inclusion(index, size), consistency(old, size)
    for proof, holds in (
        (included, lambda proof: merkle.includes(LEAVES[index], index, size, proof, ROOTS[size])),
        (extended, lambda proof: merkle.extends(old, ROOTS[old], size, ROOTS[size], proof)),
    ):
        place = data.draw(st.integers(0, len(proof) - 1))
        flipped = bytes([proof[place][0] ^ data.draw(st.integers(1, 255))]) + proof[place][1:]
        assert holds(proof)
        assert not holds([*proof[:place], flipped, *proof[place + 1 :]])
        assert not holds(proof[:-1])
        assert not holds([*proof, LEAVES[0]])


def test_memory_grows_with_the_logarithm_of_the_tree() -> None:
    tree = merkle.Tree()
    for number in range(10_000):
        tree.append(LEAVES[number % 40])
        assert len(tree._roots) <= 14


@pytest.mark.parametrize(("index", "size"), [(0, 0), (3, 3), (-1, 2)])
def test_there_is_no_proof_of_a_leaf_that_is_not_there(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no leaf"):
        merkle.inclusion_spans(index, size)
    assert not merkle.includes(LEAVES[0], index, size, [], ROOTS[size])


@pytest.mark.parametrize(("old", "size"), [(0, 3), (4, 3)])
def test_nothing_leads_from_an_empty_or_a_larger_tree(old: int, size: int) -> None:
    with pytest.raises(ValueError, match="no proof"):
        merkle.consistency_spans(old, size)
    assert not merkle.extends(old, ROOTS[old], size, ROOTS[size], [])


def test_a_proof_needs_all_its_leaves() -> None:
    with pytest.raises(ValueError, match="fewer leaves"):
        merkle.roots_of([(0, 4)], LEAVES[:3])
