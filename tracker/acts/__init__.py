"""The verbs that every game has: names, notes, conditions by hand, the order, overruling. Each is pure."""
