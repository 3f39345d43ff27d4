"""Signed notes: what is signed by a key that one knows, and by no other; every byte counts."""

import pytest

from croupier.proofs import notes, seals
from croupier.proofs.keys import SigningKey, signed
from croupier.proofs.notes import COSIGNER, Checkpoint, Note, Verifier

DIRECTOR, WITNESS, STRANGER = (SigningKey(bytes([number]) * 32) for number in (1, 2, 3))
CHECKPOINT = Checkpoint("croupier/cup", 6, bytes(range(32)), ("log 9 00",))
NOTE = notes.sign(CHECKPOINT.text(), "croupier/cup", DIRECTOR)
KNOWN = Verifier("croupier/cup", DIRECTOR.public)


def test_a_note_read_again_is_the_same() -> None:
    assert notes.read_note(str(NOTE)) == NOTE
    assert KNOWN.finds(NOTE) is not None


def test_every_single_byte_of_a_signed_checkpoint_counts() -> None:
    stored = str(NOTE).encode()
    for place in range(len(stored)):
        for flip in (1, 2, 4, 32, 128):
            changed = bytes([*stored[:place], stored[place] ^ flip, *stored[place + 1 :]])
            try:
                note = notes.read_note(changed.decode())
                assert KNOWN.finds(note) is None, changed
            except ValueError:
                pass


@pytest.mark.parametrize(
    "verifier",
    [
        Verifier("croupier/cup", STRANGER.public),
        Verifier("croupier/other", DIRECTOR.public),
        Verifier("croupier/cup", DIRECTOR.public, COSIGNER),
    ],
)
def test_a_key_of_another_name_or_kind_is_another_key(verifier: Verifier) -> None:
    assert verifier.finds(NOTE) is None


def test_signatures_of_unknown_keys_are_no_hindrance() -> None:
    theirs = notes.sign(NOTE.text, "somebody/else", STRANGER).signatures
    assert KNOWN.finds(Note(NOTE.text, theirs + NOTE.signatures)) == NOTE.signatures[0]


def test_a_cosignature_stands_for_its_time() -> None:
    cosigned = notes.cosign(NOTE, "witness.example/w1", WITNESS, 1_800_000_000)
    witness = Verifier("witness.example/w1", WITNESS.public, COSIGNER)
    mark = cosigned.signatures[1]
    later = notes.Signature(mark.name, mark.id, (1_800_000_001).to_bytes(8, "big") + mark.blob[8:])

    assert witness.finds(cosigned) == mark
    assert KNOWN.finds(cosigned) is not None
    assert witness.finds(Note(NOTE.text, (later,))) is None
    assert witness.finds(Note(NOTE.text, (notes.Signature(mark.name, mark.id, mark.blob[8:]),))) is None


@pytest.mark.parametrize(
    "text",
    ["", "text\n", "text\n\n", "text\n\nno dash\n", "text\n\n— name\n", "text\n\n— na+me AAAAAAAA\n",
     "text\n\n— name AAAA\n", "text\n\n— name AAAAAAAB=\n", "t\x00ext\n\n— name AAAAAAAA\n", "text\n\n— name AAAAAAAA"],
)  # fmt: skip
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        notes.read_note(text)


@pytest.mark.parametrize(
    "text",
    ["cup\n1\n", "cup\n01\nAAAA\n", "cup\n²\nAAAA\n", "cup\n1\nAAAA\n", "\n1\nAAAA\n",
     CHECKPOINT.text().replace("\n6\n", "\n06\n"), CHECKPOINT.text() + "\n", CHECKPOINT.text()[:-1]],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        notes.read_checkpoint(text)


@pytest.mark.parametrize(
    "text",
    ["", "croupier/cup", str(KNOWN)[:-1], str(KNOWN).replace("+", " ", 1), str(KNOWN).replace("cup", "cap"),
     "x+00000000+" + str(KNOWN).rpartition("+")[2]],
)  # fmt: skip
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        notes.read_verifier(text)


def test_a_key_is_read_as_it_is_written_and_shows_no_secret() -> None:
    assert notes.read_verifier(str(KNOWN)) == KNOWN
    assert (bytes([1]) * 32).hex() not in repr(DIRECTOR)


def test_what_is_no_key_or_no_signature_has_signed_nothing() -> None:
    assert not signed(b"short", DIRECTOR.sign(b"x"), b"x")
    assert not signed(DIRECTOR.public, b"short", b"x")
    assert signed(DIRECTOR.public, DIRECTOR.sign(b"x"), b"x")


def test_no_two_statements_are_the_same_bytes() -> None:
    """A zero byte closes each text, so that the end of one cannot be read as the beginning of the next."""
    hash_ = bytes(32)
    assert seals.seal("referee", "g/a", 1, hash_) != seals.seal("refere", "eg/a", 1, hash_)
    with pytest.raises(ValueError, match="zero byte"):
        seals.play("cup", 1, "play\0KD", hash_)
    with pytest.raises(ValueError, match="32"):
        seals.seal("referee", "g/a", 1, b"")
