"""What docs/verify.md describes, written down once more with nothing of ours: a stranger's checker agrees."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from audit.making import make, spec_of
from croupier.contracts.errors import CODES

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = json.loads((DOCS / "vectors" / "shuffle.json").read_text())
PACKS = {
    "italian40": [rank + suit for suit in "CDSB" for rank in "24567JQK3A"],
    "french52": [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"],
    "french32": [rank + suit for suit in "CDHS" for rank in "789TJQKA"],
    "french32x2": [rank + suit + copy for copy in "12" for suit in "CDHS" for rank in "789JQKTA"],
}


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def keyed(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def shuffled(board_seed: bytes, beacon: bytes, deal: int, pack: list[str]) -> str:
    cards, block = list(pack), 0
    words: list[int] = []
    for i in range(len(cards) - 1, 0, -1):
        while True:
            if not words:
                text = keyed(
                    board_seed, b"croupier/shuffle/v1\0", beacon, deal.to_bytes(4, "big"), block.to_bytes(4, "big")
                )
                words = [int.from_bytes(text[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % (i + 1):
                break
        other = word % (i + 1)
        cards[i], cards[other] = cards[other], cards[i]
    return " ".join(cards)


def checked_log(log: str, path: Path) -> list[dict[str, Any]]:
    """The lines of a log, with canonical form, numbers and chain checked; standard library alone."""
    stored = path.read_bytes()
    assert stored.endswith(b"\n")
    prev, lines = sha(b"croupier/log/v1:", log.encode()).hex(), []
    for number, raw in enumerate(stored[:-1].split(b"\n"), 1):
        line = json.loads(raw)
        again = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert again.encode() == raw
        assert (line["seq"], line["prev"]) == (number, prev)
        prev = sha(raw).hex()
        lines.append(line)
    return [*lines, {"type": "head", "data": prev}]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['pack']}-{vector['board']}")
def test_the_page_gives_the_values_of_the_vectors(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    beacon = sha(b"croupier/beacon/v1\0", *sorted(bytes.fromhex(nonce) for nonce in vector["nonces"]))
    board = keyed(seed, b"croupier/board/v1\0", vector["board"].encode())
    pack = [card for card in PACKS[vector["pack"]] if card not in vector["without"]]

    assert sha(b"croupier/seed/v1\0", seed).hex() == vector["seed_commitment"]
    assert beacon.hex() == vector["beacon"]
    assert board.hex() == vector["board_seed"]
    assert sha(b"croupier/deck/v1\0", board).hex() == vector["deck_commitment"]
    assert shuffled(board, beacon, vector["deal"], pack) == vector["deck"]


def test_a_strangers_checker_follows_a_bundle_from_seed_to_manifest(tmp_path: Path) -> None:
    folder = make(spec_of()).write(tmp_path / "cup")
    tournament = checked_log("t/cup", folder / "tournament.jsonl")
    by_type = {line["type"]: line["data"] for line in tournament}
    seed = bytes.fromhex(by_type["seed.revealed"]["seed"])
    beacon = bytes.fromhex(by_type["tournament.started"]["beacon"])
    assert sha(b"croupier/seed/v1\0", seed).hex() == by_type["seed.committed"]["commitment"]
    ends = b""
    for recorded in (line["data"] for line in tournament if line["type"] == "game.recorded"):
        game = checked_log(f"g/{recorded['id']}", folder / "games" / f"{recorded['id']}.jsonl")
        facts = {line["type"]: line["data"] for line in game}
        board = keyed(seed, b"croupier/board/v1\0", facts["game.opened"]["board"].encode())
        assert facts["deck.revealed"]["board_seed"] == board.hex()
        assert facts["deal.dealt"]["deck"] == shuffled(board, beacon, 1, PACKS["italian40"])
        assert game[recorded["lines"]]["prev"] == recorded["head"]
        ends += f"{recorded['id']} {facts['head']}\n".encode()
    manifest = json.loads((folder / "manifest.json").read_bytes())

    assert manifest["heads"] == {"tournament": tournament[-1]["data"], "games": sha(ends).hex()}


def test_the_page_names_every_code_that_an_audit_can_give() -> None:
    page = (DOCS / "verify.md").read_text()
    ours = [code for code in CODES if code.split("/")[0] in ("bundle", "chain", "audit", "replay")]

    assert ours
    assert [code for code in ours if f"| `{code}` | {CODES[code]} |" not in page] == []


def test_every_code_in_the_audits_source_is_in_the_list() -> None:
    source = "".join(path.read_text() for path in sorted((DOCS.parent / "src/croupier/audit").glob("*.py")))
    ours = [code for code in CODES if code.split("/")[0] in ("bundle", "chain", "audit", "replay")]

    assert [code for code in ours if f'"{code}"' not in source] == []
