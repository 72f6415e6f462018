#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What examples/aac writes is AAC: decoders read it without a complaint, the
sound is the one that was encoded, the rate is the one that was asked for, and
short windows are where the sound begins suddenly. Of a stream with all
codewords in it (codes.c) they make what the standard says.

The encoder is compiled by gcc with AddressSanitizer and
UndefinedBehaviorSanitizer, and tried with each of faad and ffmpeg (Debian's
packages of these names) that is there; without either it is skipped.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import signals

ENCODER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "aac"
CODES = pathlib.Path(__file__).resolve().parent / "codes.c"
CODING = ("huffman", "codebooks", "syntax", "adts", "bits", "bands", "wav")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# Of the rate that was asked for, at most above it and below it: at the end of
# so short a sound, bits are left.
ABOVE, BELOW = 0.02, 0.07
SECONDS = 4
# Of a longer sound, which the encoder makes itself.
LONG_SECONDS, LONG_ERROR = 40, 0.01


@dataclass
class Trial:
    signal: str
    rate: int
    channels: int
    kbits: int
    least: float  # dB of signal to noise
    short: tuple = (0, 0)  # frames of short windows, at least and at most
    options: tuple = ()
    steady: bool = True  # not silent or so simple that it takes fewer bits than there are

    def __str__(self):
        words = [self.signal, f"{self.rate} Hz", f"{self.channels} channels", f"{self.kbits} kbit/s", *self.options]
        return ", ".join(words)


# Twenty clicks, each in a frame of its own or between two.
CLICKS = (20, 45)
# Two clicks among chords, some of which begin loudly enough.
CHORDS = (4, 16)
TRIALS = (
    Trial("sweep", 44100, 2, 128, 55, steady=False),
    Trial("bursts", 44100, 2, 128, 12, (3, 12), steady=False),
    Trial("castanets", 44100, 2, 128, 10, CLICKS, steady=False),
    Trial("music", 44100, 2, 128, 35, CHORDS),
    Trial("music", 44100, 2, 128, 35, CHORDS, ("-k",)),
    Trial("music", 48000, 2, 192, 36, CHORDS),
    Trial("music", 32000, 2, 96, 33, CHORDS),
    Trial("music", 44100, 1, 64, 34, CHORDS),
    Trial("music", 48000, 1, 32, 26, CHORDS),
    Trial("castanets", 32000, 1, 48, 12, CLICKS, steady=False),
    Trial("castanets", 44100, 2, 512, 17, CLICKS, steady=False),
    Trial("music", 44100, 2, 512, 48, CHORDS, steady=False),
)


def build(sources, binary):
    flags = ["-std=c99", "-pedantic", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *SANITIZERS]
    command = ["gcc", *flags, f"-I{ENCODER}", *map(str, sources), "-lm", "-o", str(binary)]
    subprocess.run(command, check=True)
    return binary


def decode_faad(encoded, decoded):
    done = subprocess.run(["faad", "-o", decoded, encoded], capture_output=True, text=True, check=False)
    complaint = re.search(r"^.*(?:error|warning).*$", done.stderr, re.IGNORECASE | re.MULTILINE)
    return complaint.group() if complaint else f"status {done.returncode}" if done.returncode else ""


def decode_ffmpeg(encoded, decoded):
    command = ["ffmpeg", "-v", "warning", "-y", "-err_detect", "explode", "-xerror", "-i", encoded, decoded]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    # Of any stream of ADTS, which has no length in it:
    said = [line for line in done.stderr.splitlines() if "Estimating duration" not in line]
    return said[0] if said else f"status {done.returncode}" if done.returncode else ""


DECODERS = {"faad": decode_faad, "ffmpeg": decode_ffmpeg}


def said(text):
    """What the encoder says of the frames, those of short windows, and kbit/s."""
    found = re.search(r"(\d+) frames, (\d+) of short windows, .* ([\d.]+) kbit/s", text)
    return int(found.group(1)), int(found.group(2)), float(found.group(3))


