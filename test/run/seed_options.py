# SPDX-License-Identifier: Apache-2.0
"""The options of all scripts that make programs from seeds."""

import argparse
import os

import cases


def parser(description):
    result = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(cases.ROOT / "build")))
    result.add_argument("--hocketcc", help="the compiler under test; default BUILD/bin/hocketcc")
    result.add_argument("--seed", type=int, default=1, help="the first; the next has the next number")
    result.add_argument("--count", type=int, default=1)
    result.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    return result
