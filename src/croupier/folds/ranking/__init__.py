"""Who stands where, and why: points, tie-breaks in an order that is given, an explanation of every rank."""
