"""The errors that Croupier names, and the list of their codes.

    CroupierError
    ├── Unreadable      cannot be read: malformed/ message/ log/ bundle/ replay/
    ├── NotAllowed      can be read, is not allowed: move/ option/ session/ rate/ clock/
    ├── BadConfig       a file, a flag or a setting: config/
    └── Unavailable     something that we need is not there: store/ server/

A code is a family, a slash and a name. It is stable: programs compare codes, people read the reason.
The kernel of a game raises its own errors with codes of the families ``malformed``, ``move`` and
``option``; a test holds them to this list.
"""

from difflib import get_close_matches
from typing import Any


class CroupierError(Exception):
    """Base: ``code`` (family/name), ``reason`` for people, ``place`` in the input, ``hint``."""

    def __init__(self, code: str, reason: str, *, place: str = "", hint: str = "") -> None:
        super().__init__(f"{code}: {place + ': ' if place else ''}{reason}{' (' + hint + ')' if hint else ''}")
        self.code = code
        self.reason = reason
        self.place = place
        self.hint = hint

    def as_dict(self) -> dict[str, Any]:
        """The JSON shape of the error, the same on every route and in every ``--json``."""
        shape = {"code": self.code, "reason": self.reason, "place": self.place, "hint": self.hint}
        return {key: value for key, value in shape.items() if value}


class Unreadable(CroupierError):
    """What came cannot be read."""


class NotAllowed(CroupierError):
    """What came can be read and is not allowed."""


class BadConfig(CroupierError):
    """A file, a flag or a setting is wrong."""


class Unavailable(CroupierError):
    """A server or a resource that we need is not there."""


