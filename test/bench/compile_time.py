#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long hocketcc's analysis takes, beside `clang -O2 -c`.

    test/bench/compile_time.py --build build                 # the sizes below
    test/bench/compile_time.py --lines 50000 --shape calls   # one of them
    test/bench/compile_time.py --keep DIR                     # leave the programs there

The programs are generated: functions with loops, structures, globals, arrays of
pointers, lists, function pointers and calls of one another. `mixed` is a
program of the ordinary kind, most of it never called; in `reached` all of it is
called; `recursive` has 500 functions that all call each
other and pass pointers on; `lists` links many structures.

For each program: processor seconds (its own and its children's) and memory of `clang -O2 -c`, of hocketcc up to loop
kinds, and of the whole of hocketcc; the ratio to clang; ok or FAIL by the limits
of --limit (times clang's, for up to 20000 lines) and of 60 s and 2 GB.
"""
import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

PRELUDE = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { int key; double value; struct item *next; char name[16]; };
struct table { struct item **slots; int size, used; struct item *free; };
struct grid { double *data, *old; int w, h; struct table *names; };
typedef int (*visitor)(struct item *, void *);
"""


def scalar_function(rng, k):
    return f"""
int f{k}(int a, int b, const int *v, int n) {{
  int i, s = {k % 13}, best = a;
  for (i = 0; i < n; i++) {{
    if (v[i] > best)
      best = v[i];
    else if (v[i] == b)
      continue;
    s += v[i] * {rng.randrange(2, 9)} + (i & {rng.randrange(1, 64)});
  }}
  switch (s & 3) {{
  case 0:
    return best + s;
  case 1:
    s -= best;
    break;
  default:
    s ^= a;
  }}
  return s;
}}
"""


def grid_function(rng, k):
    return f"""
void f{k}(struct grid *g, double w) {{
  double *out = g->data, *in = g->old, *t;
  for (int y = 1; y < g->h - 1; y++)
    for (int x = 1; x < g->w - 1; x++) {{
      double sum = in[(y - 1) * g->w + x] + in[(y + 1) * g->w + x];
      sum += in[y * g->w + x - 1] + in[y * g->w + x + 1];
      out[y * g->w + x] = w * sum + {rng.randrange(1, 9)} * in[y * g->w + x];
    }}
  for (int y = 0; y < g->h; y++)
    global{k % 97}[y % {rng.randrange(20, 100)}] += out[y * g->w];
  t = g->data;
  g->data = g->old;
  g->old = t;
}}
"""


def list_function(rng, k):
    return f"""
struct item *f{k}(struct table *t, int key, const char *name) {{
  unsigned h = (unsigned)key * {rng.randrange(3, 999)}u % (unsigned)t->size;
  struct item *p;
  for (p = t->slots[h]; p; p = p->next)
    if (p->key == key && strcmp(p->name, name) == 0)
      return p;
  if (t->free) {{
    p = t->free;
    t->free = p->next;
  }} else {{
    p = malloc(sizeof *p);
    if (!p)
      exit(1);
  }}
  p->key = key;
  strncpy(p->name, name, sizeof p->name - 1);
  p->next = t->slots[h];
  t->slots[h] = p;
  t->used++;
  return p;
}}
"""


def walk_function(rng, k, earlier):
    visit = [f"visit{rng.randrange(8)}" for _ in range(2)]
    return f"""
int f{k}(struct table *t, struct grid *g, void *data) {{
  visitor all[2] = {{{visit[0]}, {visit[1]}}};
  int count = 0;
  for (int i = 0; i < t->size; i++)
    for (struct item *p = t->slots[i]; p; p = p->next)
      count += all[i & 1](p, data);
  if (count > {rng.randrange(9)} && g->names != t)
    g->names = t;
  for (int i = 0; i < {rng.randrange(10, 90)}; i++)
    global{k % 97}[i] = global{(k * 7) % 97}[i] * 0.5 + count;
{earlier}  return count;
}}
"""


def call_of(rng, kinds, k):
    """A statement that calls an earlier function."""
    j = rng.randrange(max(0, k - 60), k)
    return {
        "scalar": f"  count += f{j}(count, {k}, numbers, 64);\n",
        "grid": f"  f{j}(g, 0.{rng.randrange(1, 9)});\n",
        "list": f"  f{j}(t, count, \"k{k}\")->value += 1;\n",
        "walk": f"  count += f{j}(t, g, data);\n" if rng.random() < 0.3 else "",
    }[kinds[j]]


def call_all(kinds):
    """Functions that call all the others, and the calls of them."""
    text, calls = [], []
    for first in range(0, len(kinds), 50):
        text.append(f"static int run{first}(struct table *t, struct grid *g, "
                    "void *data, int count) {\n")
        for k in range(first, min(first + 50, len(kinds))):
            text.append({
                "scalar": f"  count += f{k}(count, {k}, numbers, 64);\n",
                "grid": f"  f{k}(g, 0.2);\n",
                "list": f"  f{k}(t, count, \"k{k}\")->value += 1;\n",
                "walk": f"  count += f{k}(t, g, data);\n"}[kinds[k]])
        text.append("  return count;\n}\n")
        calls.append(f"  count = run{first}(&t, &g, &data, count);\n")
    return "".join(text), "".join(calls)


def reached(lines, rng):
    return mixed(lines, rng, isReached=True)


def mixed(lines, rng, isReached=False):
    text = [PRELUDE, "static int numbers[64];\n"]
    text += [f"static double global{i}[100];\n" for i in range(97)]
    for i in range(8):
        text.append(f"static int visit{i}(struct item *p, void *data) {{\n"
                    f"  *(double *)data += p->value * {i + 1};\n"
                    f"  return p->key > {i};\n}}\n")
    kinds, size, last = [], sum(t.count("\n") for t in text), {}
    while size < lines - 30:
        k = len(kinds)
        kind = rng.choice(["scalar", "grid", "list", "walk"])
        if kind == "walk":
            part = walk_function(rng, k, "".join(
                call_of(rng, kinds, k) for _ in range(min(k, 3))))
        else:
            part = {"scalar": scalar_function, "grid": grid_function,
                    "list": list_function}[kind](rng, k)
        kinds.append(kind)
        last[kind] = k
        text.append(part)
        size += part.count("\n")
    callers, calls = call_all(kinds) if isReached else ("", "")
    text.append(f"""
{callers}
int main(void) {{
  int count = 0;
  struct table t = {{calloc(64, sizeof(struct item *)), 64, 0, NULL}};
  struct grid g = {{calloc(4096, 8), calloc(4096, 8), 64, 64, &t}};
  double data = 0;
  for (int i = 0; i < 64; i++)
    numbers[i] = i * 37 % 64;
{calls}  f{last['list']}(&t, 3, "x");
  f{last['grid']}(&g, 0.2);
  printf("%d %d %g\\n", f{last['scalar']}(1, 2, numbers, 64),
         f{last['walk']}(&t, &g, &data) + count, data);
}}
""")
    return "".join(text)


def recursive(lines, rng):
    """500 functions in one knot, and pointers that go round in it."""
    count = 500
    text = [PRELUDE, "static struct item *roots[500];\n"]
    text += [f"struct item *f{i}(struct item *, int);\n"
             for i in range(count)]
    for i in range(count):
        body = []
        for _ in range(max(1, (lines // count - 8) // 3)):
            j = rng.randrange(count)
            body.append(f"  if (n & {1 << rng.randrange(9)})\n"
                        f"    p->next = f{j}(p->next ? p->next : q, n - 1);\n"
                        f"  roots[{rng.randrange(count)}] = p;\n")
        text.append(f"struct item *f{i}(struct item *p, int n) {{\n"
                    f"  struct item *q = roots[{i}];\n"
                    "  if (n <= 0)\n    return p;\n"
                    "  if (!q)\n    q = malloc(sizeof *q);\n"
                    + "".join(body) + "  return n & 1 ? p : q;\n}\n")
    text.append("int main(void) {\n  struct item one = {0};\n"
                "  return f0(&one, 9) == 0;\n}\n")
    return "".join(text)


def lists(lines, rng):
    """Many kinds of linked structures."""
    kinds = max(10, lines // 40)
    text = [PRELUDE]
    for i in range(kinds):
        text.append(f"struct s{i} {{ int v; struct s{i} *next; "
                    f"struct s{max(0, i - 1)} *up; double *data; }};\n"
                    f"static struct s{i} *head{i};\n")
    for i in range(kinds):
        up = max(0, i - 1)
        text.append(f"""
void add{i}(int v) {{
  struct s{i} *p = malloc(sizeof *p), **where;
  p->v = v;
  p->data = calloc(v + 1, sizeof(double));
  p->up = head{up};
  for (where = &head{i}; *where && (*where)->v < v; where = &(*where)->next)
    ;
  p->next = *where;
  *where = p;
}}
double sum{i}(int n) {{
  double s = 0;
  for (struct s{i} *p = head{i}; p; p = p->next) {{
    for (int k = 0; k < p->v && k < n; k++)
      s += p->data[k] + k;
    if (p->up)
      s += p->up->v;
  }}
  return s;
}}
""")
    calls = "".join(f"  add{i}({i % 9});\n  s += sum{i}(5);\n"
                    for i in range(kinds))
    text.append(f"int main(void) {{\n  double s = 0;\n{calls}"
                "  printf(\"%g\\n\", s);\n}\n")
    return "".join(text)


SHAPES = {"mixed": mixed, "reached": reached,
          "recursive": recursive, "lists": lists}
DEFAULT = [("mixed", 2000), ("mixed", 10000), ("recursive", 10000),
           ("lists", 10000), ("mixed", 200000)]


def measure(command, limit):
    """Processor seconds, peak MB and whether it ended well."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > limit:
                process.kill()
                os.wait4(process.pid, 0)
                return limit, 0, False
            time.sleep(0.01)
    except KeyboardInterrupt:
        process.kill()
        raise
    return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
            os.waitstatus_to_exitcode(status) == 0)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--shape", choices=SHAPES)
    parser.add_argument("--lines", type=int)
    parser.add_argument("--limit", type=float, default=3.0)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--stages", default="polyhedral,all")
    parser.add_argument("--keep")
    args = parser.parse_args()
    wanted = DEFAULT
    if args.shape or args.lines:
        wanted = [(args.shape or "mixed", args.lines or 10000)]
    folder = args.keep or tempfile.mkdtemp(prefix="hocket-compile-time-")
    os.makedirs(folder, exist_ok=True)
    hocketcc = os.path.join(args.build, "bin", "hocketcc")
    failed = False
    print(f"{'program':>18} {'lines':>7} {'what':>12} {'s':>7} {'MB':>6} {'x clang':>8}")
    for shape, lines in wanted:
        source = os.path.join(folder, f"{shape}{lines}.c")
        text = SHAPES[shape](lines, random.Random(lines))
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        count = text.count("\n")
        out = source[:-2] + ".o"
        clang, memory, _ = measure([args.clang, "-O2", "-c", source, "-o", out],
                                   args.timeout)
        print(f"{shape:>18} {count:>7} {'clang -O2 -c':>12} {clang:7.2f} {memory:6.0f}",
              flush=True)
        for stage in args.stages.split(","):
            command = [hocketcc, "-O2", "--soc=generic-4", source, "-o", out]
            if stage != "all":
                command.append("--stop-after=" + stage)
            seconds, memory, ok = measure(command, args.timeout)
            bad = (not ok or seconds > 60 or memory > 2048 or
                   (count <= 20000 and seconds > args.limit * clang))
            failed |= bad
            print(f"{shape:>18} {count:>7} {stage:>12} {seconds:7.2f} {memory:6.0f} "
                  f"{seconds / clang:8.2f} {'FAIL' if bad else 'ok'}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
