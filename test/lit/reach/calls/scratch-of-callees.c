// Static arrays that each run of a function fills before it reads them: it does
// not matter where and how often the function is called.
// RUN: %hocketcc -O2 -lm --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
#include <math.h>
#include <stdio.h>
#define STEPS 60

static double tree(double spot, double strike) {
  static double value[STEPS + 1], price[2 * STEPS + 1];
  price[0] = spot / 2;
  for (int i = 1; i <= 2 * STEPS; i++)
    price[i] = price[i - 1] * 1.01;
  for (int i = 0; i <= STEPS; i++)
    value[i] = fmax(strike - price[2 * i], 0);
  for (int n = STEPS - 1; n >= 0; n--)
    for (int i = 0; i <= n; i++)
      value[i] = 0.5 * value[i + 1] + 0.49 * value[i];
  return value[0];
}

static double worth(int kind, double spot) {
  switch (kind) {
  case 0:
    return spot;
  case 1:
    return tree(spot, 3);
  default:
    return 0;
  }
}

/* The last of what another run has left. */
static double previous(double spot) {
  static double kept[8];
  double before = kept[3];
  for (int i = 0; i < 8; i++)
    kept[i] = spot + i;
  return before;
}

/* Not where `kinds` holds no value twice: always. */
static double worthOne(int kind, double spot) {
  if (kind == 1)
    return tree(spot, 2);
  return spot;
}

static double sometimes(int kind, double spot) {
  return kind == 1 ? previous(spot) : spot;
}

static int kinds[5000];
static double out[5000], others[5000];

int main(void) {
  for (int i = 0; i < 5000; i++)
    kinds[i] = i % 3;
  // CHECK: scratch-of-callees.c:[[#@LINE+1]]:3 main: doall  [loop-doall] loop is DOALL: its iterations are independent{{$}}
  for (int s = 0; s < 5000; s++) {
    out[s] = 0;
    for (int i = 0; i < 20; i++)
      out[s] += worth(kinds[i], s + i);
  }
  // CHECK: scratch-of-callees.c:[[#@LINE+1]]:3 main: doall  [loop-doall] loop is DOALL: its iterations are independent{{$}}
  for (int s = 0; s < 5000; s++)
    out[s] += worthOne(kinds[s], s);
  // CHECK: scratch-of-callees.c:[[#@LINE+1]]:3 main: sequential
  for (int s = 0; s < 5000; s++)
    others[s] = sometimes(kinds[s], s);
  printf("%g %g\n", out[77], others[4]);
  return 0;
}
