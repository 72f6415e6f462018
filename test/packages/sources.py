# SPDX-License-Identifier: Apache-2.0
"""Source packages of Debian, fetched by apt-get and unpacked once.

Few machines have deb-src lines: apt is given a list of its own, with those of
the machine's deb lines, and keeps what it reads beside the sources."""

import pathlib
import re
import shutil
import subprocess
import tempfile


class NotToBeHad(Exception):
    """Neither from the mirror nor from an earlier run."""


def fetch(package, directory):
    """The folder with the package's sources. Throws NotToBeHad."""
    folder = directory / package.name / "source"
    install(package.needs)
    if folder.exists():
        return folder
    options = apt_options(directory / "apt")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        done = subprocess.run(["apt-get", *options, "source", "-qq", "--only-source", package.source], cwd=scratch,
                              capture_output=True, text=True, check=False)
        # A mirror may lack the packaging or a signature: the sources count.
        found = folders(scratch) or unpack_upstream(scratch)
        if not found:
            raise NotToBeHad(f"apt-get source {package.source}: {done.stderr.strip()[-500:]}")
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(found[0], folder)
    return folder


def apt_options(folder):
    """Options with which apt knows sources; their lists are read once."""
    parts, lists = folder / "sources.list.d", folder / "lists"
    options = ["-o", "Dir::Etc::SourceList=/dev/null", "-o", f"Dir::Etc::SourceParts={parts}", "-o",
               f"Dir::State::Lists={lists}"]
    if not lists.exists():
        parts.mkdir(parents=True, exist_ok=True)
        (lists / "partial").mkdir(parents=True)
        for path in [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("*")]:
            if path.suffix in (".list", ".sources") and path.exists():
                text = re.sub(r"^deb ", "deb-src ", path.read_text(), flags=re.MULTILINE)
                text = re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE)
                (parts / path.name).write_text(text)
        # Others than Debian may have no sources: what counts is what was found.
        subprocess.run(["apt-get", *options, "update", "-qq"], capture_output=True, check=False)
    return options


def folders(scratch):
    return sorted(path for path in scratch.iterdir() if path.is_dir())


def unpack_upstream(scratch):
    for archive in sorted(scratch.iterdir()):
        if re.search(r"\.orig\.tar\.\w+$", archive.name):
            subprocess.run(["tar", "xf", archive], cwd=scratch, check=True)
    return folders(scratch)


def install(names):
    """Debian packages that are missing."""
    missing = [name for name in names if not is_installed(name)]
    if missing:
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], check=True,
                       stdout=subprocess.DEVNULL)


def is_installed(name):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", name], capture_output=True, text=True,
                          check=False)
    return done.stdout == "installed"
