// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --no-call-tasks
//
// A case of a switch stands before another switch: that is come to past what
// stands before it in the block, scratch that is filled there, and values.
#include <stdio.h>

enum { N = 2000, M = 64 };
static int scratch[M], chain[N * M], mark[N], in[N], out[N];

static void print(const char *name) {
  unsigned long h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)out[i];
  printf("%s %lu\n", name, h);
}

static void filled(void) {
  for (int i = 0; i < N; i++) {
    int s = 0;
    switch (in[i] & 1) {
    case 0:
      s = 1;
      for (int k = 0; k < M; k++)
        scratch[k] = i + k;
      /* fall through */
    case 1:
      switch (in[i] % 3) {
      default:
        for (int k = 0; k < M; k++)
          s += scratch[k];
      }
    }
    out[i] = s;
  }
}

static void before(void) {
  for (int i = 1; i < N; i++) {
    int s = 0, m = i - 1;
    switch (in[i] & 1) {
    case 0:
      s = 1;
      m = i;
      /* fall through */
    case 1:
      switch (in[i] % 3) {
      default:
        chain[i * M] = i;
        for (int k = 1; k < M; k++)
          chain[i * M + k] += chain[m * M + k - 1] * 3 + k;
        s += chain[i * M + M - 1];
      }
    }
    out[i] = s;
  }
}

static void tested(void) {
  for (int i = 1; i < N; i++) {
    int s = 0, m = (i * 7) % N;
    for (int k = 0; k < M; k++)
      s += in[i] * k % 13;
    mark[i] = s;
    switch (in[i] & 1) {
    case 0:
      s = 1;
      m = i;
      /* fall through */
    case 1:
      switch (mark[m] & 3) {
      default:
        s += 3;
        break;
      case 1:
        s += 2;
        break;
      case 2:
        s += 5;
      }
    }
    out[i] = s;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    in[i] = (i * 7919 + 13) % 101;
  filled();
  print("filled");
  before();
  print("before");
  tested();
  print("tested");
  return 0;
}
