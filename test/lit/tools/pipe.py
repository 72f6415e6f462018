# SPDX-License-Identifier: Apache-2.0
"""pipe.py FILE COMMAND...: runs COMMAND with {} replaced by a pipe that gives FILE."""
import os
import subprocess
import sys

reader, writer = os.pipe()
with open(sys.argv[1], "rb") as file:
    os.write(writer, file.read())
os.close(writer)
words = [f"/dev/fd/{reader}" if word == "{}" else word for word in sys.argv[2:]]
sys.exit(subprocess.run(words, pass_fds=[reader]).returncode)
