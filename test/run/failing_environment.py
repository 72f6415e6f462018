#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hocketcc where memory, room on disks, or the compiler behind gives out.

Wherever the compiler alone makes a program, hocketcc makes one that does the
same, or says what it lacks and leaves nothing; where the compiler alone does
not, nor does hocketcc. It never calls such a thing a bug of its own, and never
dies of a signal. Disks of a few blocks are tmpfs in a namespace of the test's
own; where none can be had, that part is skipped.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cases
from mutants import programs

OURS = ["--cores=2", "--always-parallel"]
COMMANDS = {
    "compile": (["-O2", "-c", "work.c", "-o", "OUT/result.o"], []),
    "link": (["main.o", "work.o", "-o", "OUT/result"], OURS),
    "program": (["-O2", "main.c", "work.c", "-o", "OUT/result"], OURS),
}
BAD = re.compile(r"internal problem|bug in hocket|LLVM ERROR|PLEASE submit|Stack dump|terminate called")
# Below, not even our program finds room, and the loader says so.
MEMORY = (180, 220, 270, 320, 350, 400, 500, 700, 1000)  # MiB
ROOM = (4, 16, 32, 64, 96, 128, 192, 256, 400, 800)  # KiB
# The compiler behind, which is ended at one of its calls, or one of its parts is.
COMPILER = """#!/bin/sh
n=$(($(cat "$CALLS" 2>/dev/null || echo 0) + 1))
echo $n > "$CALLS"
if [ $n = "$AT" ]; then
  [ "$WHO" = driver ] && kill -9 $$
  exec gcc -wrapper "$DEADLY" "$@"
fi
exec gcc "$@"
"""
DEADLY = "#!/bin/sh\nkill -9 $$\n"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(cases.ROOT / "build")))
    parser.add_argument("--hocketcc", help="the compiler under test; default BUILD/bin/hocketcc")
    parser.add_argument("--verbose", action="store_true", help="what each attempt came to")
    parser.add_argument("--in-namespace", metavar="DIR", help=argparse.SUPPRESS)
    return parser.parse_args()


