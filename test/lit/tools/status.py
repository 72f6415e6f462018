# SPDX-License-Identifier: Apache-2.0
"""status.py N COMMAND...: runs COMMAND; succeeds if it ends with exit status N."""
import subprocess
import sys

wanted = int(sys.argv[1])
status = subprocess.run(sys.argv[2:]).returncode
if status != wanted:
    sys.exit(f"exit status {status}, expected {wanted}: {' '.join(sys.argv[2:])}")
