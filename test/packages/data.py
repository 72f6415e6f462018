# SPDX-License-Identifier: Apache-2.0
"""What the programs work on: made by a generator of our own, always the same.

text.txt   words with frequencies as in language, 30 MB
image.ppm  a picture of gradients, circles and noise, 3000 x 2000
image.pgm  the same in grey; image.pbm in black and white
sound.wav  60 s of two channels, tones that come and go, and noise
data.json  200,000 records
"""

import itertools
import math
import random
import re
import struct


def make_data(folder, lines):
    """Makes what the lines name and the folder lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    named = set(re.findall(r"\{data\}/([\w.]+)", " ".join(lines)))
    for name, make in (("text.txt", text), ("image.ppm", picture), ("image.pgm", grey), ("image.pbm", bits),
                       ("sound.wav", sound), ("data.json", records)):
        if name in named and not (folder / name).exists():
            part = folder / (name + ".part")
            part.write_bytes(make())
            part.rename(folder / name)


def text():
    draw = random.Random(1)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    words = ["".join(draw.choices(letters, range(26, 0, -1), k=draw.randint(1, 10))) for _ in range(20000)]
    weights = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(words))))
    lines = (" ".join(draw.choices(words, cum_weights=weights, k=12)) for _ in range(400000))
    return "\n".join(lines).encode() + b"\n"


WIDTH, HEIGHT = 3000, 2000


def shades():
    """Rows of grey values: slopes, discs, a little noise."""
    draw = random.Random(2)
    discs = [(draw.randrange(WIDTH), draw.randrange(HEIGHT), draw.randrange(40, 300), draw.randrange(256))
             for _ in range(60)]
    noise = [draw.randrange(-6, 7) for _ in range(8191)]
    for y in range(HEIGHT):
        row = [(x * 127 // WIDTH + y * 127 // HEIGHT) for x in range(WIDTH)]
        for cx, cy, radius, shade in discs:
            reach = radius * radius - (y - cy) * (y - cy)
            if reach > 0:
                half = math.isqrt(reach)
                left, right = max(0, cx - half), min(WIDTH, cx + half)
                if left < right:
                    row[left:right] = [shade] * (right - left)
        start = y * 37
        yield bytes(min(255, max(0, value + noise[(start + x) % 8191])) for x, value in enumerate(row))


def picture():
    rows = []
    for y, row in enumerate(shades()):
        turned = row[y % 97:] + row[:y % 97]
        rows.append(bytes(value for pixel in zip(row, turned, reversed(row)) for value in pixel))
    return b"P6\n%d %d\n255\n" % (WIDTH, HEIGHT) + b"".join(rows)


def grey():
    return b"P5\n%d %d\n255\n" % (WIDTH, HEIGHT) + b"".join(shades())


def bits():
    packed = []
    for row in shades():
        number = int("".join("1" if value < 100 else "0" for value in row), 2)
        packed.append(number.to_bytes(WIDTH // 8, "big"))
    return b"P4\n%d %d\n" % (WIDTH, HEIGHT) + b"".join(packed)


RATE, SECONDS = 44100, 60


def sound():
    draw = random.Random(3)
    tones = [(draw.uniform(60, 4000), draw.uniform(0.1, 3), draw.uniform(200, 2500)) for _ in range(12)]
    samples = bytearray()
    for i in range(RATE * SECONDS):
        at = i / RATE
        value = draw.uniform(-300, 300)
        for pitch, beat, loudness in tones[(i >> 15) % 6:(i >> 15) % 6 + 4]:
            value += loudness * math.sin(6.2831853 * beat * at) * math.sin(6.2831853 * pitch * at)
        samples += struct.pack("<hh", int(value), int(value * 0.7))
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, 2, RATE,
                         RATE * 4, 4, 16, b"data", len(samples))
    return header + bytes(samples)


def records():
    draw = random.Random(4)
    lines = (f'{{"id":{i},"name":"n{draw.randrange(10**6)}","at":[{draw.random():.6f},{draw.random():.6f}],'
             f'"tags":["{draw.choice("abcdef")}","{draw.choice("uvwxyz")}"],"on":{draw.choice(["true", "false"])}}}'
             for i in range(200000))
    return ("[" + ",\n".join(lines) + "]\n").encode()
