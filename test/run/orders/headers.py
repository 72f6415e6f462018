# SPDX-License-Identifier: Apache-2.0
"""Loop headers in many spellings, and the values that their iterators take."""

from .scope import Iterator

UNSIGNED = ("unsigned", "size_t", "unsigned long")
BUSY = 90000  # iterations of a nest, at most about


def bounds(draw, scope):
    """(text, least, most, parameter or ''): never negative."""
    shape = draw.shape
    few = draw.pick(2, 3, 4, 5)
    result = {
        ("n", 0, shape.n, "n"): 6,
        ("m", 0, shape.m, "m"): 6,
        ("k", 0, shape.k, "k"): 3,
        ("len", 0, shape.m, "len"): 1,
        ("(int)len", 0, shape.m, ""): 1,
        ("g->rows", 0, shape.n, "g->rows"): 2,
        ("g->cols", 0, shape.m, "g->cols"): 2,
        ("h->rows", 0, shape.n, "h->rows"): 1,
        ("h->cols", 0, shape.m, "h->cols"): 1,
        ("limit", 0, 5, ""): 0.5,
        (str(few), few, few, ""): 2,
        ("n / 2", 0, shape.n // 2, ""): 0.5,
        ("(n < m ? n : m)", 0, min(shape.n, shape.m), ""): 0.4,
        ("(int)g->mode", 0, 0, ""): 0.1,
    }
    room = BUSY // scope.trips
    hidden = scope.active()
    fitting = {b: weight for b, weight in result.items() if b[2] <= max(room, 5) and b[3] not in hidden}
    if room > 1000 and scope.trips < 100 and draw.chance(0.7):
        fitting = {b: w for b, w in fitting.items() if b[0] in "nmk" or "->" in b[0]}
    return draw.weighted(fitting)


def outer(draw, scope, unsigned):
    usable = [i for i in scope.iterators if not unsigned or i.low >= 0]
    return draw.pick(*usable[-2:]) if usable else None


def loop(draw, scope, in_pool=None):
    """(text up to the body, the iterator)"""
    pool = [name for name in draw.style.pool if name not in scope.active()]
    if in_pool is None:
        in_pool = bool(pool) and draw.chance(0.3)
    if in_pool and pool:
        name = draw.pick(*pool[:2])
        kind, start = draw.style.pool[name], name
    else:
        names = [n for n in "ijlcde" if n not in scope.active()]
        name = names[0] if draw.chance(0.98) else draw.pick("i", "j", "t")
        kind = draw.weighted({"int": 12, "unsigned": 3, "size_t": 2, "long": 2, "unsigned long": 0.5, "short": 0.3})
        start = f"{kind} {name}"
    if name in scope.active() and in_pool:
        return loop(draw, scope, False)
    around = [i for i in scope.iterators if i.name != name]
    return header(draw, (name, kind, start), scope, around)


def header(draw, what, scope, around):
    name, kind, start = what
    unsigned = kind in UNSIGNED
    partner = draw.pick(*around[-2:]) if around else None
    if partner and (partner.low < 0 or partner.high < 0):
        partner = None
    if partner and draw.chance(0.35) and partner.high * scope.trips <= BUSY:
        return triangle(draw, what, partner, bounds(draw, scope))
    if draw.chance(0.2):
        return downward(draw, what, bounds(draw, scope))
    text, least, most, parameter = bounds(draw, scope)
    low = draw.pick(0, 0, 0, 0, 0, 1, 1, 2)
    step = draw.weighted({f"{name}++": 12, f"++{name}": 2, f"{name} += 1": 1, f"{name} += 2": 1.5, f"{name} += 3": 1})
    one = not step.endswith(("2", "3"))
    forms = {f"{name} < {text}": (8, most - 1), f"{name} + 1 < {text}": (1, most - 2)}
    if not unsigned:
        forms[f"{name} <= {text} - 1"] = (1.5, most - 1)
        forms[f"{name} < {text} - 1"] = (1.5, most - 2)
        forms[f"{text} > {name}"] = (0.5, most - 1)
    if low == 0 and one:
        forms[f"{name} != {text}"] = (1, most - 1)
    forms[f"{name} <= {text}"] = (1.5, most)
    if "len" in text and "int" not in text and not unsigned:
        forms = {f"{name} < {text}": (1, most - 1), f"{name} < (long){text}": (1, most - 1)}
    condition = draw.weighted({form: weight for form, (weight, _) in forms.items()})
    high = max(low, forms[condition][1])
    below = parameter if high < most and parameter else ""
    return f"for ({start} = {low}; {condition}; {step})", Iterator(name, low, high, not unsigned, below)


def triangle(draw, what, partner, bound):
    """Between the iterator of a loop around and a bound."""
    name, kind, start = what
    text, _, most, parameter = bound
    o, unsigned = partner.name, kind in UNSIGNED
    first = draw.pick(f"{o} + 1", f"{o}", f"{o} + 1", f"{o} + 2", f"2 * {o}" if partner.high < 300 else o)
    above = o if first == f"{o} + 1" else ""
    step = draw.weighted({f"{name}++": 8, f"{name} += 2": 1, f"{name} += 3": 0.5})
    forms = {
        "from": 5,
        "to": 3,
        "to and with": 3,
        "ahead": 1,
        "band": 1,
        "down": 0 if unsigned else 2,
        "down to": 0 if unsigned else 2,
    }
    form = draw.weighted(forms)
    low, sign = partner.low, not unsigned
    if "(" in text or "len" in text:
        text, most, parameter = "n", draw.shape.n, "n"
    if form == "from":
        below = parameter
        return f"for ({start} = {first}; {name} < {text}; {step})", Iterator(name, low, max(low, most - 1), sign, below, above)
    if form == "to":
        return f"for ({start} = 0; {name} < {o}; {step})", Iterator(name, 0, max(0, partner.high - 1), sign, partner.below)
    if form == "to and with":
        return f"for ({start} = 0; {name} <= {o}; {step})", Iterator(name, 0, partner.high, sign, partner.below)
    if form == "ahead":
        return f"for ({start} = 1; {name} < {o} + 2; {step})", Iterator(name, 1, partner.high + 1, sign)
    if form == "band":
        return f"for ({start} = {o}; {name} < {o} + 3; {name}++)", Iterator(name, low, partner.high + 2, sign)
    if form == "down":
        return f"for ({start} = (int){o}; {name} >= 0; {name}--)", Iterator(name, 0, partner.high, sign, partner.below)
    head = f"for ({start} = {text} - 1; {name} > ({kind}){o}; {name}--)"
    return head, Iterator(name, low, max(low, most - 1), sign, parameter, o)


def downward(draw, what, bound):
    name, kind, start = what
    text, _, most, parameter = bound
    if kind in UNSIGNED:
        stop = draw.pick(f"{name} > 0", f"{name} != 0", f"{name} >= 1")
        return f"for ({start} = {text}; {stop}; {name}--)", Iterator(name, 1, max(1, most), False)
    low = draw.pick(0, 0, 0, 1)
    step = draw.pick(f"{name}--", f"{name}--", f"--{name}", f"{name} -= 2", f"{name} -= 3")
    first = f"(int){text} - 1" if "len" in text else f"{text} - 1"
    stop = draw.pick(f"{name} >= {low}", f"{name} > {low - 1}")
    return f"for ({start} = {first}; {stop}; {step})", Iterator(name, low, max(low, most - 1), True, parameter)
