"""Piquet for the battery and for the golden record."""

from typing import Any

from croupier.games.kernel import Audience
from games.battery import FUZZ, Position, Sample
from games.golden import Scenario
from games.piquet_cards import PIPS, RANKS, SUITS, normal, sequences, sets

WORDS = ["pass", "ask", "good", "equal", "not-good", "look", "no-look", "blanche"]
ELSEWHERE = [
    "play AS", "play 7C", "play KD", "exchange AS", "exchange", "call point S", "call point C", "claim point H",
    "call sequence AS 3", "claim sequence KH 3", "call set K 3", "claim set A 4",
    *(f"blanche {suit}" for suit in SUITS),
]  # fmt: skip
"""Of every verb some, whatever the phase."""
ODD = [
    "blanche", "blanche X", "call", "call point", "call point X", "call point S + H", "call point S 5", "call set K",
    "call set X 4", "call set K 5", "call set 9 4", "call set K 4 +", "call set K 4 + K 3", "call set T 4 + A 3",
    "call sequence AS", "call sequence AS 2", "call sequence AS 9", "call sequence AS 04", "call sequence 10S 4",
    "call sequence AS 3 + AS 3", "call sequence 9S 3 + AS 3", "call rubicon 3", "claim point", "exchange 7H 7H",
    "exchange  7H", "exchange XX", "look now", "good ", "not good",
]  # fmt: skip


def vocabulary(position: Position) -> list[str]:
    """What belongs to the phase, be it true or not; a little of everything else; and some that is no action."""
    phase, view = position.deal.phase, position.deal.view("auditor")
    actions = {*WORDS, *ELSEWHERE, *ODD, *FUZZ}
    if phase in ("play", "lead1"):
        actions |= {f"play {rank}{suit}" for suit in SUITS for rank in RANKS}
    elif phase.startswith("exchange"):
        some = view["hands"]["0"][:6] + view["hands"]["1"][:6]
        actions |= {" ".join(["exchange", *part[:number]]) for part in (some, some[::-1]) for number in range(10)}
    elif not phase.startswith("blanche"):
        actions |= set(declarations(view))
    return sorted(actions)


def declarations(view: dict[str, Any]) -> list[str]:
    """Calls and claims of what the two hold and of other things, with extras in any order."""
    items = {"point": list(SUITS), "sequence": ["AS 3", "KH 4", "QD 5"], "set": ["A 3", "T 4", "J 3", "9 3"]}
    for seat in "01":
        hand = set(view["hands"][seat])
        items["sequence"] += sequences(hand)
        items["set"] += sets(hand, RANKS)
    pairs = {
        category: [f"{one} + {other}" for one in some for other in some if one[:-2] != other[:-2]][:60]
        for category, some in items.items()
        if category != "point"
    }
    return [
        f"{verb} {category} {item}"
        for verb in ("call", "claim")
        for category, some in items.items()
        for item in [*some, *pairs.get(category, [])]
    ]


def cards(view: dict[str, Any]) -> list[str]:
    """Hands, discards, what is left of the talon, the trick and all tricks."""
    own = [card for part in ("hands", "discards") for some in view[part].values() for card in some]
    return [*own, *view["talon_cards"], *view["trick"], *(card for trick in view["tricks"] for card in trick["cards"])]


def played(view: dict[str, Any], seat: int) -> list[str]:
    """The cards that a seat has played."""
    own = [trick["cards"][trick["leader"] != seat] for trick in view["tricks"]]
    return own + (view["trick"] if view["leader"] == seat else [])


def held(view: dict[str, Any], seat: int) -> list[str]:
    """The hand of a seat after the exchange."""
    return [*view["hands"][str(seat)], *played(view, seat)]


def hidden(position: Position, audience: Audience) -> set[str]:
    """The other hands, discards and the talon, less what the rules show of them."""
    view, options = position.deal.view("auditor"), position.options
    elder = view["elder"]
    secret = set(view["talon_cards"])
    for seat in range(2):
        if seat != audience:
            secret |= {*view["hands"][str(seat)], *view["discards"][str(seat)]}
    talon = position.deck[24:]
    if audience == elder and view["exchanged"][elder] is not None:
        secret -= set(talon[view["exchanged"][elder] : 5])
    younger = isinstance(audience, int) and audience != elder and view["exchanged"][1 - elder] is not None
    if view["talon_cards"] and ((younger and options["younger_look"] == "private") or looked(position)):
        secret -= set(view["talon_cards"])
    for white in view["blanche"]:
        secret -= set(dealt(position, white["seat"])) if shows_hand(position, white["seat"]) else set()
    trios = {item[0] for item in view["declared"]["set"].get("scored", []) if item.endswith(" 3")}
    return {card for card in secret if card[0] not in trios}


def looked(position: Position) -> bool:
    """Has younger shown the cards that were left?"""
    return any(action == "look" for _, action in position.actions)


