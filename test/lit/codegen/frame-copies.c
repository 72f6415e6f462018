// A struct that nothing but its name leads to is in the frame while the region
// runs, so that its address stays at home; and in tasks that only read it, or
// have it for themselves, it is a variable of their own.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s --check-prefix=GRAPH
#include <stdio.h>

typedef struct {
  int width, shift;
  unsigned char *bytes;
} Frame;
struct State {
  unsigned hash, count;
};
static unsigned char bytes[40000];
static Frame *known;
static double total[3];

static void fill(Frame *f, int t) {
  for (int i = 0; i < f->width; i++)
    f->bytes[i] = (unsigned char)(i * f->shift + t);
}

static void code(struct State *s, const Frame *f) {
  for (int i = 0; i < f->width; i++)
    if (f->bytes[i] % 3) {
      s->hash = s->hash * 31 + f->bytes[i];
      s->count++;
    }
}

// CHECK: struct hk_apart_1_frame {
// CHECK-NEXT: int n;
// CHECK-NEXT: Frame f;
// CHECK-NEXT: struct State state;
// CHECK-NEXT: int scale[3];
static void apart(int n) {
  Frame f = {n, 3, bytes};
  struct State state = {1, 0};
  int scale[3] = {n, 2, 1};
  // CHECK: hk_frame.n = n;
  // CHECK-NEXT: __builtin_memcpy(&hk_frame.f, &f, sizeof hk_frame.f);
  // CHECK-NEXT: __builtin_memcpy(&hk_frame.state, &state,
  // CHECK-NEXT: __builtin_memcpy(&hk_frame.scale, &scale,
  // CHECK-NEXT: hk_ran = hk_apart_1_run(&hk_frame);
  // CHECK-NEXT: if (hk_ran) {
  // CHECK-NEXT: __builtin_memcpy(&state, &hk_frame.state, sizeof state);
  // CHECK-NEXT: }
  // GRAPH: region apart
  // GRAPH: moved: f state= scale{{$}}
  for (int t = 0; t < 9; t++) {
    fill(&f, t);
    code(&state, &f);
    for (int i = 0; i < n; i++)
      total[i % 3] += scale[i % 3];
  }
  printf("%u %u\n", state.hash, state.count);
}

// Another name for one, in the region.
// GRAPH: region twoNames
// GRAPH-NEXT: replicated: t
// GRAPH-NOT: moved
// GRAPH: repeat
static void twoNames(int n) {
  Frame f = {n, 3, bytes}, *p = &f;
  for (int t = 0; t < 9; t++) {
    for (int i = 0; i < f.width; i++)
      f.bytes[i] = (unsigned char)(i * f.shift + t);
    p->shift++;
  }
  printf("%d\n", f.shift);
}

// A global leads there.
// GRAPH: region toGlobal
// GRAPH-NEXT: replicated: t
// GRAPH-NOT: moved
// GRAPH: repeat
static void toGlobal(int n) {
  Frame f = {n, 3, bytes};
  known = &f;
  for (int t = 0; t < 9; t++) {
    for (int i = 0; i < n; i++)
      f.bytes[i] = (unsigned char)(i * f.shift + t);
    known->shift++;
  }
  printf("%d\n", f.shift);
}

// Two tasks have a part of it each.
// GRAPH: region parts
// GRAPH: moved: state=
// GRAPH-NEXT: task 0 replicated
static void parts(int n) {
  struct State state = {1, 0};
  for (int t = 0; t < 9; t++) {
    for (int i = 0; i < n; i++)
      state.hash = state.hash * 31 + bytes[i];
    for (int i = 0; i < n; i++)
      state.count = state.count * 17 + bytes[n - i];
  }
  printf("%u %u\n", state.hash, state.count);
}

// A task before has made it ready.
// GRAPH: region readied
// GRAPH: moved: scale=
// GRAPH-NEXT: task 2 copies: scale=
// GRAPH-NEXT: task 3 copies: scale
static void ready(int *scale, int t) {
  for (int i = 0; i < 3; i++)
    scale[i] = (scale[i] + t) % 5;
}
static void readied(int n) {
  int scale[3] = {3, 2, 1};
  for (int t = 0; t < 9; t++) {
    ready(scale, t);
    for (int i = 0; i < n; i++)
      bytes[i] = (unsigned char)(i * scale[i % 3]);
  }
}

// CHECK: hk_apart_1_loop20_2(
// CHECK: Frame f = hk_f->f;
// CHECK: (&f)->bytes[i] =
// CHECK: hk_apart_1_call{{[0-9]*}}_3(
// CHECK-NEXT: {
// CHECK-NEXT: Frame f = hk_f->f;
// CHECK-NEXT: struct State state = hk_f->state;
// CHECK: code(&state, &f);
// CHECK: __builtin_memcpy(&hk_f->state, &state, sizeof hk_f->state);
// CHECK-NEXT: }

int main(void) {
  apart(40000);
  twoNames(40000);
  toGlobal(40000);
  parts(30000);
  readied(30000);
  return 0;
}
