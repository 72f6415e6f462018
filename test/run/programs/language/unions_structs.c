// SPDX-License-Identifier: Apache-2.0
//
// Unions, nested structs, copies of whole structs, arrays in structs by value.
#include "../digest.h"

#define N 40000
union word {
  unsigned u;
  float f;
  unsigned char b[4];
};
struct inner {
  int v[4];
};
struct outer {
  struct inner in;
  union word w;
  double d;
};
static union word words[N];
static struct outer x[N], y[N];
static struct inner sums[N];

static struct inner twice(struct inner p) {
  for (int i = 0; i < 4; i++)
    p.v[i] *= 2;
  return p;
}

int main(void) {
  for (int i = 0; i < N; i++)
    words[i].f = i * 0.37f;
  for (int i = 0; i < N; i++) {
    unsigned char t = words[i].b[0];
    words[i].b[0] = words[i].b[3];
    words[i].b[3] = t;
    words[i].u ^= (unsigned)i << 4;
  }
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 4; k++)
      x[i].in.v[k] = i * k;
    x[i].w = words[N - 1 - i];
    x[i].d = i / 9.0;
  }
  for (int i = 0; i < N; i++)
    y[i] = x[N - 1 - i];
  for (int i = 1; i < N; i++)
    x[i].in = y[i - 1].in;
  for (int i = 0; i < N; i++) {
    struct outer t = x[i];
    x[i] = y[i];
    y[i] = t;
    sums[i] = twice(t.in);
  }
  show("words", words, sizeof words);
  show("sums", sums, sizeof sums);
  unsigned long long h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)x[i].in.v[3] + x[i].w.u + (unsigned)y[i].in.v[1] +
        (unsigned)(y[i].d * 8);
  printf("%llx\n", h);
  return 0;
}
