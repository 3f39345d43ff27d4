"""A bot that plays at random: the measure for every other."""

from croupier.sdk.bot import Bot
from croupier.sdk.turn import Turn


class RandomBot(Bot):
    """Plays any legal action, each as likely as the others."""

    quick = True

    def choose(self, turn: Turn) -> str:
        """One of the legal actions; a form counts as one, filled with a random number of random cards."""
        return random_action(turn)


def random_action(turn: Turn) -> str:
    """A legal action from the turn's own random numbers."""
    chosen = turn.random.randrange(len(turn.actions))
    if chosen < len(turn.legal) or turn.form is None:
        return turn.legal[chosen]
    form = turn.form
    return form.fill(turn.random.sample(form.cards, turn.random.randint(form.least, form.most)))
