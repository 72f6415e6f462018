// A pointer that is loaded in a statement behind one of its writes is one that
// is stored there some time, not any: a table's entry in `a = 1, f = table[k]`,
// what a stack gives up in `stack->items[--stack->count]`.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#define N 1000

struct voice;
typedef void (*render)(struct voice *, double *, int);
struct voice {
  int active;
  render f;
  double gain;
};
static struct voice voices[8];

static void loud(struct voice *v, double *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] += v->gain * i;
}

static void quiet(struct voice *v, double *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] -= v->gain;
}

static void on(int kind, int k) {
  static const render table[2] = {loud, quiet};
  voices[k].gain = 0.5;
  voices[k].active = 1, voices[k].f = table[kind];
}

static struct stack {
  double *items[8];
  int count;
} stack;

int main(int argc, char **argv) {
  static double out[8][N], other[N];
  for (int k = 0; k < 8; k++) {
    on(k & argc, k);
    stack.items[stack.count++] = calloc(N, sizeof(double));
  }
  // CHECK-NOT: read-later.c:[[#@LINE+1]]:{{.*}}may touch anything
  for (int k = 0; k < 8; k++)
    if (voices[k].active)
      voices[k].f(&voices[k], out[k], N);
  double *top = stack.items[--stack.count];
  // CHECK: read-later.c:[[#@LINE+1]]:3: remark: loop is DOALL: its iterations are independent [
  for (int i = 0; i < N; i++)
    top[i] = other[i] * 2;
  printf("%g %g\n", out[3][4], top[5]);
  return argv[0][0] == 0;
}
