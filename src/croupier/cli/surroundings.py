"""Settings that the services of ``croupier run`` and ``croupier up`` take from our own environment.

An installation on one machine sets up its store, its keys and its address by itself. What concerns those is not
obeyed, and said so; everything else reaches the services as it is given.
"""

import os
from collections.abc import Callable, Iterator, Mapping

from croupier.contracts.errors import BadConfig
from croupier.runtime.settings import PREFIX, BadSettings, Settings, unknown_names

_STORE = "the installation has a store of its own, in one partition"
_KEYS = "the installation keeps its secret and its keys in .work"
_FLAGS = "--host and --port say where the gateway listens"
_TLS = "the gateway speaks plain HTTP here; put a proxy in front of it, or serve it by itself"

OURS: Mapping[str, str] = {
    "redis_url": _STORE,
    "redis_read_url": _STORE,
    "partitions": _STORE,
    "serve": _STORE,
    "consumer": "each service is one process here, and goes by the name of the machine",
    "health": "several services would listen at one address; the gateway serves /healthz and /readyz at its own",
    "archive": "bundles go where --folder or --runs says",
    "dealer_secret": _KEYS,
    "dealer_secret_file": _KEYS,
    "signing_key": _KEYS,
    "signing_key_file": _KEYS,
    "organiser_token_file": "the installation keeps it in .work/organiser.token",
    "hooks_file": "--webhooks, or the run file, says which webhooks there are",
    "gateway_host": _FLAGS,
    "gateway_port": _FLAGS,
    "gateway_name": "there is one gateway here",
    "gateway_certificate": _TLS,
    "gateway_key": _TLS,
}
"""Settings that an installation makes itself, and why."""


def obeyed() -> dict[str, str]:
    """The variables that the services get as they are given."""
    names = (PREFIX + name.upper() for name in Settings.model_fields if name not in OURS)
    return {name: os.environ[name] for name in names if os.environ.get(name)}


def heed(complain: Callable[[str], None]) -> None:
    """Check what is given before anything is started; ``complain`` is told what is not obeyed.

    Raises ``BadConfig`` as :class:`croupier.runtime.settings.Settings` does, of what the services would get.
    """
    problems = [*unknown_names(os.environ), *_wrong()]
    if problems:
        raise BadSettings(problems)
    for name, why in OURS.items():
        if os.environ.get(variable := PREFIX + name.upper()):
            complain(f"{variable} is not obeyed here: {why}")


def _wrong() -> Iterator[BadConfig]:
    given = obeyed()
    try:
        Settings()
    except BadSettings as error:
        yield from (problem for problem in error.problems if problem.place in given)
