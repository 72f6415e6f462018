# SPDX-License-Identifier: Apache-2.0
"""`hocket schedule` and `hocket simulate` as functions of plain data."""

import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("HOCKET_BUILD_DIR", ROOT / "build"))
HOCKET = os.environ.get("HOCKET", str(BUILD / "bin/hocket"))


def run(*words):
    done = subprocess.run([HOCKET, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"hocket {' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


def chip(name, change=lambda text: text):
    """The text of a spec, changed; JSON is YAML, too."""
    return change((ROOT / f"soc-specs/{name}.yaml").read_text())


def with_lines(text, lines):
    """The spec with some lines behind each line that begins so: keys of a list's
    item at its depth."""
    out = []
    for line in text.splitlines():
        out.append(line)
        for begin, more in lines.items():
            if line.strip().startswith(begin):
                depth = len(line) - len(line.lstrip(" -"))
                out += [" " * depth + text for text in more]
    return "\n".join(out) + "\n"


class Files:
    """Data as files of a folder that is gone afterwards."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def path(self, name, data=None):
        path = pathlib.Path(self.folder.name, name)
        if data is not None:
            path.write_text(data if isinstance(data, str) else json.dumps(data))
        return path


def simulate(spec, scenario=None, plan=None, *options):
    """What `--json` writes. `spec`: a chip as text; `plan`: what schedule()
    returned."""
    with Files() as files:
        words = ["simulate", f"--soc={files.path('chip.yaml', spec)}", f"--json={files.path('out.json')}", *options]
        if scenario is not None:
            words.append(f"--scenario={files.path('scenario.yaml', scenario)}")
        if plan is not None:
            words.append(files.path("plan.json", plan))
        run(*words)
        return json.loads(files.path("out.json").read_text())["simulation"]


def schedule(graph, spec, *options):
    """The whole of what `--json` writes."""
    with Files() as files:
        run("schedule", files.path("graph.json", {"graph": graph}), f"--soc={files.path('chip.yaml', spec)}",
            f"--json={files.path('out.json')}", *options)
        return json.loads(files.path("out.json").read_text())


def ends(simulation):
    """For each process that ended when its last thread did, in ns."""
    last = {}
    for thread in simulation["threads"]:
        if "end" in thread:
            last[thread["process"]] = max(last.get(thread["process"], 0), thread["end"])
    return last


class Report:
    """The lines of an experiment, for claims of the papers what is to be said of
    them, and drawings by the names of their files."""

    def __init__(self, title):
        self.lines, self.claims, self.drawings = [f"## {title}", ""], [], {}

    def table(self, head, rows):
        self.lines += ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
        self.lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows] + [""]

    def say(self, text):
        self.lines += [text, ""]

    def claim(self, number, verdict, found):
        self.claims.append((number, verdict, found))


def percent(new, old):
    return f"{(new / old - 1) * 100:+.1f} %"