def dealt(position: Position, seat: int) -> list[str]:
    """The hand that a seat was dealt, two cards at a time, elder first."""
    first = 0 if seat != position.dealer else 2
    return [position.deck[place + step] for place in range(first, 24, 4) for step in range(2)]


def shows_hand(position: Position, seat: int) -> bool:
    """A claimed hand lies open once the other player has discarded."""
    exchanged = [who for who, action in position.actions if action.split(" ")[0] == "exchange"]
    return position.options["carte_blanche_show"] == "hand" and 1 - seat in exchanged


def known(position: Position, audience: Audience) -> object:
    """What was said of a point and a sequence (number, top rank, all that scored), and the pips where they were asked.

    Who replies knows from the legal replies how the point compares with the own suits.
    """
    points = [(seat, action[-1]) for seat, action in position.actions if action[:-1] in ("call point ", "claim point ")]
    view = position.deal.view("auditor")
    keys = [point(view, seat, suit) for seat, suit in points]
    learnt: list[object] = [number for number, _ in keys]
    open_call = bool(view["declared"]["sequence"].get("scored"))
    learnt += [
        said if open_call else said[14] + said[16:18] for _, said in position.actions if said[:13] == "call sequence"
    ]
    learnt += [said for _, said in position.actions if said[:14] == "claim sequence"]
    if any(action == "ask" for _, action in position.actions):
        learnt.append(keys[0])
    if points and audience == 1 - points[0][0] and position.deal.phase in ("point-reply", "point-claim"):
        own = [point(view, 1 - points[0][0], suit) for suit in SUITS]
        learnt += [(key > keys[0], key == keys[0]) for key in own]
    return learnt


def point(view: dict[str, Any], seat: int, suit: str) -> tuple[int, int]:
    """Number of cards and pips of a suit."""
    ranks = [card[0] for card in held(view, seat) if card[1] == suit]
    return len(ranks), sum(PIPS[rank] for rank in ranks)


SAMPLE = Sample(
    "piquet",
    (
        {},
        {"ruleset": "classic"},
        {"carte_blanche_limit": "per-suit", "carte_blanche_show": "hand"},
        {"carte_blanche": "off", "sinking": False},
        {"younger_look": "shared", "set_min_rank": "J", "lead_from_ten": True, "min_exchange": 1},
        {"ruleset": "classic", "sinking": False, "cards_count_for_pique": True, "younger_look": "never"},
        {"ruleset": "classic", "auto_declare": "full", "cards_at_half": "both", "length": "single"},
        {"ruleset": "classic", "second_scores": "at-once", "capot_adds_cards": True},
    ),
    longest=60,
    vocabulary=vocabulary,
    cards=cards,
    hidden=hidden,
    known=known,
    normal=normal,
)

SCENARIOS = (
    Scenario(
        "house rules, the sample deal of Cavendish's book",
        {},
        "AS KS TS 7S JS AH TH 9H QH JH 7H KC 8H JC QC TC 8C 7C AD QD 9D 8D JD TD 9S 8S KH 9C KD QS AC 7D",
        "pass pass exchange:KS:8C:7C:9D:8D exchange:7S:9H:7H call:point:D not-good claim:point:H "
        "call:sequence:AC:3:+:QD:3 not-good claim:sequence:AH:4 call:set:T:4:+:Q:3 good "
        "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS",
    ),
    Scenario(
        "classic rules: a carte blanche saves younger from a repique, and he looks at the cards that are left",
        {"ruleset": "classic"},
        "AH KH AS TS QH JH 9S 8S TH 8H 7S 9H AC AD 7H TD KC KD 8D 7D QD 7C 9C 8C JD KS QS QC JS 9D TC JC",
        "pass blanche exchange:7C exchange:8C:9C call:point:H good call:sequence:AH:5:+:AD:4 good "
        "call:set:A:3:+:K:3 good AH look 7H QH 9H AD TD JH 8D KC AS QD 7D JD KS TH QS KH TS 8H 7S AC 8S KD 9S",
    ),
    Scenario(
        "a carte blanche for each suit, hands that open, a lower call, a point whose pips are asked for",
        {"carte_blanche_limit": "per-suit", "carte_blanche_show": "hand", "younger_look": "shared"},
        "TS 9S AS KS 8S TH QS JS 9H 7H 7S AH AC KC KH QH QC AD JC TC KD 8D TD 9D 7C 8C 9C JD QD 7D 8H JH",
        "blanche:H blanche:S pass blanche:D pass exchange:9H:7H exchange:7S:9D call:point:H ask good "
        "call:sequence:AS:4:+:AH:3 good pass pass KC no-look 9C 8D TD JS 9S JD KD 8C TC AH TH JC 7C AS TS "
        "QS 8S QH AC KH QC KS AD",
    ),
)
