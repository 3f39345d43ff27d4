"""The run file: a tournament and its entrants in strict TOML. ``docs/run-file.md`` explains every key.

Reading reports every problem of the file at once, each with its code and the line where it stands.
"""

import re
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, field_validator, model_validator
from pydantic_core import PydanticCustomError

from croupier.cli.durations import FORM, format_duration, parse_duration
from croupier.contracts.base import Id, Name, Natural, Options
from croupier.contracts.errors import did_you_mean
from croupier.contracts.specs import MOST_DISPUTES, SECOND, Concurrent
from croupier.runtime.hooks import Webhook

THINKERS = ("pimc",)
"""Built-in bots that can be told how long to think."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

DAY = 24 * 3600 * SECOND

TournamentId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
"""Id of a tournament: ids of games are derived from it and must stay within 96 characters."""


class Section(BaseModel):
    """A part of the file: nothing unknown, nothing coerced."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _duration(least: int, most: int) -> BeforeValidator:
    def read(value: Any) -> int:
        if not isinstance(value, str):
            raise PydanticCustomError("config/duration", "a length of time is text, as in '10s' or '500ms'")
        try:
            micros = parse_duration(value)
        except ValueError as error:
            raise PydanticCustomError("config/duration", "{why}", {"why": str(error)}) from None
        if not least <= micros <= most:
            limits = {"least": format_duration(least), "most": format_duration(most)}
            raise PydanticCustomError("config/value", "must be from {least} to {most}", limits)
        return micros

    return BeforeValidator(read, json_schema_input_type=Annotated[str, Field(pattern=FORM)])


def _moment() -> BeforeValidator:
    """A moment, in microseconds since the epoch once read."""

    def read(value: Any) -> int:
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        except ValueError:
            moment = None
        if not isinstance(moment, datetime) or moment.tzinfo is None or moment < EPOCH:
            raise PydanticCustomError(
                "config/value", "must be a moment with its offset, as in 2026-12-01T18:00:00+01:00"
            )
        return round((moment - EPOCH) / timedelta(microseconds=1))

    return BeforeValidator(
        read, json_schema_input_type=Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    )