def problems_of_codes(decoders, work):
    """Of the stream with all codewords, samples may differ by how they are
    rounded."""
    binary = build([CODES, *(ENCODER / f"{name}.c" for name in CODING)], work / "codes")
    encoded, expected, decoded = (str(work / name) for name in ("codes.aac", "codes.wav", "decoded.wav"))
    subprocess.run([str(binary), encoded, expected], check=True)
    original, problems = signals.read(expected, 1), []
    for name in decoders:
        complaint = DECODERS[name](encoded, decoded)
        if complaint:
            problems.append(f"{name}: {complaint}")
            continue
        largest = signals.largest_difference(original, signals.read(decoded, 1))
        print(f"all codewords: samples differ by {largest} at most, by {name}", flush=True)
        if largest > 1:
            problems.append(f"samples differ by {largest}, by {name}")
    return problems


def check_long(encoder, work):
    """The rate of a longer sound is the one that was asked for."""
    command = [str(encoder), "-b", "128", "-s", str(LONG_SECONDS), str(work / "long.aac")]
    rate = said(subprocess.run(command, capture_output=True, text=True, check=True).stdout)[2]
    print(f"{LONG_SECONDS} seconds of its own, 128 kbit/s: {rate} kbit/s", flush=True)
    return abs(rate - 128) <= 128 * LONG_ERROR


def problems_of(trial, encoder, decoders, work):
    """What is wrong, line by line; prints the figures."""
    sound, encoded, decoded = (str(work / name) for name in ("sound.wav", "sound.aac", "decoded.wav"))
    channels = getattr(signals, trial.signal)(trial.rate, SECONDS)
    signals.write(sound, trial.rate, channels[: trial.channels])
    command = [str(encoder), "-b", str(trial.kbits), *trial.options, sound, encoded]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [f"encoder: status {done.returncode}: {done.stderr}"]
    frames, short, rate = said(done.stdout)
    problems = []
    if not trial.short[0] <= short <= trial.short[1]:
        problems.append(f"{short} frames of short windows, expected {trial.short[0]} to {trial.short[1]}")
    if rate > trial.kbits * (1 + ABOVE) or (trial.steady and rate < trial.kbits * (1 - BELOW)):
        problems.append(f"{rate} kbit/s, expected {trial.kbits}")
    original, ratios = signals.read(sound, trial.channels), []
    for name in decoders:
        complaint = DECODERS[name](encoded, decoded)
        if complaint:
            problems.append(f"{name}: {complaint}")
            continue
        ratio, missing = signals.signal_to_noise(
            original, signals.read(decoded, trial.channels), trial.channels)
        ratios.append(f"{ratio:.2f} dB by {name}")
        if ratio < trial.least:
            problems.append(f"{ratio:.2f} dB by {name}, expected {trial.least}")
        if missing > 0:
            problems.append(f"{missing} samples are missing by {name}")
    print(f"{trial}: {rate} kbit/s, {short} of {frames} frames short, {', '.join(ratios)}", flush=True)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=pathlib.Path, help="a program in place of the one that is built")
    options = parser.parse_args()
    decoders = [name for name in DECODERS if shutil.which(name)]
    if not decoders:
        print("skipped: neither faad nor ffmpeg is installed")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hocket-aac-") as folder:
        work = pathlib.Path(folder)
        encoder = options.encoder or build(sorted(ENCODER.glob("*.c")), work / "aac")
        for problem in problems_of_codes(decoders, work):
            failed += 1
            print(f"FAIL all codewords: {problem}")
        for trial in TRIALS:
            problems = problems_of(trial, encoder, decoders, work)
            failed += bool(problems)
            for problem in problems:
                print(f"FAIL {trial}: {problem}")
        if not check_long(encoder, work):
            failed += 1
            print(f"FAIL {LONG_SECONDS} seconds of its own")
    print(f"{len(TRIALS) + 2} sounds, {failed} failed, decoded by {' and '.join(decoders)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
