"""Logarithms and powers that are the same on every machine: a log that ends by them is checked on another.

What the library under a float says may differ in the last digit from machine to machine; decimals are rounded right.
"""

from decimal import Context, Decimal

CONTEXT = Context(prec=28)
TEN = Decimal(10).ln(CONTEXT)


def log(value: float) -> float:
    """The natural logarithm."""
    return float(Decimal(value).ln(CONTEXT))


def power_of_ten(exponent: float) -> float:
    """10 to the power of ``exponent``."""
    return float(CONTEXT.exp(CONTEXT.multiply(Decimal(exponent), TEN)))
