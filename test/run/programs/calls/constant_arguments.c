// SPDX-License-Identifier: Apache-2.0
//
// Variables that have one value in every run, so that tasks are told it, and
// those that only look like it: assigned later, on one way, through a pointer,
// by another caller, too wide for the type.
#include "../digest.h"
#include <stdbool.h>

#define N 3000
enum Kind { Even = 2, Odd = -3 };
static long out[N], in[N];
static double real[N];

static void stride(long *a, int n, int step, long factor) {
  for (int i = 0; i < n; i++)
    a[i] = in[(long)i * step % N] * factor;
}

static void mixed(int n, enum Kind kind, bool flag, unsigned char narrow,
                  unsigned wide) {
  for (int i = 0; i < n; i++)
    out[i] += kind * i + (flag ? narrow : 7) + (long)wide;
}

static void twoCallers(int n, int order) {
  for (int i = order; i < n - order; i++) {
    long sum = 0;
    for (int k = -order; k <= order; k++)
      sum += in[i + k];
    out[i] -= sum;
  }
}

static void changed(int n, int order) {
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      out[i] += order;
    order++;
  }
}

static void byPointer(int n, int order) {
  for (int i = 0; i < n; i++)
    out[i] ^= order;
}
static void (*const way)(int, int) = byPointer;

static void handedOn(int n, int order) {
  if (order > 0) {
    for (int i = 0; i < n; i++)
      out[i] += in[i] % order;
    handedOn(n, order - 2);
  }
}

/* Not static: anybody may call it. */
void open(int n, int shift);
void open(int n, int shift) {
  for (int i = 0; i < n; i++)
    out[i] ^= in[i] << shift;
}

static void locals(int n, int argc) {
  const int fixed = 5;
  int width = 40, grows = 3, maybe, later, taken = 6;
  long large = 5000000000L;
  signed char wrapped = (signed char)200;
  int *p = &taken;
  if (argc > 0)
    maybe = 4;
  else
    maybe = 9;
  later = 2;
  for (int t = 0; t < 4; t++) {
    int inner = 11, copy = width;
    for (int i = 0; i < n; i++)
      out[i] += fixed * width + grows + maybe + later + taken + inner * copy +
                (large >> 20) + wrapped;
    grows += 2;
    *p += t;
    for (int i = 0; i < n; i++)
      real[i] = real[i] * 0.5 + (double)width / fixed + grows;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    in[i] = (i * 131L) % 1009;
  stride(out, N, 7, -3000000000L);
  mixed(N, Odd, true, (unsigned char)300, 4000000000u);
  twoCallers(N, 2);
  twoCallers(N, 3);
  changed(N, 4);
  byPointer(N, 21);
  way(N, 22);
  handedOn(N, 7);
  open(N, 3);
  locals(N, argc);
  show("out", out, sizeof out);
  show("real", real, sizeof real);
  return 0;
}