class Test:
    def __init__(self, hocketcc, folder, verbose):
        self.hocketcc = hocketcc
        self.folder = folder
        self.verbose = verbose
        self.failures = self.attempts = 0

    def prepare(self):
        for name, text in programs.PAIR.items():
            (self.folder / name).write_text(text)
        for name, text in (("cc", COMPILER), ("deadly", DEADLY)):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)
        for name in ("room", "out"):
            (self.folder / name).mkdir()
        subprocess.run(["gcc", "-O2", *programs.PAIR, "-o", "plain"], cwd=self.folder, check=True)
        self.objects([self.hocketcc])

    def objects(self, compiler):
        subprocess.run([*compiler, "-O2", "-c", *programs.PAIR], cwd=self.folder, check=True)

    def attempt(self, command, out, before=(), environment=None):
        """Its status and what it says; what is in `out` is of no other."""
        for old in (self.folder / out).iterdir():
            old.unlink()
        words = [word.replace("OUT", out) for word in command]
        done = subprocess.run(
            [*before, *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=120,
            check=False,
            env={**os.environ, "LC_ALL": "C", **(environment or {})},
        )
        return done.returncode, done.stdout + done.stderr

    def says(self, program):
        done = subprocess.run([str(program)], capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout

    def problem(self, name, out, status, said, theirs):
        """What is wrong with an attempt; '' if nothing is."""
        if status < 0 or status > 127 or BAD.search(said):
            return "it dies or blames itself"
        left = [path.name for path in (self.folder / out).iterdir()]
        if status != 0:
            if left:
                return f"it fails and leaves {left}"
            if not said:
                return "it fails without a word"
            return "it fails, the compiler alone does not" if theirs == 0 else ""
        if name == "compile":
            command = ["gcc", "main.o", f"{out}/result.o", "-o", "linked"]
            if subprocess.run(command, cwd=self.folder, capture_output=True, check=False).returncode:
                return "its object is none"
            program = self.folder / "linked"
        else:
            program = self.folder / out / "result"
        return "" if self.says(program) == self.says(self.folder / "plain") else "the program does something else"

    def judge(self, what, name, out, result, theirs):
        status, said = result
        self.attempts += 1
        problem = self.problem(name, out, status, said, theirs)
        self.failures += bool(problem)
        if problem or self.verbose:
            print(f"{'FAIL' if problem else 'ok  '} {what}, {name}: {problem}")
            print(f"  status {status}, alone {theirs}: {said.strip()[:600]}", flush=True)

    def memory(self):
        for size in MEMORY:
            before = ["prlimit", f"--as={size << 20}", "--core=0"]
            for name, (words, ours) in COMMANDS.items():
                theirs, _ = self.attempt(["gcc", *words], "out", before)
                result = self.attempt([self.hocketcc, *ours, *words], "out", before)
                self.judge(f"{size} MiB of memory", name, "out", result, theirs)

    def killed(self):
        """The compiler's own part is to be ended too: what it says is its."""
        cc = f"--cc={self.folder / 'cc'}"
        common = {"CALLS": str(self.folder / "calls"), "DEADLY": str(self.folder / "deadly")}
        os.environ.update(common, AT="0", WHO="")
        self.objects([self.hocketcc, cc])
        for name, (words, ours) in COMMANDS.items():
            calls = self.folder / "calls"
            calls.unlink(missing_ok=True)
            self.attempt([self.hocketcc, cc, *ours, *words], "out")
            count = int(calls.read_text())
            for who in ("driver", "part"):
                for at in range(1, count + 1):
                    calls.unlink(missing_ok=True)
                    environment = {"AT": str(at), "WHO": who}
                    result = self.attempt([self.hocketcc, cc, *ours, *words], "out", environment=environment)
                    own = name == "compile" and at == 2  # after the preprocessor
                    self.judge(f"{who} killed at call {at} of {count}", name, "out", result, int(own))
        self.objects([self.hocketcc])

    def no_folder(self):
        """The temporary folder cannot be written to, or is none."""
        closed = self.folder / "closed"
        closed.mkdir(mode=0o555)
        for place in (closed, self.folder / "gone", self.folder / "main.c"):
            for name, (words, ours) in COMMANDS.items():
                result = self.attempt([self.hocketcc, *ours, *words], "out", environment={"TMPDIR": str(place)})
                self.judge(f"TMPDIR={place.name}", name, "out", result, 0)

    def disks(self):
        room = self.folder / "room"
        usual = tempfile.gettempdir()
        for size in ROOM:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "none", str(room)], check=True)
            try:
                for out, temporary in (("room", usual), ("out", str(room)), ("room", str(room))):
                    for name, (words, ours) in COMMANDS.items():
                        environment = {"TMPDIR": temporary}
                        theirs, _ = self.attempt(["gcc", *words], out, environment=environment)
                        result = self.attempt([self.hocketcc, *ours, *words], out, environment=environment)
                        places = ["the output"] * (out == "room") + ["temporary files"] * (temporary != usual)
                        what = f"{size} KiB for {' and '.join(places)}"
                        self.judge(what, name, out, result, theirs)
            finally:
                subprocess.run(["umount", "-l", str(room)], check=True)


def in_namespace(options, hocketcc, folder):
    """The script again, where it may mount; None: there is no such place."""
    for namespace in (["unshare", "-m"], ["unshare", "-rm"]):
        if subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode == 0:
            command = [*namespace, sys.executable, __file__, "--hocketcc", hocketcc, "--in-namespace", str(folder)]
            return subprocess.run([*command, *(["--verbose"] if options.verbose else [])], check=False).returncode
    return None


def main():
    options = parse_arguments()
    hocketcc = str(pathlib.Path(options.hocketcc or pathlib.Path(options.build) / "bin" / "hocketcc").resolve())
    if options.in_namespace:
        test = Test(hocketcc, pathlib.Path(options.in_namespace), options.verbose)
        test.disks()
        print(f"disks: {test.attempts} attempts, {test.failures} failed")
        return 1 if test.failures else 0
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hocket-environment-")).resolve()
    try:
        test = Test(hocketcc, folder, options.verbose)
        test.prepare()
        test.memory()
        test.killed()
        test.no_folder()
        print(f"memory, killed compilers, folders: {test.attempts} attempts, {test.failures} failed", flush=True)
        disks = in_namespace(options, hocketcc, folder)
        if disks is None:
            print("disks: skipped, no namespace to mount in")
        return 1 if test.failures or disks else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
