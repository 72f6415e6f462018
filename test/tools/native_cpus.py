#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests pass whichever processor they run on.

Runs unit tests and tests of lit as on other processors than this one:
native_cpu.cpp answers when LLVM is asked where it runs. (The processors' number
and caches stay this machine's.)

Usage: native_cpus.py [--build DIR] [--cpus NAME,...] [--units NAME,...]
                      [--lit FOLDER,...]
"""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CPUS = ("generic", "x86-64", "skylake-avx512", "sapphirerapids", "znver1", "znver4")
LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words = lambda text: [word for word in text.split(",") if word]
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--cpus", type=words, default=CPUS, help="as LLVM's -mcpu takes them")
    parser.add_argument("--units", type=words, help="executables unit_NAME; all if not said")
    parser.add_argument("--lit", type=words, default=[""], help="folders of test/lit; all")
    parser.add_argument("--lit-program", default=LIT)
    parser.add_argument("--jobs", default="2")
    return parser.parse_args()


def played(options, cpu):
    """The environment in which `cpu` is the native one."""
    library = options.build / "lib" / "libnative_cpu.so"
    return {**os.environ, "HOCKET_NATIVE_CPU": cpu, "LD_PRELOAD": str(library)}


def passes(command, **settings):
    """Runs a test; what it prints is of interest if it fails."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **settings)
    if done.returncode:
        print(f"failed: {' '.join(map(str, command))}\n{done.stdout}")
    return done.returncode == 0


def failures(options, units, cpu):
    for unit in units:
        if not passes([unit, "--gtest_brief=1"], env=played(options, cpu)):
            yield unit.name
    folders = [options.build / "test/lit" / name for name in options.lit]
    command = [sys.executable, options.lit_program, "-sv", "-j", options.jobs,
               "-D", f"native_cpu={cpu}", *folders]
    if folders and not passes(command):
        yield "lit"


def main():
    options = parse()
    options.build = options.build.resolve()
    units = sorted((options.build / "bin").glob("unit_*"))
    if options.units is not None:
        units = [options.build / "bin" / f"unit_{name}" for name in options.units]
    failed = [(cpu, name) for cpu in options.cpus for name in failures(options, units, cpu)]
    for cpu, name in failed:
        print(f"{name} fails on {cpu}")
    return 1 if failed or not options.cpus else 0


if __name__ == "__main__":
    sys.exit(main())
