# SPDX-License-Identifier: Apache-2.0
"""Programs to be mutated, and the compiler's word on whether one has a result."""

import pathlib
import re

import execution

HERE = pathlib.Path(__file__).resolve().parent.parent
# A mutant of these could do harm to the machine, or wait for somebody.
DANGEROUS = re.compile(
    r"fork|exec|kill|system|popen|unlink|remove|rename|pthread|socket|signal|alarm|sleep|dlopen|asm|mmap|rlimit|argv"
)


def sources():
    """Programs of one file that need nothing."""
    found = []
    for path in sorted((HERE / "programs").rglob("*.c")):
        is_alone = (path.parent / "main.c").exists() is False
        if is_alone and not DANGEROUS.search(path.read_text(errors="replace")):
            found.append(path)
    return found


def has_two_results(files, folder, run, expected):
    """By sanitizers, or where optimization or what fills variables changes it."""
    builds = (
        ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        ["-O0", "-ftrivial-auto-var-init=pattern"],
        ["-O2", "-ftrivial-auto-var-init=zero", "-fwrapv", "-fno-strict-aliasing"],
        # gcc 12 makes vectors of some loops over unions that it must not.
        ["-O3", "-fno-inline"],
    )
    for number, flags in enumerate(builds):
        program = folder / f"again-{number}"
        command = ["gcc", "-w", *flags, *files, "-o", str(program), "-lm"]
        if execution.build(command, 120):
            return True
        # AddressSanitizer asks for more addresses than any limit.
        outcome = execution.run([str(program)], b"", 60, None) if number == 0 else run(program)
        if outcome is None or expected.difference(outcome):
            return True
    return False


PAIR = {
    "main.c": """#include <stdio.h>
double table[3000];
int counts[500], knob = 3;
double total(const double *x, int n);
void work(double *x, int n);
void count(const double *x, int n);
int main(void)
{
  for (int r = 0; r < 5; r++)
    work(table, 3000);
  count(table, 3000);
  for (int i = 1; i < 500; i++)
    counts[0] += counts[i] * i;
  printf("%.17g %d %d\\n", total(table, 3000), counts[0], knob);
  return 0;
}
""",
    "work.c": """extern int knob, counts[500];
static double scratch[3000];
void work(double *x, int n)
{
  for (int i = 0; i < n; i++)
    x[i] = x[i] + i * 0.25 + knob;
}
void count(const double *x, int n)
{
  for (int i = 0; i < n; i++)
    counts[(int)x[i] % 500]++;
}
double total(const double *x, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    scratch[i] = x[i] * 1.5;
  for (int i = 0; i < n; i++)
    s += scratch[i];
  knob = n;
  return s;
}
""",
}
