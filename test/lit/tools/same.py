# SPDX-License-Identifier: Apache-2.0
"""same.py HOCKETCC CC [--status N] ARGUMENTS...

Runs both compilers with the same arguments, each in an empty folder of its own,
and compares what they print, their exit status and the files they leave. The
bytes of programs may differ, what they print when run may not."""
import os
import re
import subprocess
import sys
import tempfile


def run_compiler(compiler, arguments):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([compiler] + arguments, cwd=folder, capture_output=True)
        files = {}
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK) and not name.endswith(".so"):
                files[name] = subprocess.run([path], capture_output=True).stdout
            else:
                with open(path, "rb") as file:
                    files[name] = file.read()

    def plain(text):  # without the names of temporary objects
        return re.sub(rb"/\S*/cc\w{6}\b", b"TEMPORARY", text)

    return run.returncode, plain(run.stdout), plain(run.stderr), files


def main():
    ours, theirs, *arguments = sys.argv[1:]
    wanted = None
    if arguments[0] == "--status":
        wanted = int(arguments[1])
        arguments = arguments[2:]
    results = [run_compiler(compiler, arguments) for compiler in (ours, theirs)]
    if wanted is not None and results[0][0] != wanted:
        sys.exit(f"exit status {results[0][0]}, expected {wanted}")
    for what, a, b in zip(("exit status", "output", "messages", "files"), *results):
        if a != b:
            sys.exit(f"{' '.join(arguments)}: {what} differs:\n{a!r}\n{b!r}")


main()
