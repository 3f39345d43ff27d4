"""Keys as a tournament's log names them: one for each service, and none of them twice."""

import itertools

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.contracts.events import KeyHolder
from croupier.folds.keys import HOLDERS, Keys, Ring, Rotation, naming
from croupier.proofs import seals
from croupier.proofs.keys import SigningKey
from rings import key, named, ring

LOG = "t/cup"


def keys_of(*services: KeyHolder) -> Keys:
    keys = Keys()
    for event in named("cup", *services):
        assert isinstance(event, ev.KeyNamed)
        assert keys.take(event) == ""
    return keys


def rotated(service: KeyHolder, *used: SigningKey) -> Ring:
    """The ring of a service that has used these keys, one after the other."""
    steps = [
        Rotation(old.public, new.public, old.sign(seals.rotation(service, old.public, new.public)))
        for old, new in itertools.pairwise(used)
    ]
    return Ring(service, used[-1], tuple(steps))


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(HOLDERS, 2)))
def test_a_service_names_no_key_that_is_anothers(first: KeyHolder, second: KeyHolder) -> None:
    with pytest.raises(NotAllowed, match=f"key/twice: {LOG}: the key of {second}.*a key of {first}, too"):
        naming(Ring(second, key(first)), keys_of(first), LOG, started=False)


def test_four_keys_of_their_own_are_named() -> None:
    assert keys_of(*HOLDERS).complete


def test_no_rotation_leads_to_a_key_of_another() -> None:
    given_up = rotated("referee", key("referee"), key("on the way"), key("director"))
    with pytest.raises(NotAllowed, match=r"key/twice.*a key of director, too"):
        naming(given_up, keys_of(*HOLDERS), LOG, started=True)


def test_no_rotation_leads_back_to_a_key_that_was_given_up() -> None:
    keys, later = keys_of(*HOLDERS), rotated("referee", key("referee"), key("later"))
    (event,) = naming(later, keys, LOG, started=True)
    assert isinstance(event, ev.KeyRotated)
    keys.take(event)
    back = rotated("referee", key("later"), key("referee"))
    with pytest.raises(NotAllowed, match=r"key/twice.*referee had this key before"):
        naming(back, keys, LOG, started=True)


def test_a_rotation_leads_to_a_fresh_key_and_then_there_is_nothing_to_say() -> None:
    keys, later = keys_of(*HOLDERS), rotated("referee", key("referee"), key("referee, later"))
    (event,) = naming(later, keys, LOG, started=True)
    assert isinstance(event, ev.KeyRotated)
    assert keys.take(event) == ""

    assert naming(later, keys, LOG, started=True) == ()
    assert naming(ring("dealer"), keys, LOG, started=True) == ()
