# SPDX-License-Identifier: Apache-2.0
"""A program's text, changed in a few places."""

import re

from mutants import programs

TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.]*|\"[^\"\n]*\"|'[^'\n]*'|[-+*/%&|^<>=!]=?|[^\s\w]")
STRANGE = (
    *(b"0 -1 1 2 65536 2147483647 -2147483648 0x7fffffffffffffff 1e308 0.0f NULL sizeof int unsigned long char").split(),
    *(b"volatile const static restrict _Bool double float struct union enum void typedef goto return break").split(),
    *(b"continue if else for while do switch case default extern inline register _Atomic _Complex __int128").split(),
    *(b"{ } ( ) [ ] ; , * & ! ~ ? : ... -> . ++ -- << >> == = #define #include #if #line _Pragma").split(),
    b"__attribute__((aligned(64)))", b"__attribute__((vector_size(16)))", b"({ 1; })", b"__builtin_unreachable()",
    b"\x00", b"\xff\xfe", b"\\\n", b"/*", b"\"", b"'", b"??/", b"(int[]){1, 2}", b"_Generic(1, int: 2)", b"&&label",
)
OPTIONS = ("--always-parallel", "--always-transform", "--always-speculate", "--rough-costs", "--no-call-tasks",
           "--no-inlining", "--with-nets", "--cores=1", "--cores=3", "--cores=16", "-Rhocket", "-Rhocket-missed",
           "-Rhocket-analysis")  # fmt: skip


def cut_tokens(text):
    """(start, end) of each; a file may have become empty."""
    return [match.span() for match in TOKEN.finditer(text)] or [(0, len(text))]


def mutate_tokens(rng, text):
    tokens = cut_tokens(text)
    (a, b), (c, d) = rng.choice(tokens), rng.choice(tokens)
    return rng.choice(
        (
            text[:a] + text[b:],
            text[:a] + text[c:d] + text[b:],
            text[:a] + rng.choice(STRANGE) + text[b:],
            text[:a] + rng.choice(STRANGE) + b" " + text[a:],
            text[:b] + b" " + text[a:],
        )
    )


def mutate_lines(rng, text):
    lines = text.splitlines(keepends=True) or [b""]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    copy = list(lines)
    what = rng.randrange(4)
    if what == 0:
        del copy[at : at + rng.randrange(1, 4)]
    elif what == 1:
        copy.insert(at, lines[other])
    elif what == 2:
        copy[at], copy[other] = copy[other], copy[at]
    else:
        copy = copy[:at]
    return b"".join(copy)


def mutate_numbers(rng, text):
    numbers = list(re.finditer(rb"\b\d+\b", text))
    if not numbers:
        return text
    match = rng.choice(numbers)
    value = int(match.group())
    new = rng.choice((value + 1, value - 1, 0, value * 2, rng.randrange(10)))
    return text[: match.start()] + str(new).encode() + text[match.end() :]


def mutate_operators(rng, text):
    found = list(re.finditer(rb"(?<=[\w\])] )[-+*/%&|^<>]=?(?= [\w(])", text))
    if not found:
        return text
    match = rng.choice(found)
    new = rng.choice((b"+", b"-", b"*", b"&", b"|", b"^", b"<", b">", b"<=", b">=", b"%", b"/"))
    return text[: match.start()] + new + text[match.end() :]


def mutate_bytes(rng, text):
    data = bytearray(text or b" ")
    for _ in range(rng.randrange(1, 4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


# Most mutants shall still be programs.
WAYS = (mutate_numbers, mutate_numbers, mutate_numbers, mutate_operators, mutate_operators, mutate_operators,
        mutate_lines, mutate_lines, mutate_tokens, mutate_tokens, mutate_bytes)  # fmt: skip


class Source:
    intact = None
    may_be_refused = False
    statuses = range(256)

    def __init__(self, rng, folder, hocketcc):
        path = rng.choice(programs.sources())
        text = path.read_bytes()
        for _ in range(rng.choice((1, 1, 2, 4))):
            text = rng.choice(WAYS)(rng, text)
        (folder / "mutant.c").write_bytes(text)
        self.folder = folder
        self.what = f"a mutant of {path.name}"
        self.flags = [rng.choice(("-O1", "-O2", "-O3")), "-w", f"-I{path.parent}", "-lm"]
        chosen = rng.sample(OPTIONS, rng.randrange(1, 4))
        self.own = [hocketcc, "--no-fallback", *chosen]

    def theirs(self, output):
        return ["gcc", "mutant.c", *self.flags, "-o", output]

    def ours(self, output):
        return [*self.own, "mutant.c", *self.flags, "-o", output]

    def is_undefined(self, run, expected):
        files = [str(self.folder / "mutant.c"), self.flags[2]]
        return programs.has_two_results(files, self.folder, run, expected)
