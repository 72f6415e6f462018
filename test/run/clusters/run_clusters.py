#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on two clusters whose caches are not coherent, which caches.c emulates.

Each program of programs/clusters is compiled for two.yaml. What it writes must be
what it writes when gcc alone compiles it; and without any one of the calls that
write lines back or drop them, it must be something else, at least once in some
runs.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
PROGRAMS = ROOT / "test" / "run" / "programs"
# Without a call, cores may be lucky: so each cluster is late, each core slow.
PACES = [{}, {"CACHES_LATE": "0"}, {"CACHES_LATE": "1"}, *({"CACHES_SLOW": core} for core in "0123")]


def run(command, environment=None, limit=60):
    try:
        return subprocess.run(
            [str(word) for word in command], capture_output=True, env=environment, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return None


def build(source, arguments, work):
    """The emitted program with the emulation; or why not."""
    emitted = work / "emitted"
    command = [arguments.hocketcc, "-O2", f"--soc={HERE / 'two.yaml'}", "--incoherent-clusters", "--always-parallel"]
    command += ["--no-call-tasks", "--no-fallback", "--no-speculation", "--no-cache", "-Rhocket=clusters-shared"]
    command += [f"--emit={emitted}", source, "-lm", "-o", work / "unused", *arguments.extra]
    compiled = run(command, limit=300)
    if compiled is None or compiled.returncode != 0:
        return None, compiled.stderr.decode() if compiled else "hocketcc takes too long"
    if b"clusters-shared" not in compiled.stderr:
        return None, "no region is on several clusters"
    program = work / "program"
    units = [path for path in emitted.glob("*.c")] + [path for path in emitted.glob("*.i")]
    include = emitted / "hocket" / "include"
    command = [arguments.cc, "-O2", "-w", "-no-pie", f"-I{include}", *units, arguments.emulation]
    command += [f"-Wl,-z,now,-z,muldefs,-T,{HERE / 'uncached.ld'}", arguments.library, "-lm", "-pthread", "-o", program]
    linked = run(command)
    if linked.returncode != 0:
        return None, linked.stderr.decode()
    return program, ""


def is_same(result, right):
    return result is not None and (result.returncode, result.stdout) == (right.returncode, right.stdout)


def check(source, arguments, work):
    """What is wrong, and how many calls there are."""
    alone = work / "alone"
    run(["gcc", "-O2", "-w", source, "-o", alone, "-lm"])
    right = run([alone])
    program, why = build(source, arguments, work)
    if not program:
        return why, 0
    sites = work / "sites"
    for pace in PACES * 2:
        result = run([program], {"CACHES_SITES": str(sites), **pace})
        if not is_same(result, right):
            return "it is not what it should be with all calls", 0
    listed = sites.read_text().splitlines()
    if arguments.all_calls:
        return "", len(listed)
    needless = []
    for site in listed:
        tries = (run([program], {"CACHES_DROP": site, **pace}, limit=20) for pace in PACES * 3)
        if all(is_same(one, right) for one in tries):
            needless.append(site)
    if needless:
        return "it is right without " + " and without ".join(needless), len(listed)
    return "" if listed else "there are no calls", len(listed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--cc", default="gcc", help="compiles what is emitted")
    parser.add_argument("--only", default="", help="programs with that in their names")
    parser.add_argument("--group", default="clusters", help="programs of a folder of test/run/programs")
    parser.add_argument("--all-calls", action="store_true", help="no call is left out; other groups are not made for that")
    parser.add_argument("extra", nargs="*", help="more options for hocketcc, after --")
    arguments = parser.parse_args()
    arguments.hocketcc = pathlib.Path(arguments.build) / "bin" / "hocketcc"
    arguments.library = pathlib.Path(arguments.build) / "lib" / "libhocket.a"
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        arguments.emulation = pathlib.Path(folder) / "caches.o"
        include = ROOT / "runtime" / "include"
        command = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", f"-I{include}", "-c", HERE / "caches.c"]
        if run([*command, "-o", arguments.emulation]).returncode != 0:
            sys.exit("caches.c does not compile")
        for source in sorted((PROGRAMS / arguments.group).glob("*.c")):
            if arguments.only not in source.stem:
                continue
            work = pathlib.Path(folder) / source.stem
            work.mkdir()
            wrong, calls = check(source, arguments, work)
            right = f"right with {calls} calls" if arguments.all_calls else f"right, and wrong without each of {calls} calls"
            print(f"{source.stem}: {wrong or right}", flush=True)
            failed += bool(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
