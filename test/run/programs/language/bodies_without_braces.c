// SPDX-License-Identifier: Apache-2.0
//
// Loops that are the body of another loop or of a branch, without braces around
// them: each can be a region of its own, and what stands in its place stays one
// statement.
#include <stdio.h>

enum { COUNT = 3000 };
static double values[COUNT];
static int turns;

/* Not to be followed by each core for itself. */
static int more(const char *name, int most) {
  printf("%s %d: %g\n", name, turns, values[turns * 7 % COUNT]);
  return ++turns % most != 0;
}

static void inLoops(void) {
  while (more("while", 5))
    for (int i = 0; i < COUNT; i++)
      values[i] = values[i] * 0.5 + i % 17;
  for (; more("for", 4);)
    for (int i = COUNT - 1; i >= 0; i--)
      values[i] += i & 3;
  do
    for (int i = 0; i < COUNT; i += 2)
      values[i] -= turns;
  while (more("do", 3));
}

/* Whose `else` it is must not change. */
static void inBranches(int which) {
  if (more("branch", 100))
    if (which > 1)
      for (int i = 0; i < COUNT; i++)
        values[i] *= 1.25;
    else
      for (int i = 0; i < COUNT; i++)
        values[i] += 0.25;
  else
    puts("never");
  if (which)
    puts("one");
  else
    for (int i = 0; i < COUNT; i++)
      values[i] = values[i] > 50 ? values[i] - 50 : values[i] + 1;
  if (which == 2)
    for (int i = 0; i < COUNT; i++)
      values[i] += which;
  else if (which == 1)
    for (int i = 0; i < COUNT; i++)
      values[i] -= which;
  else
    puts("neither");
}

static void behindLabels(int which) {
  switch (which) {
  case 0:
    while (more("case", 3))
    again:
      for (int i = 0; i < COUNT; i++)
        values[i] += 2;
    break;
  case 1:
    for (int i = 0; i < COUNT; i++)
      values[i] *= 0.75;
  }
  if (which == 0 && turns < 40) {
    turns = 41;
    goto again;
  }
}

/* Loops that are jumped into. */
static void jumpedInto(int which) {
  int i = which * 3, j = 0;
  switch (which)
    for (; i < COUNT; i++) {
    case 1:
      values[i] = values[i] * 0.5 + i;
    case 2:
      values[i] += 2;
    default:;
    }
  if (which) {
    i = COUNT - 50;
    j = 1;
    goto inside;
  }
  for (i = 0; i < COUNT; i++)
    for (j = 0; j < 2; j++) {
    inside:
      values[i] += j;
    }
}

#define EACH(i) for (int i = 0; i < COUNT; i++)
#define UNLESS(c) if (c) ; else

static void throughMacros(int which) {
  while (more("macro", 4))
    EACH(i) values[i] = 100 / (values[i] * values[i] + 1);
  UNLESS(which == 1)
    EACH(i) values[i] += which;
}

static double sumOf(const double *from) {
  double sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += from[i];
  return sum;
}

int main(void) {
  for (int i = 0; i < COUNT; i++)
    values[i] = i % 29 - 3;
  for (int which = 0; which < 3; which++) {
    inLoops();
    inBranches(which);
    behindLabels(which);
    jumpedInto(which);
    throughMacros(which);
    printf("%d: %.17g\n", which, sumOf(values));
  }
  return 0;
}
