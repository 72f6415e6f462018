// Scratch that is written whenever it is read; results that a call does not
// want; values from before a switch; pointers into what a parameter points to.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket=loop-doall %s -lm -o %t 2>&1 | %FileCheck %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, ITEMS = 2000 };
struct result { double value, slope; };
struct axis { double at, speed; };
struct body { struct axis axes[2]; double mass; int kind; };
static double x[ITEMS], out[ITEMS], w[N], w2[N], w3[N], w4[N];
static struct result results[ITEMS];
static struct body bodies[ITEMS];
static int place[N];

static double early(int n, double v) {
  if (n < 1 || n > N)
    return -1;
  for (int j = 0; j < n; j++)
    w3[j] = v * j;
  for (int k = 1; k < n; k++)
    w3[0] = w3[0] * 0.5 + w3[k];
  return w3[0];
}

static double price(double v, struct result *wanted) {
  double sum = 0;
  for (int i = 1; i < N; i++)
    sum += sin(v / i);
  if (wanted)
    wanted->slope = sum - v;
  return sum;
}

/* Too large to be seen through: what it does is told in terms of its argument. */
static void walk(struct body *b) {
  for (int k = 0; k < 2; k++) {
    struct axis *a = &b->axes[k];
    do
      a->at += fabs(sin(a->speed)) + 0.1;
    while (a->at < b->kind);
    goto next;
  next:;
  }
}

static void condition(void) {
  // CHECK-DAG: filled-when-read.c:[[#@LINE+1]]:3: remark: loop is DOALL
  for (int i = 0; i < ITEMS; i++)
    if (x[i] > 0.5) {
      for (int k = 0; k < N; k++)
        w[k] = x[i] * k;
      for (int k = 0; k < N; k++)
        out[i] += w[k] * w[N - 1 - k];
    }
}

static void places(void) {
  // CHECK-DAG: filled-when-read.c:[[#@LINE+1]]:3: remark: loop is DOALL
  for (int i = 0; i < ITEMS; i++) {
    int at = i % N;
    for (int k = 0; k < N; k++)
      w2[k] = x[i] * k;
    for (int k = 0; k < N; k++) {
      at = place[at];
      out[i] += w2[at];
    }
  }
}

static void calls(void) {
  // CHECK-DAG: filled-when-read.c:[[#@LINE+1]]:3: remark: loop is DOALL
  for (int i = 0; i < ITEMS; i++)
    out[i] = early(100 + i % 50, i);
}

static void optional(void) {
  // CHECK-DAG: filled-when-read.c:[[#@LINE+1]]:3: remark: loop is DOALL
  for (int i = 0; i < ITEMS; i++)
    results[i].value = price(x[i], &results[i]) + price(x[i] + 1, NULL);
}

static void cases(void) {
  // CHECK-DAG: filled-when-read.c:[[#@LINE+1]]:3: remark: loop is DOALL
  for (int i = 0; i < ITEMS; i++) {
    struct body *b = &bodies[i];
    for (int t = 0; t < N; t++) {
      double force = 0;
      switch (b->kind) {
      case 0: force = sin(b->mass); break;
      case 1: force = cos(b->mass); break;
      }
      b->mass = fmax(0.0, b->mass + force);
    }
  }
}

static void pointers(void) {
  // CHECK-DAG: filled-when-read.c:[[#@LINE+1]]:3: remark: loop is DOALL
  for (int i = 0; i < ITEMS; i++)
    walk(&bodies[i]);
}

int main(void) {
  for (int i = 0; i < ITEMS; i++) {
    x[i] = i * 0.37 - (int)(i * 0.37);
    bodies[i].kind = 100 + i % 3;
  }
  for (int k = 0; k < N; k++)
    place[k] = (k * 37 + 11) % N;
  condition();
  places();
  calls();
  optional();
  cases();
  pointers();
  for (int i = 0; i < ITEMS; i++)
    printf("%g %g %g %g\n", out[i], results[i].slope, bodies[i].mass, bodies[i].axes[1].at);
}
