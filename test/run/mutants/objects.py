# SPDX-License-Identifier: Apache-2.0
"""Objects and archives, and what they carry, damaged."""

import re
import subprocess

from mutants import programs

SECTION = ".hocket.unit"
VALUES = (b"-1", b"0", b"1", b"99999999", b"4294967297", b"9223372036854775807", b"1e999", b"null", b"[]", b"{}", b'"x"',
          b'"\xff"', b"[1]", b"[[[[[[[[", b"")  # fmt: skip


def flip(rng, data):
    for _ in range(rng.choice((1, 1, 1, 8, 100))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite(rng, data):
    start = rng.randrange(len(data))
    size = min(rng.randrange(1, 200), len(data) - start)
    fill = rng.choice((b"\0", b"\xff", None))
    data[start : start + size] = fill * size if fill else rng.randbytes(size)


def truncate(rng, data):
    del data[rng.randrange(len(data)) :]


def insert(rng, data):
    at = rng.randrange(len(data))
    data[at:at] = rng.choice((b"\0", b"\xff", b"A")) * rng.randrange(1, 500)


def repeat(_, data):
    data.extend(bytes(data))


def change_length(rng, data):
    """The digits before the head."""
    start = data.find(b"\n") + 1
    data[start : start + 8] = rng.choice((b"       0", b"99999999", b"      -1", b"0x000010", b"        ", b"     200"))


def change_head(rng, data):
    """A value of the head; its length is set right by turns."""
    start = data.find(b"{")
    fields = list(re.finditer(rb'"\w+":("[^"]*"|\d+|\[[^]]*\])', bytes(data)))
    field = rng.choice(fields)
    new = rng.choice(VALUES)
    grown = len(new) - (field.end(1) - field.start(1))
    data[field.start(1) : field.end(1)] = new
    if rng.randrange(4):
        size = int(bytes(data[start - 8 : start])) + grown
        data[start - 8 : start] = f"{size:8}".encode()


def flip_head(rng, data):
    start = data.find(b"{")
    size = int(bytes(data[start - 8 : start]))
    data[start + rng.randrange(size)] ^= 1 << rng.randrange(8)


def flip_text(rng, data):
    start = data.find(b"{")
    size = int(bytes(data[start - 8 : start]))
    data[rng.randrange(start + size, len(data))] ^= 1 << rng.randrange(8)


def other_version(rng, data):
    at = data.find(b'"version":"') + 11
    data[at : at + 5] = rng.choice((b"0.0.9", b"9.1.0", b"     "))


OF_A_UNIT = (flip, flip, overwrite, truncate, insert, repeat, change_length, change_head, change_head, flip_head, flip_head,
             flip_text, other_version)  # fmt: skip
OF_A_FILE = (flip, flip, overwrite, truncate, insert, repeat)


class Objects:
    may_be_refused = False
    statuses = (0,)

    def __init__(self, rng, folder, hocketcc):
        self.folder = folder
        for name, text in programs.PAIR.items():
            (folder / name).write_text(text)
        level = rng.choice(("-O1", "-O2", "-O3"))
        more = rng.choice(([], ["-g"], ["-fno-strict-aliasing"]))
        subprocess.run([hocketcc, level, *more, "-c", *programs.PAIR], cwd=folder, check=True, capture_output=True)
        self.intact = folder / "intact"
        subprocess.run(["gcc", "main.o", "work.o", "-o", self.intact], cwd=folder, check=True, capture_output=True)
        victim = rng.choice(("main.o", "work.o"))
        self.inputs = ["main.o", "work.o"]
        in_archive = rng.randrange(3) == 0
        whole = in_archive and rng.randrange(2) == 0
        way = None
        if not whole:
            way = self.damage_object(rng, victim)
        if in_archive:
            subprocess.run(["ar", "rcs", "libwork.a", "work.o"], cwd=folder, check=True, capture_output=True)
            self.inputs = ["main.o", "libwork.a"]
        if whole:
            victim = "libwork.a"
            way = self.damage(rng, victim, OF_A_FILE)
        self.what = f"{way.__name__} in {victim}"
        self.own = [hocketcc, "--no-fallback", "--always-parallel", f"--cores={rng.choice((1, 2, 4))}"]

    def damage(self, rng, name, ways):
        path = self.folder / name
        data = bytearray(path.read_bytes())
        way = rng.choice(ways)
        way(rng, data)
        path.write_bytes(data)
        return way

    def damage_object(self, rng, name):
        if rng.randrange(4) == 0:
            return self.damage(rng, name, OF_A_FILE)
        objcopy = ["objcopy", f"--dump-section={SECTION}=unit", name]
        subprocess.run(objcopy, cwd=self.folder, check=True, capture_output=True)
        way = self.damage(rng, "unit", OF_A_UNIT)
        objcopy = ["objcopy", f"--update-section={SECTION}=unit", name]
        subprocess.run(objcopy, cwd=self.folder, check=True, capture_output=True)
        return way

    def theirs(self, output):
        return ["gcc", *self.inputs, "-o", output]

    def ours(self, output):
        return [*self.own, *self.inputs, "-o", output]

    @staticmethod
    def is_undefined(_run, _expected):
        return False
