"""Reasons in whole sentences, where the libraries that find a fault have only half of one."""

import re

SENTENCES: tuple[tuple[str, str], ...] = (
    (r"Input should be a valid (?:integer|int)\b.*", "must be a whole number"),
    (r"Input should be a valid number\b.*", "must be a number"),
    (r"Input should be a valid string\b.*", "must be text"),
    (r"Input should be a valid boolean\b.*", "must be true or false"),
    (r"Input should be a valid (?:dictionary|mapping)\b.*", "must be a table"),
    (r"Input should be a valid list\b.*", "must be a list"),
    (r"Input should be greater than or equal to (\S+)", r"must be at least \1"),
    (r"Input should be less than or equal to (\S+)", r"must be at most \1"),
    (r"Input should be greater than (\S+)", r"must be more than \1"),
    (r"Input should be less than (\S+)", r"must be less than \1"),
    (r"(?:String|List|Value) should have at least (.+?)(?: after validation, not \d+)?", r"must have at least \1"),
    (r"(?:String|List|Value) should have at most (.+?)(?: after validation, not \d+)?", r"must have at most \1"),
    (r"Input should be (.+)", r"must be \1"),
    (r"Value error, (.+)", r"\1"),
)
"""What the libraries say, as a pattern of the whole text, and what we say instead; the first that fits counts."""


def sentence(reason: str) -> str:
    """``reason`` as a sentence about the value; as it came where it is none of the known ones."""
    for theirs, ours in SENTENCES:
        found = re.fullmatch(theirs, reason, re.DOTALL)
        if found:
            return found.expand(ours)
    return reason
