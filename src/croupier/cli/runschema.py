"""The JSON Schema of run files, for editors: keys, types, ranges and defaults from the models, options from the games.

What goes together beyond that, ``croupier check`` knows.
"""

from typing import Any

from croupier import games
from croupier.cli.bots import bot_names
from croupier.cli.durations import format_duration
from croupier.cli.runfile import KINDS, RunFile
from croupier.cli.runkeys import ABOUT
from croupier.games.kernel import Game, Option

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The draft that editors of TOML know."""

NAME = "run-file.schema.json"


def run_schema() -> Schema:
    """The whole document."""
    made = RunFile.model_json_schema(mode="validation")
    top: Schema = _plain(made, made.pop("$defs"))
    top["required"] = ["game", "entrant"]
    _describe(top, "")
    keys = top["properties"]
    keys["game"]["enum"] = list(games.names())
    keys["format"]["properties"]["kind"]["enum"] = list(KINDS)
    keys["format"]["allOf"] = [_only(kind, taken) for kind, taken in KINDS.items()]
    _entrant(keys["entrant"]["items"])
    top |= {"title": "A run file of Croupier", "description": "A tournament for croupier run FILE."}
    return {"$schema": DRAFT, **top, "allOf": [_of_game(games.get(name)) for name in games.names()]}


def _plain(schema: Any, shared: Schema) -> Any:
    """References replaced by what they mean; no titles, nothing of ``null``, which TOML does not have."""
    if isinstance(schema, list):
        return [_plain(each, shared) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return _plain({**shared[schema["$ref"].rpartition("/")[2]], **rest}, shared)
    found = {key: _plain(value, shared) for key, value in schema.items() if key not in ("title", "discriminator")}
    if isinstance(found.get("properties"), dict):
        found["properties"] = {key: _plain(value, shared) for key, value in schema["properties"].items()}
    return _without_null(found)


def _without_null(schema: Schema) -> Schema:
    if schema.get("default", 0) is None:
        del schema["default"]
    if isinstance(schema.get("anyOf"), list):
        kinds = [each for each in schema["anyOf"] if each != {"type": "null"}]
        schema = {**schema, "anyOf": kinds}
        if len(kinds) == 1:
            del schema["anyOf"]
            schema = {**kinds[0], **schema}
    if schema.get("default") == "":  # it follows from something else, as an id from a name
        del schema["default"]
    if schema.get("type") == "string" and type(schema.get("default")) is int:
        schema["default"] = format_duration(schema["default"])
    return schema


def _describe(schema: Schema, section: str) -> None:
    """A line on each key; of a table that is one, too."""
    for key, value in schema.get("properties", {}).items():
        name = f"{section}.{key}" if section else key
        value.pop("description", None)
        if name in ABOUT:
            value["description"] = ABOUT[name]
        inner = value.get("items", value)
        if not section and isinstance(inner, dict) and "properties" in inner:
            inner.pop("description", None) if inner is not value else None
            value.pop("default", None)
            _describe(inner, key)


def _only(kind: str, taken: tuple[str, ...]) -> Schema:
    """A format takes its own keys alone. A table without a kind is of the first one."""
    given: Schema = {"properties": {"kind": {"const": kind}}}
    if kind != next(iter(KINDS)):
        given["required"] = ["kind"]
    then: Schema = {"propertyNames": {"enum": ["kind", *taken]}}
    if kind == "swiss":
        then["required"] = ["rounds"]
    return {"if": given, "then": then}


def _entrant(schema: Schema) -> None:
    schema["properties"]["bot"]["enum"] = bot_names()
    remote = {"required": ["remote"], "properties": {"remote": {"const": True}}}
    schema["oneOf"] = [{"required": ["bot"]}, {"required": ["command"]}, remote]


def _of_game(game: Game) -> Schema:
    """The rulesets and options of one game."""
    options: Schema = {
        "properties": {option.name: _option(option) for option in game.options},
        "additionalProperties": False,
    }
    return {
        "if": {"properties": {"game": {"const": game.name}}, "required": ["game"]},
        "then": {"properties": {"ruleset": {"enum": list(game.rulesets)}, "options": options}},
    }


def _option(option: Option) -> Schema:
    values = option.values
    about: Schema = {"description": option.about, "default": option.default}
    if not isinstance(values, range):
        return {"enum": list(values), **about}
    step = {"multipleOf": values.step} if values.step > 1 and values[0] % values.step == 0 else {}
    return {"type": "integer", "minimum": values[0], "maximum": values[-1], **step, **about}
