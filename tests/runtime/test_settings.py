"""Settings come from the environment, flags go first, and a mistake is named with its place."""

from pathlib import Path

import pytest

from croupier.contracts.errors import BadConfig
from croupier.runtime.settings import BadSettings, Settings


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in list(os.environ):
        if name.startswith("CROUPIER_"):
            monkeypatch.delenv(name)


def test_flags_go_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a variable and a flag for the same setting, then the flag counts; an empty variable counts as unset."""
    monkeypatch.setenv("CROUPIER_BATCH", "100")
    monkeypatch.setenv("CROUPIER_HEALTH", "")
    assert Settings().batch == 100
    assert Settings(batch=7).batch == 7
    assert Settings().health == "0"


@pytest.mark.parametrize(
    ("name", "hint"), [("CROUPIER_REDIS_URI", "CROUPIER_REDIS_URL"), ("CROUPIER_LOGLEVEL", "CROUPIER_LOG_LEVEL")]
)
def test_an_unknown_variable_is_named_with_the_nearest(monkeypatch: pytest.MonkeyPatch, name: str, hint: str) -> None:
    """Given a variable with our prefix that is no setting, then the error names it and what was meant."""
    monkeypatch.setenv(name, "x")
    with pytest.raises(BadConfig) as caught:
        Settings()
    assert (caught.value.code, caught.value.place) == ("config/unknown-key", name)
    assert hint in caught.value.hint


def test_variables_of_bots_are_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the variables that a bot finds, then a service does not mind them."""
    monkeypatch.setenv("CROUPIER_TOKEN", "x")
    monkeypatch.setenv("CROUPIER_URL", "ws://x")
    Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [("BATCH", "0"), ("BATCH", "many"), ("LOG_LEVEL", "loud"), ("SERVE", "a-b"), ("PARTITIONS", "101")],
)
def test_a_value_out_of_range_is_named_with_its_place(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """Given a value that cannot be, then the error has the variable's name and does not repeat what may be secret."""
    monkeypatch.setenv(f"CROUPIER_{name}", value)
    with pytest.raises(BadConfig) as caught:
        Settings()
    assert (caught.value.code, caught.value.place) == ("config/value", f"CROUPIER_{name}")


def test_all_mistakes_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given an unknown variable and two impossible values, then one error holds all three."""
    for name, value in (("REDIS_ULR", "x"), ("BATCH", "0"), ("SERVE", "a-b")):
        monkeypatch.setenv(f"CROUPIER_{name}", value)
    with pytest.raises(BadSettings) as caught:
        Settings()
    places = {problem.place for problem in caught.value.problems}
    assert places == {"CROUPIER_REDIS_ULR", "CROUPIER_BATCH", "CROUPIER_SERVE"}


def test_a_flag_is_named_as_a_flag() -> None:
    """Given a bad flag, then the place is the flag, and an unknown one gets a hint."""
    with pytest.raises(BadConfig) as caught:
        Settings(log_level="loud")
    assert caught.value.place == "--log-level"
    with pytest.raises(BadConfig) as caught:
        Settings(log_levle="info")
    assert (caught.value.code, caught.value.hint) == ("config/unknown-key", "did you mean 'log_level'?")


@pytest.mark.parametrize(("text", "served"), [("", [0, 1, 2, 3]), ("2", [2]), ("0-1", [0, 1]), ("3,0-1", [0, 1, 3])])
def test_partitions_are_written_as_ranges(text: str, served: list[int]) -> None:
    """Given numbers and ranges, then they name partitions; nothing names all."""
    assert Settings(serve=text).served(4) == served


@pytest.mark.parametrize("text", ["4", "0-4", "3-2"])
def test_partitions_that_are_not_there_are_refused(text: str) -> None:
    """Given a range beyond the store's partitions, or an empty one, then it is refused."""
    with pytest.raises(BadConfig):
        Settings(serve=text).served(4)


def test_a_secret_is_not_printed() -> None:
    """Given the dealer's secret as a value, then neither the settings nor an error show it."""
    assert "cdcd" not in repr(Settings(dealer_secret="cd" * 32))


def test_every_setting_is_in_the_documents() -> None:
    """Given the list of settings, then each has a heading in docs/operations.md."""
    text = (Path(__file__).parents[2] / "docs/operations.md").read_text()
    missing = [name for name in Settings.model_fields if f"### `CROUPIER_{name.upper()}`" not in text]
    assert not missing