def _share() -> BeforeValidator:
    """A rate below one half, in thousandths once read: a log holds no fractions."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise PydanticCustomError("config/type", "must be a number, as in 0.05")
        permille = round(1_000 * value)
        if not 1 <= permille <= 499 or abs(permille - 1_000 * value) > 1e-9:
            raise PydanticCustomError("config/value", "must be from 0.001 to 0.499, in thousandths")
        return permille

    return BeforeValidator(read, json_schema_input_type=Annotated[float, Field(ge=0.001, le=0.499)])


class ClockSection(Section):
    """``[clock]``: lengths of time, in microseconds once read. See :class:`croupier.contracts.specs.Clock`."""

    action: Annotated[int, _duration(1_000, DAY)] = 10 * SECOND
    bank: Annotated[int | None, _duration(0, 30 * DAY)] = None
    increment: Annotated[int, _duration(0, DAY)] = 0
    start: Annotated[int, _duration(1_000, DAY)] = 60 * SECOND
    first: Annotated[int | None, _duration(1_000, DAY)] = None


class PolicySection(Section):
    """``[policy]``: what a failing seat is allowed. See :class:`croupier.contracts.specs.Policy`."""

    strikes: Annotated[int, Field(ge=1, le=1_000)] = 3
    lag: Annotated[int, _duration(0, 10 * SECOND)] = SECOND // 10
    fault_share: Annotated[int | None, Field(ge=0, le=1_000)] = None
    attempts: Annotated[int | None, Field(ge=1, le=100)] = None
    failing: Literal["forfeit", "substitute"] = "forfeit"


class StartSection(Section):
    """``[start]``: when play begins. See :class:`croupier.contracts.specs.Start`."""

    at: Annotated[int | None, _moment()] = None
    by_hand: bool = False
    deadline: Annotated[int | None, _moment()] = None


class DisqualifySection(Section):
    """``[disqualify]``: who is out for failing too often. See :class:`croupier.contracts.specs.Disqualify`."""

    failures: Annotated[int, Field(ge=1, le=1_000)] = 3
    games: Annotated[int, Field(ge=1, le=1_000)] = 10


class AwardSection(Section):
    """``[award]``: points of the standings for one game, or one match. See :class:`croupier.contracts.specs.Award`."""

    win: Natural = 2
    draw: Natural = 1
    loss: Natural = 0
    bye: Natural | None = None
    absence: Natural | None = None


class DisputesSection(Section):
    """``[disputes]``: how games can be disputed. See :class:`croupier.contracts.specs.Disputes`."""

    window: Annotated[int, _duration(0, 30 * DAY)] = 0
    most: Annotated[int, Field(ge=0, le=1_000)] = MOST_DISPUTES


KINDS: dict[str, tuple[str, ...]] = {
    "round-robin": ("laps",),
    "swiss": ("rounds",),
    "knockout": ("replays", "third_place"),
    "double-elimination": ("replays",),
    "gauntlet": ("champions", "laps"),
    "tables": ("rounds",),
    "duel": ("pairs", "fixed", "elo0", "elo1", "alpha", "beta"),
    "arena": ("total", "duration"),
}
"""The formats, and the keys of ``[format]`` that each takes."""


class FormatSection(Section):
    """``[format]``: who meets whom. A key that the ``kind`` does not take is an error."""

    kind: str = "round-robin"
    rounds: Annotated[int | None, Field(ge=1, le=1_000)] = None
    laps: Annotated[int | None, Field(ge=1, le=1_000)] = None
    champions: Annotated[int | None, Field(ge=1, le=999)] = None
    replays: Annotated[int | None, Field(ge=0, le=100)] = None
    third_place: bool | None = None
    pairs: Annotated[int | None, Field(ge=2, le=50_000)] = None
    fixed: bool | None = None
    elo0: Annotated[int | None, Field(ge=-1_000, le=1_000)] = None
    elo1: Annotated[int | None, Field(ge=-1_000, le=1_000)] = None
    alpha: Annotated[int | None, _share()] = None
    beta: Annotated[int | None, _share()] = None
    total: Annotated[int | None, Field(ge=1, le=100_000)] = None
    duration: Annotated[int | None, _duration(SECOND, 365 * DAY)] = None

    @field_validator("kind")
    @classmethod
    def _known(cls, kind: str) -> str:
        if kind not in KINDS:
            told = {"kind": kind, "hint": did_you_mean(kind, list(KINDS)) or f"there are {', '.join(KINDS)}"}
            raise PydanticCustomError("config/value", "no format is called {kind}; {hint}", told)
        return kind

    @model_validator(mode="after")
    def _fitting(self) -> "FormatSection":
        for key in sorted(self.model_fields_set - {"kind", *KINDS[self.kind]}):
            kinds = ", ".join(kind for kind, keys in KINDS.items() if key in keys)
            raise PydanticCustomError("config/value", "{key} is for {kinds}", {"key": key, "kinds": kinds})
        if self.kind == "swiss" and self.rounds is None:
            raise PydanticCustomError(
                "config/missing", "a Swiss tournament needs its number of {key}", {"key": "rounds"}
            )
        return self


class EntrantSection(Section):
    """``[[entrant]]``: who plays, and how: a built-in ``bot``, a ``command`` that we start, or ``remote``.

    ``think`` (microseconds once read) or ``worlds`` says how long a bot that can think ahead does so for a decision.
    """

    name: Name
    id: Id = ""
    bot: str | None = None
    think: Annotated[int | None, _duration(1_000, DAY)] = None
    worlds: Annotated[int | None, Field(ge=1, le=100_000)] = None
    command: Annotated[str | None, StringConstraints(min_length=1)] = None
    remote: bool = False
    rating: Natural | None = None
    host: Name | None = None

    @model_validator(mode="before")
    @classmethod
    def _derive_id(cls, given: Any) -> Any:
        if isinstance(given, dict) and "id" not in given and isinstance(given.get("name"), str):
            return {**given, "id": slug(given["name"])}
        return given

    @field_validator("command")
    @classmethod
    def _can_be_split(cls, command: str | None) -> str | None:
        try:
            words = shlex.split(command or "x")
        except ValueError as error:
            raise PydanticCustomError("config/value", "{why}", {"why": str(error).lower()}) from None
        if not words:
            raise PydanticCustomError("config/value", "no program is named")
        return command

    @model_validator(mode="after")
    def _one_way_to_play(self) -> "EntrantSection":
        ways = [self.bot is not None, self.command is not None, self.remote]
        if sum(ways) != 1:
            raise PydanticCustomError("config/missing", "exactly one of: bot = …, command = …, remote = true")
        return self

    @model_validator(mode="after")
    def _can_think(self) -> "EntrantSection":
        given = [name for name in ("think", "worlds") if getattr(self, name) is not None]
        if given and self.bot not in THINKERS:
            raise PydanticCustomError("config/value", '{key} is for bot = "pimc"', {"key": given[0]})
        if len(given) > 1:
            raise PydanticCustomError("config/value", "think is a time and worlds a number: give one of them")
        return self


class RunFile(Section):
    """A whole run file. ``id`` is the file's own name where the file gives none."""

    id: TournamentId
    name: Name
    game: str
    ruleset: str = "house"
    games: Annotated[int, Field(ge=1, le=100_000)] = 2
    concurrency: Concurrent = 16
    concurrency_per_entrant: Concurrent | None = None
    concurrency_per_host: Concurrent | None = None
    seed: Annotated[str | None, StringConstraints(min_length=1, max_length=200)] = None
    boards: Literal["fresh", "duplicate", "mirror"] = "fresh"
    no_memory: bool = False
    signed: bool = False
    ties: list[str] | None = None
    options: Options = {}
    format: FormatSection = FormatSection()
    clock: ClockSection = ClockSection()
    policy: PolicySection = PolicySection()
    disqualify: DisqualifySection | None = None
    award: AwardSection = AwardSection()
    start: StartSection = StartSection()
    disputes: DisputesSection | None = None
    webhooks: Annotated[list[Webhook], Field(max_length=100)] = []
    entrant: Annotated[list[EntrantSection], Field(min_length=2, max_length=1_000)]

    @model_validator(mode="before")
    @classmethod
    def _derive_name(cls, given: Any) -> Any:
        if isinstance(given, dict) and "name" not in given and isinstance(given.get("id"), str):
            return {**given, "name": given["id"]}
        return given


def slug(text: str) -> str:
    """An id out of a name: lower case, hyphens between words; the empty text where nothing is left."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60]


def load(path: Path) -> RunFile:
    """Read and check a run file. Raises :class:`croupier.cli.output.Problems` with all that is wrong."""
    from croupier.cli.runcheck import check

    return check(path)
