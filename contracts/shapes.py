"""JSON Schemas of models, as documents want them: shared definitions, and absent where a model says ``None``."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

Schema = dict[str, Any]

DEFINITIONS = "$defs"


def ref(name: str, inside: str = DEFINITIONS) -> Schema:
    """A reference to the definition ``name``."""
    return {"$ref": f"#/{inside}/{name}"}


def definitions(
    adapters: Mapping[str, TypeAdapter[Any]], inside: str = DEFINITIONS
) -> tuple[dict[str, Schema], Schema]:
    """The schema of each adapter by its name, and the definitions that they share."""
    template = f"#/{inside}/{{model}}"
    made, shared = TypeAdapter.json_schemas(
        [(name, "validation", adapter) for name, adapter in adapters.items()], ref_template=template
    )
    shapes = {name: _plain(made[name, "validation"]) for name in adapters}
    return shapes, _plain(shared.get(DEFINITIONS, {}))


def open_to_new_fields(shared: Schema, names: set[str]) -> Schema:
    """The definitions with those of ``names``, and all that these refer to, no longer closed to unknown fields."""
    wanted, seen = list(names), set[str]()
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen.add(name)
            wanted += _names_in(shared[name])
    return {name: _without(shape, "additionalProperties") if name in seen else shape for name, shape in shared.items()}


def _plain(schema: Any) -> Any:
    """Without titles that only repeat a name, and without ``null``: lines and messages leave such a field out."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _plain(value) for key, value in schema.items() if not (key == "title" and isinstance(value, str))}
    choices = kept.get("anyOf", [])
    if {"type": "null"} in choices:
        rest = [choice for choice in choices if choice != {"type": "null"}]
        kept |= rest[0] if len(rest) == 1 else {"anyOf": rest}
        if len(rest) == 1:
            del kept["anyOf"]
    if "default" in kept and kept["default"] is None:
        del kept["default"]
    return kept


def _names_in(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [name for item in schema for name in _names_in(item)]
    if not isinstance(schema, dict):
        return []
    here = [schema["$ref"].rpartition("/")[2]] if isinstance(schema.get("$ref"), str) else []
    return here + [name for value in schema.values() for name in _names_in(value)]


def _without(shape: Schema, key: str) -> Schema:
    return {name: value for name, value in shape.items() if name != key}
