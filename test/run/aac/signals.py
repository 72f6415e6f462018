# SPDX-License-Identifier: Apache-2.0
"""Sounds for examples/aac, and what a decoder leaves of them."""

import array
import math
import random
import wave

DELAYS = (0, 1024, 2048)  # samples by which decoders are late


def sweep(rate, seconds):
    """Tones that rise from 60 Hz to 14 kHz, the right one later."""
    left, right = [], []
    ratio = math.log(14000 / 60) / seconds
    for i in range(int(rate * seconds)):
        t = i / rate
        phase = 2 * math.pi * 60 * (math.exp(ratio * t) - 1) / ratio
        left.append(12000 * math.sin(phase))
        right.append(12000 * math.sin(phase * 0.7))
    return left, right


def bursts(rate, seconds):
    """Noise of a falling spectrum, a quarter of a second in each second, the
    same in both channels but for a little."""
    source, left, right = random.Random(1), [], []
    low = 0.0
    for i in range(int(rate * seconds)):
        low += 0.2 * (source.uniform(-1, 1) - low)
        loud = 12000 if i % rate < rate // 4 else 0
        left.append(loud * low)
        right.append(loud * low * 0.8)
    return left, right


def castanets(rate, seconds):
    """Clicks that decay within 10 ms, five in a second, over silence."""
    source, left = random.Random(2), []
    low, level = 0.0, 0.0
    for i in range(int(rate * seconds)):
        if i % (rate // 5) == rate // 10:
            level = 20000.0
        low += 0.5 * (source.uniform(-1, 1) - low)
        left.append(level * low)
        level *= 1 - 400 / rate
    return left, [0.6 * x for x in left]


def music(rate, seconds):
    """Chords that decay, two in a second, each voice at its place, with a
    click at every fourth."""
    source = random.Random(3)
    left, right = [0.0] * int(rate * seconds), [0.0] * int(rate * seconds)
    for begin in range(0, len(left), rate // 2):
        for place in (0.2, 0.5, 0.8):
            step = 2 * math.pi * 110 * 2 ** (source.randrange(36) / 12) / rate
            for i in range(min(rate // 2, len(left) - begin)):
                decay = math.exp(-3 * i / rate) * min(1, i / 300)
                tone = decay * (3500 * math.sin(step * i) + 1200 * math.sin(3 * step * i))
                left[begin + i] += tone * (1 - place)
                right[begin + i] += tone * place
        if begin // (rate // 2) % 4 == 3:
            for i in range(min(800, len(left) - begin)):
                click = 9000 * math.exp(-i / 100) * source.uniform(-1, 1) * (i % 3)
                left[begin + i] += click / 2
                right[begin + i] += click / 3
    return left, right


def write(path, rate, channels):
    """A WAV file of the first of two channels, or of both."""
    samples = array.array("h")
    for pair in zip(*channels):
        samples.extend(max(-32768, min(32767, round(x))) for x in pair)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())


def read(path, channels):
    """The samples; of two channels where one was meant, the first."""
    with wave.open(str(path)) as file:
        samples = array.array("h", file.readframes(file.getnframes()))
        return samples[::2] if file.getnchannels() > channels else samples


def ratio(original, decoded, late):
    """Signal to noise, in dB, of what both have."""
    signal = noise = 0
    for a, b in zip(original, decoded[late:]):
        signal += a * a
        noise += (a - b) * (a - b)
    return 10 * math.log10(max(signal, 1) / max(noise, 1))


def signal_to_noise(original, decoded, channels):
    """That of the delay that fits, which is looked for in the first second,
    and by how many samples a channel the decoded sound is too short."""
    begin = next((i for i, x in enumerate(original) if x), 0)
    part = original[: begin + 44100 * channels]
    late = max(DELAYS, key=lambda d: ratio(part, decoded, d * channels)) * channels
    return ratio(original, decoded, late), (len(original) + late - len(decoded)) // channels


def largest_difference(original, decoded):
    """The largest difference of a sample, of the delay that fits best."""
    late = [d for d in DELAYS if len(decoded) - d >= len(original)]
    return min((max(abs(a - b) for a, b in zip(original, decoded[d:])) for d in late), default=65535)
