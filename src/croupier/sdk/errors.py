"""How a bot's run ends other than well.

BotError
├── Rejected    the server wants nothing more of this bot: a wrong token, another connection took over
├── BadSetting  an address, a token or a flag makes no sense
└── BotFailed   the bot's own code raised an error, or answered what is not legal
"""


class BotError(Exception):
    """Base: ``code`` is family/name, ``reason`` is for people, ``exit_code`` for the shell."""

    exit_code = 2

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class Rejected(BotError):
    """The server ended the connection and does not want it back."""


class BadSetting(BotError):
    """A setting is missing (``config/missing``) or makes no sense (``config/value``)."""


class BotFailed(BotError):
    """The bot's own code failed; ``__cause__`` is its error."""

    exit_code = 1

    def __init__(self, reason: str) -> None:
        super().__init__("bot/failed", reason)
