"""Right values for every primitive, as anybody who writes a checker finds them under docs/vectors."""

import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.contracts.canonical import canonical
from croupier.proofs import keys, merkle, notes, seals
from croupier.proofs.shown import digest

FOLDER = Path(__file__).parents[2] / "docs" / "vectors"


def vectors(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("row", vectors("ed25519")["vectors"], ids=lambda row: row["seed"][:8])
def test_ed25519_is_that_of_rfc_8032(row: dict[str, str]) -> None:
    key, message, signature = keys.SigningKey(raw(row["seed"])), raw(row["message"]), raw(row["signature"])

    assert key.public == raw(row["public"])
    assert key.sign(message) == signature
    assert keys.signed(key.public, signature, message)
    assert not keys.signed(key.public, signature, message + b"x")


@pytest.mark.parametrize("row", vectors("ed25519")["refused"], ids=lambda row: row["why"])
def test_what_anybody_can_sign_is_not_signed(row: dict[str, str]) -> None:
    assert not keys.signed(raw(row["public"]), raw(row["signature"]), raw(row["message"]))


POINTS = [row for row in vectors("ed25519")["refused"] if not row["why"].startswith("S ")]
"""What is wrong with a point; that S is too large the library sees."""


@pytest.mark.parametrize("row", POINTS, ids=lambda row: row["why"])
def test_the_library_alone_would_take_it(row: dict[str, str]) -> None:
    Ed25519PublicKey.from_public_bytes(raw(row["public"])).verify(raw(row["signature"]), raw(row["message"]))


def leaves() -> list[bytes]:
    return [merkle.leaf_hash(raw(data)) for data in vectors("merkle")["leaves"]]


def test_roots_are_those_of_rfc_6962() -> None:
    known = vectors("merkle")
    tree, found = merkle.Tree(), []
    assert tree.root() == raw(known["empty_root"])
    for leaf in leaves():
        tree.append(leaf)
        found.append(tree.root().hex())

    assert found == known["roots"]


@pytest.mark.parametrize("row", vectors("merkle")["inclusion"], ids=lambda row: f"{row['leaf']}-of-{row['size']}")
def test_inclusion_proofs_are_those_of_rfc_6962(row: dict[str, Any]) -> None:
    index, size, proof = row["leaf"], row["size"], [raw(part) for part in row["proof"]]

    assert merkle.roots_of(merkle.inclusion_spans(index, size), leaves()) == proof
    assert merkle.includes(leaves()[index], index, size, proof, raw(vectors("merkle")["roots"][size - 1]))


@pytest.mark.parametrize("row", vectors("merkle")["consistency"], ids=lambda row: f"{row['old']}-to-{row['size']}")
def test_consistency_proofs_are_those_of_rfc_6962(row: dict[str, Any]) -> None:
    old, size, proof = row["old"], row["size"], [raw(part) for part in row["proof"]]
    roots = vectors("merkle")["roots"]

    assert merkle.roots_of(merkle.consistency_spans(old, size), leaves()) == proof
    assert merkle.extends(old, raw(roots[old - 1]), size, raw(roots[size - 1]), proof)


@pytest.mark.parametrize("row", vectors("canonical")["vectors"], ids=lambda row: row["canonical"][:12])
def test_canonical_json_is_that_of_rfc_8785(row: dict[str, str]) -> None:
    assert canonical(orjson.loads(row["text"])) == row["canonical"].encode()


@pytest.mark.parametrize("text", vectors("canonical")["refused"])
def test_what_no_log_may_hold_has_no_canonical_form(text: str) -> None:
    with pytest.raises(TypeError):
        canonical(json.loads(text))


def test_a_note_is_that_of_the_reference_implementation() -> None:
    row = vectors("notes")["note"]
    verifier, key = notes.read_verifier(row["verifier"]), keys.SigningKey(raw(row["seed"]))

    assert str(notes.sign(row["text"], row["name"], key)) == row["note"]
    assert verifier.finds(notes.read_note(row["note"])) is not None
    assert str(verifier) == row["verifier"]


def test_a_checkpoint_is_a_note_with_origin_size_and_root() -> None:
    row = vectors("notes")["checkpoint"]
    checkpoint = notes.Checkpoint(row["origin"], row["size"], raw(row["root"]), tuple(row["more"]))

    assert str(notes.sign(checkpoint.text(), row["name"], keys.SigningKey(raw(row["seed"])))) == row["note"]
    assert notes.read_checkpoint(notes.read_note(row["note"]).text) == checkpoint


def test_a_witness_signs_below_the_same_text_and_says_when() -> None:
    row, before = vectors("notes")["cosignature"], vectors("notes")["checkpoint"]["note"]
    signed = notes.cosign(notes.read_note(before), row["name"], keys.SigningKey(raw(row["seed"])), row["time"])
    found = notes.read_verifier(row["verifier"]).finds(signed)

    assert str(signed) == row["note"]
    assert str(signed).startswith(before)
    assert found is not None
    assert notes.time_of(found) == row["time"]


@pytest.mark.parametrize("row", vectors("seals")["signed"], ids=lambda row: row["kind"])
def test_what_is_signed_is_fixed_byte_for_byte(row: dict[str, Any]) -> None:
    hashes = {"head", "public", "old", "new", "shown", "nonce"}
    fields = {name: raw(value) if name in hashes else value for name, value in row["fields"].items()}
    statement = getattr(seals, row["kind"])(*fields.values())

    assert statement.hex() == row["statement"]
    assert keys.SigningKey(raw(row["seed"])).sign(statement).hex() == row["signature"]


@pytest.mark.parametrize("row", vectors("seals")["shown"], ids=["list", "form"])
def test_what_was_shown_is_all_of_a_turn_but_its_clock(row: dict[str, Any]) -> None:
    assert digest(row["turn"]).hex() == row["digest"]
    assert digest(row["turn"] | {"clock": {"limit": 1}}).hex() == row["digest"]


def test_a_leaf_names_the_game_and_counts_its_lines() -> None:
    row = vectors("seals")["leaf"]
    data = seals.leaf(row["fields"]["log"], row["fields"]["lines"], raw(row["fields"]["head"]))

    assert (data.hex(), merkle.leaf_hash(data).hex()) == (row["data"], row["hash"])
