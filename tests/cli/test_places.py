"""Every key of a TOML file has a line, so that an error can point at it."""

from croupier.cli.places import dotted, line_of, places

FILE = '''\
id = "a"
[clock]            # a comment
action = "10s"
[policy]
"lag" = "1s"
[[entrant]]
name = "Ada"
command = """
name = no key
"""
[[entrant]]
name = "Bob"
list = [
  "id = 3",
]
remote = true
deep.er = 1
'''


def test_keys_tables_and_lists_of_tables_have_their_lines() -> None:
    found = places(FILE)
    assert {dotted(path): line for path, line in found.items()} == {
        "id": 1, "clock": 2, "clock.action": 3, "policy": 4, "policy.lag": 5,
        "entrant": 6, "entrant[1]": 6, "entrant[1].name": 7, "entrant[1].command": 8,
        "entrant[2]": 11, "entrant[2].name": 12, "entrant[2].list": 13, "entrant[2].remote": 16,
        "entrant[2].deep": 17, "entrant[2].deep.er": 17,
    }  # fmt: skip


def test_a_key_that_is_not_there_is_placed_at_what_holds_it() -> None:
    found = places(FILE)
    assert line_of(("entrant", 1, "nobody"), found) == 11
    assert line_of(("nowhere",), found) == 1
