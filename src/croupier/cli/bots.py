"""The bots that come with Croupier."""


def bot_names() -> list[str]:
    """Names of the built-in bots, sorted."""
    from croupier.sdk.bots import BOTS

    return sorted(BOTS)
