// FLAGS: -lm
// REGIONS: 1
// Static arrays of called functions: some are filled by each run before it reads
// them, some keep what an earlier run has left, or hand it out.
#include <math.h>
#include <stdio.h>
#include <string.h>

static int kinds[600];
static double out[600];

static double filled(double x) {
  static double table[64];
  for (int i = 0; i < 64; i++)
    table[i] = x * i;
  double sum = 0;
  for (int i = 63; i >= 0; i--)
    sum = sum * 0.5 + table[i];
  return sum;
}

static double partly(double x, int n) {
  static double table[64];
  for (int i = 0; i < n; i++)
    table[i] = x * i;
  return table[63]; /* only sometimes this run's */
}

static double behind(double x) {
  static double table[64];
  double before = table[5];
  for (int i = 0; i < 64; i++)
    table[i] = x + i;
  return before;
}

static double *handed_out(double x) {
  static double table[64];
  for (int i = 0; i < 64; i++)
    table[i] = x - i;
  return table;
}

static double of_itself(int depth, double x) {
  static double table[64];
  for (int i = 0; i < 64; i++)
    table[i] = x + depth;
  double inner = depth ? of_itself(depth - 1, x * 2) : 0;
  return inner + table[7]; /* of the inner run */
}

static double early(double x) {
  static double table[64];
  static int count;
  if (x > 3)
    return table[2] + count++;
  for (int i = 0; i < 64; i++)
    table[i] = x * 3;
  return table[4];
}

static double by_pointer(double x, double *into) {
  static double table[64];
  double *p = into ? into : table;
  for (int i = 0; i < 64; i++)
    p[i] = x;
  return table[9];
}

static double pick(int kind, double x) {
  double own[64];
  switch (kind) {
  case 0:
    return filled(x);
  case 1:
    return partly(x, (int)x % 65);
  case 2:
    return behind(x);
  case 3:
    return handed_out(x)[3];
  case 4:
    return of_itself(2, x);
  case 5:
    return early(x);
  case 6:
    return by_pointer(x, x > 100 ? own : NULL);
  default:
    return x;
  }
}

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < 600; i++)
    sum += out[i] * (i % 7 + 1);
  printf("%s %.17g\n", name, sum);
  memset(out, 0, sizeof out);
}

int main(void) {
  for (int i = 0; i < 600; i++)
    kinds[i] = i * 5 % 11;
  for (int i = 0; i < 600; i++)
    out[i] = pick(0, i) + pick(9, i);
  report("filled");
  for (int i = 0; i < 600; i++)
    out[i] = partly(i, i % 65);
  report("partly");
  for (int i = 0; i < 600; i++)
    out[i] = i % 3 ? behind(i) : 1;
  report("behind");
  double *last = NULL;
  for (int i = 0; i < 600; i++) {
    out[i] = last ? last[5] : 0;
    last = handed_out(i);
  }
  report("handed out");
  for (int i = 0; i < 600; i++)
    out[i] = of_itself(3, i);
  report("of itself");
  for (int i = 0; i < 600; i++)
    out[i] = early(i % 9);
  report("early");
  double own[64];
  for (int i = 0; i < 600; i++)
    out[i] = by_pointer(i, i % 2 ? own : NULL);
  report("by pointer");
  for (int kind = 0; kind < 8; kind++) {
    for (int i = 0; i < 600; i++)
      out[i] = pick(kind, i);
    report("one kind");
  }
  for (int i = 0; i < 600; i++)
    out[i] = pick(kinds[i], i);
  report("all kinds");
  return 0;
}
