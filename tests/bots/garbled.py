"""Before each answer sends frames that are no messages: broken JSON, unknown types and fields, binary, deep nesting."""

from rogue import Json, Rogue, first_action, main

FRAMES: list[str | bytes] = [
    "", "not json", '{"type":', "[]", "null", '"act"', "{}", "1e999", '{"type":"act"}', '{"type":"frobnicate"}',
    '{"type":"ping","id":-1}', '{"type":"ping","id":9007199254740993}', '{"type":"ping","id":"1"}',
    '{"type":"resync","game":"../../etc"}', '{"type":"resync","game":"nobody-knows-this-game"}',
    '{"type":"hello","versions":[1]}', '{"type":"ping","id":1,"id":2}', '{"type":"ping","extra":true}',
    "[" * 5_000, '{"a":' * 2_000, "\u0000", '{"type":"pi\\ud800ng"}', "\ufeff{}", b"",
    b"\x00\xff\xfe", b'{"type":"ping"}',
]  # fmt: skip


class Garbled(Rogue):
    """Mumbles, then answers."""

    async def on_turn(self, turn: Json) -> None:
        await self.socket.send(FRAMES[self.turns % len(FRAMES)])
        await self.say(type="act", game=turn["game"], ply=str(turn["ply"]), action=7)
        await self.act(turn, first_action(turn))

    async def on_welcome(self) -> None:
        for frame in FRAMES:
            await self.socket.send(frame)


if __name__ == "__main__":
    main(Garbled)