def did_you_mean(word: str, known: list[str]) -> str:
    """A hint naming the nearest known word, or the empty text."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else ""


CODES: dict[str, str] = {
    # An action that cannot be read.
    "malformed/unknown-action": "no such action, or not in its form",
    "malformed/malformed-card": "the card cannot be read",
    "malformed/unknown-talk-code": "not one of the codes that may be said",
    # An action that can be read and is not allowed.
    "move/game-over": "the game is over",
    "move/wrong-phase": "the action does not belong to this phase",
    "move/not-your-turn": "another seat is to act",
    "move/card-not-held": "the card is not in the hand",
    "move/ambiguous-card": "two copies of the card are in different states: name the copy",
    "move/duplicate-card": "a card is named twice",
    "move/must-follow-suit": "a card of the suit led is held",
    "move/must-beat": "a higher card of the suit led is held",
    "move/must-trump": "a trump is held",
    "move/talk-not-allowed": "talk is off, or there is no partner",
    "move/talk-first-trick": "the first trick is played in silence",
    "move/talk-limit": "one message a seat and trick",
    "move/swap-not-allowed": "the turn-up may not be swapped now",
    "move/swap-card-not-held": "the low trump for the swap is not in the hand",
    "move/swap-too-late": "the stock is used up",
    "move/meld-shape": "the cards do not make up the meld",
    "move/meld-card-reused": "a card was in a meld of the same kind before",
    "move/meld-lower-after-higher": "a card was in a higher meld of the same class before",
    "move/meld-no-new-card": "no card of the meld is new to its class",
    "move/meld-no-fresh-card": "no card of the meld may come from the hand now",
    "move/meld-already-made": "a meld was made after this trick before",
    "move/seven-not-held": "no seven of trump that was not shown before is held",
    "move/seven-exchange-not-allowed": "the seven may not be exchanged for the turn-up now",
    "move/announce-not-legal": "the meld may not be announced now",
    "move/bid-range": "a bid is a number from 0 to the cards in the hand",
    "move/bid-hook": "the last bid may not make the bids add up to the tricks",
    "move/not-a-carte-blanche": "the suit is no carte blanche of the dealt hand",
    "move/blanche-limit": "this carte blanche was claimed before",
    "move/discard-count": "so many cards may not be exchanged",
    "move/call-not-held": "what was called is not in the hand",
    "move/call-order": "the call is not in order: best first, nothing twice, better than the other's, complete",
    "move/ask-not-allowed": "the pips may not be asked for",
    "move/reply-false": "the reply is not true",
    "move/claim-not-open": "the category is not open for a claim",
    "move/nothing-left": "there are no cards left to look at",
    "move/stale": "the decision was taken before; nothing was charged",
    "move/forfeited": "the seat has forfeited, and the game goes on without it; nothing was charged",
    "move/not-asked": "this decision has not been asked for; nothing was charged",
    "move/unsigned": "the answer is not signed by the entrant's key for what was shown; nothing was charged",
    "move/strikes": "too many answers were refused",
    # Options of a game.
    "option/unknown-game": "no such game",
    "option/unknown-ruleset": "the game has no such ruleset",
    "option/unknown": "the game has no such option",
    "option/value": "not a value of this option",
    "option/conflict": "these options do not go together",
    # A message of a client.
    "message/not-json": "the message is not JSON",
    "message/not-text": "messages are text frames",
    "message/unknown-type": "no such message type",
    "message/schema": "the message does not have the fields of its type",
    "message/too-big": "the message is larger than the limit",
    # A client's session.
    "session/hello-expected": "the first message is hello",
    "session/hello-repeated": "hello was said before",
    "session/bad-token": "the token is not known",
    "session/protocol-version": "no protocol version in common",
    "session/superseded": "another connection with the same token took over",
    "session/unknown-game": "no such game for this connection",
    "session/not-a-player": "spectators cannot act",
    "session/too-many": "too many open connections",
    "session/slow": "the connection does not take its messages fast enough",
    "session/timeout": "no sign of life within the limit",
    "session/left": "the seat did not come to the table in time",
    "session/key-needed": "play is signed in this tournament: hello needs key, proof and nonce",
    "session/key-proof": "the proof is not the key's signature together with the nonce",
    "session/key-other": "the entrant is registered with another key",
    "session/withdrawn": "the entrant was withdrawn",
    "session/disqualified": "the entrant failed too often and plays no further games",
    "rate/flood": "too many messages in too short a time",
    "clock/flag": "the time for the decision, or the bank, is used up",
    "clock/late": "the answer came after the deadline",
    "resigned": "the seat gave the game up",
    # The good end of a connection.
    "game/finished": "the game that was watched is over",
    "tournament/finished": "the tournament is over",
    # A bot, in its own process.
    "bot/failed": "the bot's own code raised an error, or answered what is not legal",
    # Ours.
    "server/unreachable": "the server does not answer",
    "server/fault": "a fault of the server; it costs no seat",
    "server/going-down": "the server is going down; come back later",
    "server/address": "the address cannot be listened on",
    "server/unready": "a part of the server is not ready",
    "http/bad-request": "the request is not HTTP, or its head is too large",
    "http/parameter": "a part of the address is not in its form",
    "http/upgrade": "this address speaks WebSocket",
    "http/not-found": "there is nothing at this address",
    "http/method": "the method is not allowed here",
    "http/body": "the body of the request does not have the fields that it should",
    "http/too-large": "the body of the request is larger than the limit",
    "auth/token": "there is no token, or none that is known",
    "auth/scope": "the token does not allow this",
    "http/live": "the game is still in play; its log is shown once its board is revealed",
    # A run file, a flag, a setting.
    "config/unreadable": "the file cannot be read",
    "config/unwritable": "the file or folder cannot be made or written to",
    "config/syntax": "the file is not TOML",
    "config/unknown-key": "no such key at this place",
    "config/missing": "a key that must be there is not",
    "config/type": "the value is of another type",
    "config/value": "the value is out of its range or not one of the known words",
    "config/duration": "not a length of time",
    "config/duplicate": "two entrants with the same id",
    "config/entrants": "not enough entrants for the seats of the game",
    "config/changed": "the run was begun with another file",
    "config/exists": "there is a file of that name, and it was not said that it may go",
    "config/busy": "another process works in this folder",
    # Formats of tournaments: the field, the results so far, the plan.
    "format/too-few": "fewer entrants than the format needs",
    "format/duplicate": "an entrant stands twice in the field",
    "format/unknown-entrant": "a result names somebody who is not in the field",
    "format/itself": "an entrant meets itself",
    "format/result": "this is no result of a match",
    "format/rounds": "a result belongs to a round that is not over, or past the last",
    "format/twice": "an entrant is in two places in one round",
    "format/missing": "an entrant has neither a result nor a bye in a round that is over",
    "format/status": "an entrant plays while it does not take part",
    "format/history": "the matches played are not those of the plan",
    "format/seats": "the format is one for two seats, or for more",
    "format/boards": "the boards do not fit the format",
    "format/spec": "the settings of the format make no sense",
    "format/start": "start and deadline do not go together, or are past",
    "format/award": "the points of the award make no sense, or not in this format",
    "format/tie-break": "no such tie-break, or not at this place of the list",
    # The command line.
    "usage/command": "no such command",
    "usage/option": "no such option, or one without its value",
    "usage/argument": "a word too many",
    "usage/missing": "an argument or option that must be given is not",
    "usage/value": "the value of an argument or option cannot be used",
    "output/unwritable": "what is to be printed cannot be written",
    # The rule pages.
    "rules/no-page": "the rule page of the game is not there",
    "rules/no-section": "the rule page has nothing about this code, score, option or heading",
    # A run on this machine.
    "run/not-ready": "a part of the run did not come up in time",
    "run/not-found": "there is no such run",
    "run/bot-failed": "a bot ended before it came to the tournament",
    # A bot that was tried.
    "check/bot-failed": "a bot ended before it came to its probe game",
    "check/bot-silent": "a bot runs and did not come to its probe game",
    "check/bot-forfeit": "a bot lost its probe game by its own failure",
    "check/bot-refused": "answers of a bot were refused in its probe game",
    # A log.
    "log/not-json": "the line is not JSON",
    "log/not-canonical": "the line is not in canonical form",
    "log/envelope": "the line does not have the fields of a log line",
    "log/unknown-type": "no event has this type",
    "log/unknown-version": "this version of the event cannot be read",
    "log/schema": "the event does not have the fields of its type",
    "log/out-of-place": "the event cannot stand at this place of the log",
    "log/bounds": "what the results add up to is more than a table can hold",
    # A bundle, or a log in a file.
    "bundle/not-found": "there is no such file or folder, or it cannot be read",
    "bundle/not-a-bundle": "the folder is no bundle of a tournament",
    "bundle/not-a-log": "the file is no log",
    "bundle/manifest": "the manifest is missing, cannot be read or was changed",
    "bundle/missing-game": "the log of a recorded game is missing",
    "bundle/extra-game": "a game's log that the tournament has no result of",
    "bundle/derived": "a file does not say what follows from the logs",
    "bundle/keys": "the manifest names other keys than the tournament's log",
    "bundle/heads": "the logs do not end as the manifest says",
    "bundle/contracts": "the bundle was written after other versions of the contracts (a note)",
    "bundle/zip": "the zip file is damaged, or not one that can be read",
    "bundle/exists": "there is something at the place to write to",
    # What an audit finds in the chain of a log.
    "chain/other-log": "the first line belongs to another log",
    "chain/seq": "a line is missing, doubled or out of order",
    "chain/prev": "two lines that follow each other are not bound by their hash",
    "chain/newline": "the last line is not closed: the file was cut",
    "chain/cut": "the log ends before the line that the tournament recorded",
    "chain/head": "the log is not the one that the tournament recorded",
    # What an audit finds in keys, seals and checkpoints.
    "key/missing": "the tournament began without the keys of its services, so nobody has signed what follows",
    "key/proof": "a key has not signed that it is named",
    "key/rotation": "a key that was given up has not signed for the one that took its place",
    "key/twice": "a service has a key that was named before, by another service or by itself",
    "key/unexpected": "a service has another key than the one that is known from elsewhere",
    "seal/missing": "a log is not sealed by all",
    "seal/key": "a seal is made with a key that the tournament does not name",
    "seal/end": "a seal is of another end than the log has",
    "seal/signature": "the signature of a seal is not that of its key",
    "checkpoint/form": "a checkpoint cannot be read",
    "checkpoint/tree": "a checkpoint is of another tree than the games closed so far give",
    "checkpoint/log": "a checkpoint is of another log, or of another line",
    "checkpoint/inconsistent": "a checkpoint does not go on from one that was signed before",
    "checkpoint/signature": "a checkpoint is not signed by the director's key",
    # Proofs.
    "proof/form": "the file is no proof",
    "proof/fails": "the bundle does not prove what it should",
    "proof/no-checkpoint": "there is no such checkpoint, or nothing to prove between the two",
    "proof/no-game": "the game was not closed before the checkpoint",
    # What an audit finds in what a log says.
    "sign/key": "an entrant's key is missing, not proved, or not the one that it registered",
    "sign/missing": "an answer is not signed, where play is",
    "sign/wrong": "the signature of an answer is not that of the entrant's key for what it was shown",
    "audit/closed": "the tournament has not closed the game at its end",
    "audit/writer": "the event was written by a service whose task it is not",
    "audit/opening": "the game is not set up as its tournament says",
    "audit/options": "the options are incomplete, unknown or impossible",
    "audit/rules-version": "the log follows another version of the rules than this auditor",
    "audit/seed": "the tournament's seed is not the one committed to",
    "audit/nonce-first": "a nonce was known before the dealer was committed to its seed",
    "audit/entrant": "an entrant is unknown, missing, too late or has another name",
    "audit/beacon": "the beacon is not what the nonces give",
    "audit/deck-commitment": "the commitment is not the one of the board",
    "audit/board-seed": "the board seed does not fit the commitment, or the tournament's seed",
    "audit/deck": "the deck is not the one that seeds and beacon give",
    "audit/illegal": "an action was accepted that is not allowed",
    "audit/auto": "the engine acted where it must not, or did not where it must",
    "audit/refused-legal": "a legal action was refused",
    "audit/refusal-code": "an answer was refused for a reason that does not hold",
    "audit/strikes": "refused answers are miscounted, or the forfeit that they bring is missing",
    "audit/allowance": "more time was allowed for than the policy grants",
    "audit/late": "an answer was taken after the time was up",
    "audit/left": "the time left is not what the stamps give",
    "audit/stamps": "a stamp is impossible",
    "audit/clock-back": "a service's clock went back (a note: the chain keeps the order)",
    "audit/forfeit": "a forfeit is not justified by stamps and policy",
    "audit/disqualified": "an entrant is disqualified that did not fail too often, or not where it did",
    "audit/void": "a game is voided without a fault of the server, or not where there was one",
    "audit/plies": "the number of decisions of a deal is wrong",
    "audit/score-line": "a line of the score is not what the play gives",
    "audit/points": "the points of a deal are not what the play gives",
    "audit/result": "the result of a game is not what its deals give",
    "audit/recorded": "the tournament recorded another result than the game has",
    "audit/asked": "the director did what could not be asked for, or not by who is said to have asked",
    "audit/early": "a game was opened, or a deck shown, before it was its turn",
    "audit/not-due": "the director's clock did what was not due at that moment",
    "audit/dispute": "a dispute is not one that could be raised",
    "audit/examination": "examining the game gives something else",
    "audit/ruling": "a ruling does not follow, lacks its ground, or was not carried out",
    "audit/replay": "a game is played anew without a ground, or not as it must be",
    "audit/pairing": "a round is not paired as the schedule says, or something was done before what was due",
    "audit/standings": "the table is not what the results give",
    "audit/ratings": "the ratings are not what the results give",
    "audit/duel": "a duel ends otherwise than the results of its pairs give",
    "audit/unfinished": "the log ends before its end",
    "audit/unrevealed": "the log ends before what must be revealed",
    # A replay.
    "record/form": "the text is no record of a game, or breaks off",
    "record/differs": "what a record says does not follow from what was played",
    "replay/ply": "the game has no such decision",
    "replay/audience": "no such audience",
    "replay/broken": "the log cannot be followed up to there",
    # A dispute about a game.
    "dispute/closed": "the time in which games could be disputed is over",
    "dispute/unknown": "there is no such dispute",
    "dispute/unknown-game": "the tournament has no such game",
    "dispute/replayed": "the game is played anew, and what it came to counts no more",
    "dispute/not-yours": "an entrant disputes games that it sits in",
    "dispute/ply": "the game is over and had no such decision",
    "dispute/too-many": "the entrant has raised as many disputes as it may",
    "dispute/not-examined": "the dispute has not been examined yet: the game must be over first",
    "dispute/ruled": "the dispute was ruled already",
    "dispute/ruling": "the ruling lacks what it needs, or has what does not belong to it",
    "dispute/result": "this cannot be the result of the game",
    "dispute/paired": "a later match was paired by who won this one",
    # A tournament, its decks and its archive.
    "tournament/exists": "a tournament of this id is open with another specification",
    "tournament/unknown": "there is no such tournament",
    "tournament/no-entrant": "the tournament has no such entrant",
    "tournament/entered": "another entrant has this id",
    "tournament/late-entry": "the format takes nobody after the start",
    "tournament/no-return": "whoever has left cannot come back here",
    "tournament/fixed-rounds": "the format has as many rounds as it has",
    "tournament/fewer-rounds": "a tournament can be given more rounds, not fewer",
    "tournament/not-here": "some entrants are still to come",
    "tournament/not-started": "the tournament has not started yet",
    "tournament/past": "the moment is past already",
    "tournament/stopping": "the tournament plays what is paired, and ends then",
    "deal/no-beacon": "cards were ordered before the tournament had started",
    "key/other": "the tournament's log names another key of this service, and no rotation leads from it to ours",
    "archive/foreign": "the archive holds another log of the same id",
    "archive/ahead": "the store has lost lines that the archive has",
    "archive/unreadable": "a file of the archive is no log",
    "config/secret-exposed": "others may read the file with the secret",
    # The store.
    "store/unreachable": "the Redis server does not answer",
    "store/not-found": "no redis-server was found",
    "store/too-old": "the Redis server is older than 6.2",
    "store/partitions": "the store was set up with another number of partitions",
    "store/conflict": "the log has grown meanwhile",
    "store/gone": "the log has moved to the archive",
    "store/denied": "the Redis user may not do this",
    "store/unready": "the store is not set up yet",
    "store/full": "the Redis server has no memory left for writes",
    "store/read-only": "the Redis server takes no writes at the moment",
    "store/foreign": "a key of the store holds something that is not ours",
    "bus/unreadable": "the entry cannot be read",
    "bus/failed": "the entry could not be handled",
    "bus/undeliverable": "the entry was delivered too often without success",
}
"""Every code that this project raises, with what it means. Families of other parts extend it."""
