# SPDX-License-Identifier: Apache-2.0
"""A line for a shell, and what it took."""

import os
import subprocess
import threading
import time
from dataclasses import dataclass

LIMIT_S = 3600


@dataclass
class Step:
    """How one line ended: wall and CPU seconds, its largest process in KiB."""

    status: int  # negative: ended by that signal
    wall: float
    cpu: float
    memory: int


def run(line, folder, log):
    """Runs a line in `folder`; what it says is appended to the file `log`. What links keep is kept there, too."""
    with open(log, "ab") as said:
        said.write(f"$ {line}\n".encode())
        said.flush()
        start = time.monotonic()
        child = subprocess.Popen(["bash", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, stdout=said,
                                 stderr=subprocess.STDOUT, env={**os.environ, "LC_ALL": "C.UTF-8",
                                      "HOCKETCC_FLAGS": "-Rhocket=region-formed",
                                      "HOCKET_CACHE_DIR": str(folder / "hocket-cache")},
                                 start_new_session=True)
        late = threading.Timer(LIMIT_S, os.killpg, (child.pid, 9))
        late.start()
        _, status, usage = os.wait4(child.pid, 0)
        late.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        return Step(child.returncode, time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)


def last_lines(log, count=12):
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:])
