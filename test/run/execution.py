# SPDX-License-Identifier: Apache-2.0
"""Building a program and running it, and what came of it."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

# What the runtime itself says about this machine, not the program.
RUNTIME_SAYS = re.compile(rb"^hocket: .*\n", re.MULTILINE)


@dataclass
class Outcome:
    """All that a run of a program left behind."""

    status: object  # exit status, negative for a signal, "timeout"
    stdout: bytes
    stderr: bytes
    files: dict
    said: bytes = b""  # by the runtime, on standard error

    def difference(self, other):
        """In words, where `other` differs; empty if it does not."""
        if self.status != other.status:
            return f"exit status {other.status}, expected {self.status}; stderr: {tail(other.stderr + other.said, 1500)}"
        if self.stdout != other.stdout:
            return "stdout differs " + first_difference(self.stdout, other.stdout)
        if self.stderr != other.stderr:
            return "stderr differs " + first_difference(self.stderr, other.stderr)
        if sorted(self.files) != sorted(other.files):
            return f"files {sorted(other.files)}, expected {sorted(self.files)}"
        for name, content in self.files.items():
            if content != other.files[name]:
                return f"file {name} differs " + first_difference(content, other.files[name])
        return ""


def tail(data, size=400):
    return data[-size:].decode(errors="replace").strip()


def common_start(expected, got):
    """Up to the end of the first line that differs."""
    lines = zip(expected.splitlines(keepends=True), got.splitlines(keepends=True))
    result = b""
    for a, b in lines:
        result += a
        if a != b:
            break
    return result


def first_difference(expected, got):
    at = next((i for i, (a, b) in enumerate(zip(expected, got)) if a != b), min(len(expected), len(got)))
    line = expected.count(b"\n", 0, at) + 1
    start = expected.rfind(b"\n", 0, at) + 1

    def show(data):
        return repr(data[start : start + 100].split(b"\n")[0])[1:]

    return f"at line {line}: {show(got)}, expected {show(expected)}"


def build(command, timeout):
    """Returns what the compiler said if it failed or warned of itself, else ''."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return f"the compiler took more than {timeout} s"
    if done.returncode != 0:
        return f"the compiler failed with status {done.returncode}: {tail(done.stderr, 1500)}"
    if b"internal problem" in done.stderr or b"internal error" in done.stderr:
        return f"the compiler reported an internal error: {tail(done.stderr, 1500)}"
    return ""


def run(command, stdin, timeout, environment):
    """Runs in an empty folder of its own, of which all files are collected."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hocket-run-"))
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, timeout=timeout, cwd=folder, env=environment, check=False
        )
        files = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        said = b"".join(RUNTIME_SAYS.findall(done.stderr))
        return Outcome(done.returncode, done.stdout, RUNTIME_SAYS.sub(b"", done.stderr), files, said)
    except subprocess.TimeoutExpired as late:
        return Outcome("timeout", late.stdout or b"", late.stderr or b"", {})
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def parallel_regions(report):
    """How many regions of a JSON report run on more than one core."""
    data = json.loads(pathlib.Path(report).read_text())
    return sum(1 for region in data["regions"] if region["cores"] > 1)
