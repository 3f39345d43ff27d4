# A whole bot: python first_bot.py --url ws://127.0.0.1:8080 --token TOKEN
from croupier.sdk import Bot, Turn


class First(Bot):
    def choose(self, turn: Turn) -> str:
        return turn.random.choice(turn.actions)


First().run()
