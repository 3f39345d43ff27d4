"""HTML from parts: what is not made here is text, and is escaped."""

import html


class Markup(str):
    """HTML that :func:`tag` has made."""

    __slots__ = ()


def tag(name: str, *inside: str, **attributes: str) -> Markup:
    """An element. In names of attributes ``_`` stands for a hyphen, and at the end for nothing (``class_``)."""
    given = "".join(f' {key.rstrip("_").replace("_", "-")}="{html.escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{given}>{joined(*inside)}</{name}>")


def joined(*parts: str) -> Markup:
    """Several parts one after the other."""
    return Markup("".join(part if isinstance(part, Markup) else html.escape(part) for part in parts))
