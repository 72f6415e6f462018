# SPDX-License-Identifier: Apache-2.0
"""Makes one mistake at a time in a good SoC spec: `hocket check FILE` and
`hocketcc --soc=FILE` must both say the same, with file, line and column, end with
status 1, and compile nothing.

Usage: spec_mistakes.py HOCKET HOCKETCC SPEC INPUT.c FOLDER
"""

import os
import subprocess
import sys

# What is replaced, by what; the message's line, counted from there, and column;
# words that it must contain.
MISTAKES = [
    ("syntax", "clusters:", "clusters: [", 2, 1, ["YAML"]),
    ("unknown-key", "cpu: generic", "cqu: generic", 0, 5, ["'cqu'", "'cpu'"]),
    ("missing-key", "{mhz: 500, volts: 0.8}", "{volts: 0.8}", 0, 9, ["'mhz'"]),
    ("twice", "capacity: 1\n", "capacity: 1\n    capacity: 1\n", 1, 5, ["'capacity'"]),
    ("wrong-type", "sync-ns: 100", "sync-ns: fast", 0, 12, ["'sync-ns'", "'fast'", "number"]),
    ("map-expected", "costs:\n", "costs: [1]\nnothing:\n", 0, 8, ["map"]),
    ("out-of-range", "static-mw: 100", "static-mw: -1", 0, 16, ["'static-mw'", "'-1'"]),
    ("empty", "name: generic-4", "name: ''", 0, 7, ["'name'", "empty"]),
    ("undefined", "domain: clock}", "domain: watch}", 0, 54, ["'watch'", "expected one of clock"]),
    ("defined-twice", "  - {name: cluster}", "  - {name: cluster}\n  - {name: cluster}", 1, 12, ["'cluster'"]),
    ("order", "mhz: 2000", "mhz: 200", 0, 15, ["ascending"]),
    ("voltage", ", volts: 1.1}", "}", 0, 9, ["'volts'", "all"]),
    ("bad-cores", "ids: 0-3", "ids: 3-0", 0, 11, ["'3-0'"]),
    ("no-cores", "  - {ids: 0-3, type: core, cluster: cluster, domain: clock}", "  []", 0, 3, ["'cores'", "empty"]),
    ("scope", "power-mw: 5}", "power-mw: 5, scope: chip}", 0, 96, ["'chip'", "core or cluster"]),
    ("exclusive", "{name: cluster}", "{name: cluster, exclusive: true}", 0, 3, ["exclusive", "two"]),
    ("supply", "costs:\n", "voltage-domains: [{name: v}]\ncosts:\n", 0, 18, ["'v'", "frequency domain"]),
    ("point-power", "volts: 1.0}", "volts: 1.0, core-mw: 9}", 0, 9, ["'core-mw'", "all"]),
    ("transition", "    transition-us: 50\n", "    power: {transition-us: {auto: 9}}\n", 0, 29, ["'auto'"]),
    ("accelerator", "costs:\n", "accelerators: [{name: a, start-call: f}]\ncosts:\n", 0, 16, ["both or neither"]),
    ("link", "costs:\n", "costs:\n  links: [{from: cluster, to: cluster}]\n", 1, 31, ["itself"]),
    ("flag", "cpu: generic\n", "cpu: generic\n    flags: [-march=x86-64, -O2]\n", 1, 28, ["'-O2'", "instructions"]),
    ("call-flag", "cpu: generic\n", "cpu: generic\n    flags: [-mabi=ms]\n", 1, 13, ["'-mabi=ms'", "called"]),
    ("not-fastest", "capacity: 1\n", "capacity: 0.5\n", -2, 3, ["capacity 1"]),
]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def check(condition, name, output):
    if not condition:
        print(f"{name}: not as expected:\n{output}")
        sys.exit(1)


def main():
    hocket, hocketcc, spec, source, folder = sys.argv[1:]
    good = open(spec).read()
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, "program")
    for name, old, new, line, column, words in MISTAKES:
        assert good.count(old) >= 1, (name, old)
        path = os.path.join(folder, name + ".yaml")
        with open(path, "w") as file:
            file.write(good.replace(old, new, 1))
        status, said = run([hocket, "check", path])
        check(status == 1, name, said)
        at = good[:good.index(old)].count("\n") + 1 + line
        start = f"{path}:{at}:{column}: error: "
        first = next((message for message in said.splitlines()
                      if message.startswith(start)), "")
        check(first and all(word in first for word in words), name, said)
        status, compiler = run([hocketcc, "--soc=" + path, source, "-o", program])
        check(status == 1 and first in compiler, name, compiler)
        check(not os.path.exists(program), name, "a program was written")
        print(first[len(folder) + 1:])


if __name__ == "__main__":
    main()
