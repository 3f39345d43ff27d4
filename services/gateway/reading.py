"""From a frame to a message of a client, or to an error that says what is wrong and where."""

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from croupier.contracts import client
from croupier.contracts.base import Contract
from croupier.contracts.errors import Unreadable, did_you_mean

Message = (
    client.Hello | client.ActMessage | client.ResignMessage | client.Resync | client.DisputeMessage | client.Ping
    | client.Pong
)  # fmt: skip

MODELS: dict[str, type[Contract]] = {model.model_fields["type"].default: model for model in get_args(Message)}
"""The messages that a client may send, by type."""

_READER: TypeAdapter[Message] = client.CLIENT_MESSAGE


def read(frame: str | bytes, limit: int) -> Message:
    """The message in a text frame of at most ``limit`` bytes.

    Raises :class:`Unreadable` with a code of the family ``message/``.
    """
    if not isinstance(frame, str):
        raise Unreadable("message/not-text", "send messages as text frames", hint="a binary frame came")
    if len(frame) > limit or (len(frame) * 4 > limit and len(frame.encode()) > limit):
        raise Unreadable("message/too-big", f"a message has at most {limit} bytes")
    try:
        return _READER.validate_json(frame)
    except ValidationError as error:
        raise _explain(error.errors(include_url=False, include_input=False)) from None


def _explain(found: Sequence[Any]) -> Unreadable:
    first = found[0]
    kind, context = first["type"], first.get("ctx", {})
    if kind == "json_invalid":
        return Unreadable("message/not-json", _cut(str(context.get("error", first["msg"]))))
    if kind == "union_tag_invalid":
        said = str(context["tag"])
        hint = did_you_mean(said, list(MODELS)) or f"one of {', '.join(MODELS)}"
        return Unreadable("message/unknown-type", f"no message has the type {said[:40]!r}", place="type", hint=hint)
    if kind == "union_tag_not_found":
        return Unreadable("message/schema", "a message has a type", place="type", hint=f"one of {', '.join(MODELS)}")
    # A misspelt field is a missing one too; which it is shows in the one that is there.
    unknown = next((each for each in found if each["type"] == "extra_forbidden"), None)
    return _misfit(first) if unknown is None else _stranger(unknown)


def _stranger(found: Any) -> Unreadable:
    """A field that the message does not have."""
    tag, *path = found["loc"]
    fields = list(MODELS[tag].model_fields)
    name = str(path[-1])[:60]
    hint = did_you_mean(name, fields) or f"the fields are {', '.join(fields)}"
    return Unreadable("message/schema", f"{tag} has no field {name!r}", place=_place(path), hint=hint)


def _misfit(found: Any) -> Unreadable:
    """A field that is missing, or has a value that it cannot have."""
    reason = "this field must be there" if found["type"] == "missing" else _cut(found["msg"])
    return Unreadable("message/schema", reason, place=_place(found["loc"][1:]))


def _place(path: Sequence[Any]) -> str:
    return _cut(".".join(str(part)[:60] for part in path))


def _cut(text: str) -> str:
    return text[:200]
