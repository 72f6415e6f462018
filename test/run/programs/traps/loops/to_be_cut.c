// SPDX-License-Identifier: Apache-2.0
//
// Loops that are parallel after distribution, in one order of the parts only,
// or not at all.
#include "../../digest.h"
static unsigned a[1600], b[1600], c[1600], d[1600];
static void reset(void) {
  for (int i = 0; i < 1600; i++)
    a[i] = (unsigned)i, b[i] = (unsigned)i * 3u, c[i] = (unsigned)i ^ 77u,
    d[i] = 5u;
}
static void print(const char *name) {
  show(name, a, sizeof a);
  show(name, b, sizeof b);
  show(name, c, sizeof c);
  show(name, d, sizeof d);
  reset();
}
int main(void) {
  int n = 1500;
  unsigned s = 1, t = 0;
  reset();
  for (int i = 1; i < n; i++) {
    a[i] = b[i] * 2u;
    c[i] = c[i - 1] + a[i];
    d[i] = c[i] ^ a[i - 1];
  }
  print("chain");
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] + 1u; /* must come after the next of the iteration before */
    b[i] = c[i] * 3u;
  }
  print("forward");
  for (int i = 1; i < n; i++) {
    a[i] = b[i + 1] + 1u; /* must come before it */
    b[i] = c[i] * 3u;
  }
  print("anti");
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] + 1u;
    b[i] = a[i - 1] * 3u;
  }
  print("circle");
  for (int i = 1; i < n; i++) {
    t = a[i] * 5u;
    s = s * 3u + t;
    b[i] = s;
    d[i] = t + b[i - 1];
  }
  print("scalar");
  for (int i = 1; i < n; i++) {
    if (a[i] & 1) {
      b[i] = b[i - 1] + 1u;
      a[i] = 8u; /* the condition of what follows */
    }
    if (a[i] & 1)
      c[i] = 9u;
    else
      d[i] = b[i];
  }
  print("condition");
  for (int i = 1; i < n; i++) {
    a[i] = c[i];
    if (a[i] % 400 == 399)
      break;
    b[i] = b[i - 1] + a[i];
  }
  print("exit");
  for (int i = 1; i < n; i++) {
    a[i % 50] = b[i];
    c[i] = a[i % 50] + a[(i + 1) % 50];
  }
  print("reused");
  printf("%u %u\n", s, t);
  return 0;
}
