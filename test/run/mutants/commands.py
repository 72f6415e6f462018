# SPDX-License-Identifier: Apache-2.0
"""Options of gcc's and ours: any of them, in any order, some of them misspelt."""

import subprocess

from mutants import programs

# Of the compiler: whatever leaves the program the same.
THEIRS = """-O0 -O1 -O2 -O3 -Os -Og -Ofast -O -g -g3 -ggdb -Wall -Wextra -Werror -w -pedantic -std=c99 -std=gnu11
 -std=c17 -std=c89 -ansi -fPIC -fpie -pie -no-pie -static -s -fno-strict-aliasing -fwrapv -ftrapv -ffast-math
 -fno-math-errno -march=native -mtune=generic -m64 -funroll-loops -fno-inline -fomit-frame-pointer -pthread -pipe -v
 -fopenmp -flto -fno-lto -fdata-sections -ffunction-sections -Wl,--gc-sections -Wl,-O1 -Wl,--as-needed -lm -lc -L.
 -I. -DA=1 -UA -D_GNU_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fvisibility=hidden -fcommon -fno-common
 -save-temps -MD -MMD -MP -MF=x.d -time -Q -fsyntax-only -E -S -c -shared -r -nostdlib -nostartfiles
 -ffreestanding -xc -pg --coverage -fsanitize=undefined -fno-builtin
 -Wp,-MD,y.d -Wa,-W -fexcess-precision=fast -ffp-contract=off -freciprocal-math -fsigned-zeros -funsigned-char
 -fshort-enums -fno-plt -mno-avx -rdynamic -print-search-dirs --version -dumpversion -###""".split()
OURS = """--always-parallel --always-transform --always-speculate --no-call-tasks --no-inlining --no-speculation
 --rough-costs --with-nets --no-parallel --cores=1 --cores=2 --cores=3 --cores=64 --cores=0 --cores= --soc=generic-4
 --soc=none --launcher=openmp --launcher=threads --launcher=x --objective=time --report=r.json --report=r.html
 --report=none/r.json --emit=out --check-dependences --profile-generate --profile-use=none.hkprof --time-phases
 --stop-after=frontend --stop-after=scheduling --print-after=cost -Rhocket -Rhocket-missed=. -Rhocket=( -Wno-hocket
 -fno-hocket-whole-program -fno-hocket-transform -fhocket-contract=any -fhocket-contract=pinned --isl-budget=1
 --isl-budget=1000 --cost-budget=1 --cost-factor=100 --unknown-trips=5 --scheduler=heft --cc=gcc --cc=none""".split()
PAIRS = ("-x c", "-x none", "-include stdio.h", "-isystem .", "-Xlinker -O1", "-Xassembler -W", "-MF z.d", "-D B")
# What only asks, or ends before there is a program, by our own wish.
NO_PROGRAM = ("--stop-after=", "--profile-", "--check-dependences")


def misspell(rng, word):
    at = rng.randrange(1, len(word))
    return rng.choice((word[:at] + word[at + 1 :], word[:at] + rng.choice("abcxyz-=,0@") + word[at:], word[:at]))


class Command:
    intact = None
    may_be_refused = True
    statuses = (0,)

    def __init__(self, rng, folder, hocketcc):
        for name, text in programs.PAIR.items():
            (folder / name).write_text(text)
        self.hocketcc = hocketcc
        theirs = rng.sample((*THEIRS, *PAIRS), rng.randrange(0, 7))
        if rng.randrange(2):
            theirs = [word if rng.randrange(6) else misspell(rng, word) for word in theirs]
        ours = rng.sample(OURS, rng.randrange(0, 4))
        ours = [word for word in ours if not word.startswith(NO_PROGRAM)]
        inputs = list(programs.PAIR)
        if rng.randrange(3) == 0:
            subprocess.run([hocketcc, "-O2", "-c", *inputs], cwd=folder, check=True, capture_output=True)
            inputs = ["main.o", "work.o"]
        theirs += inputs
        rng.shuffle(theirs)
        words = [(word, True) for option in theirs for word in option.split(" ")]
        # Ours in front, where none is the value of a misspelt option of theirs.
        self.words = [*((word, False) for word in ours), *words]
        self.what = "a command"

    def theirs(self, output):
        return ["gcc", *(word for word, is_theirs in self.words if is_theirs), "-o", output]

    def ours(self, output):
        return [self.hocketcc, "--no-fallback", *(word for word, _ in self.words), "-o", output]

    @staticmethod
    def is_undefined(_run, _expected):
        return False
