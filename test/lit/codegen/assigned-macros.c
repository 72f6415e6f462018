// What is assigned may be a macro of the system's headers, before which the
// preprocessor says where it is from: it is an assignment all the same, and
// reads nothing of what was there.
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 --no-inlining --emit=%t.d %s
// RUN: %FileCheck %s --input-file=%t.d/assigned-macros.c
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct work {
  float ends[40];
  struct work *next;
  long least, sum;
  int at[40];
};

static long walk(struct work *w, int from) {
  int top = 0;
  // CHECK: long hk_main_s1_walk({{.*}}){{$}}
  // CHECK: &(w->next); {{.*}} = {{$}}
  // CHECK: hk_spec_write(
  w->next = NULL;
  // CHECK: &(w->ends[0]);
  // CHECK: hk_spec_write(
  w->ends[0] = INFINITY;
  // CHECK: &(w->least);
  // CHECK: hk_spec_write(
  w->least = LONG_MAX;
  // CHECK-NOT: hk_spec_update(
  // CHECK: while (
  while (top < 39 && (from >> (top % 8)) % 5 != 4) {
    w->at[top] = from * top;
    if (w->at[top] < w->least)
      w->least = w->at[top];
    w->ends[++top] = INFINITY;
  }
  return w->least % 1000 + (w->ends[top] > 1) + (w->next == NULL);
}

int main(int argc, char **argv) {
  static long out[4000];
  struct work *w = calloc(1, sizeof *w);
  if (!w)
    return argv[0] ? 1 : argc;
  for (int i = 0; i < 4000; i++)
    out[i] = walk(w, i);
  printf("%ld\n", out[17]);
  return 0;
}
