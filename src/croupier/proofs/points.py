"""Points of the curve Ed25519 that can be a public key, or the R of a signature.

RFC 8032 (5.1.3, 5.1.7) leaves room here, and libraries differ. A key of small order has no private key and
needs none: of every eight messages at least one is signed by what anybody can write down. So no point of small order is
accepted, and none that is written in another way than its own: the choice of libsodium, which no signer ever meets.
"""

PRIME = 2**255 - 19
"""The integers below it are the field of the curve -x² + y² = 1 + d x² y²."""

SIGN = 1 << 255
"""The bit beside y that tells x from -x."""

EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
"""The y of two points of order 8, the other two have PRIME - y: twice such a point has y = 0, so d y⁴ + 2 y² = 1."""

SMALL = frozenset({1, PRIME - 1, 0, EIGHTH, PRIME - EIGHTH})
"""The y of all points of order 1, 2, 4 and 8."""


def is_acceptable(point: bytes) -> bool:
    """Whether 32 bytes are a point in its own writing, with y below PRIME, and not one of small order.

    That there is such a point on the curve is not asked.
    """
    y = int.from_bytes(point, "little") & ~SIGN
    return y < PRIME and y not in SMALL
