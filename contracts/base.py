"""The model every contract derives from, and the small types that they share."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

MAX_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps exact (RFC 8785, I-JSON)."""


class Contract(BaseModel):
    """An immutable record that refuses unknown fields and coerces nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def first_flaw(error: ValidationError) -> str:
    """The first thing that a model has found wrong: the field, if it is one, and why."""
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")


Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,95}$")]
"""Id of a tournament, an entrant, a game or a board: lower case, digits, hyphens."""

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes as lower-case hex: a SHA-256 digest, a seed or a nonce."""

PublicKey = Hash
"""An Ed25519 public key as lower-case hex."""

Signature = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]
"""An Ed25519 signature, 64 bytes as lower-case hex."""

Natural = Annotated[int, Field(ge=0, le=MAX_INTEGER)]
Integer = Annotated[int, Field(ge=-MAX_INTEGER, le=MAX_INTEGER)]

Micros = Natural
"""A length of time, or a moment since the Unix epoch, in microseconds."""

Seat = Annotated[int, Field(ge=0, le=6)]
"""A place at the table, 0-based, in order of play."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Text = Annotated[str, StringConstraints(max_length=200)]

Outcome = Literal["won", "drawn", "forfeit", "void", "no-contest"]
"""How a game ended."""

OptionValue = bool | Integer | Text
OptionName = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]
Options = dict[OptionName, OptionValue]
"""Rule options by name (ASCII, as all keys of a log): a flag, a number or a word."""
