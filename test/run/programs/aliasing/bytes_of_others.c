// SPDX-License-Identifier: Apache-2.0
//
// Character pointers into objects of other types; memcpy; unions as a bridge.
#include "../digest.h"

#include <string.h>

#define N 40000
static int a[N];
static float f[N];
static long total;

static void poke(unsigned char *bytes, int n) {
  for (int i = 0; i < n; i++)
    bytes[i] = (unsigned char)(bytes[i] + a[i / 8]);
}

static void bump(unsigned char *counter, const int *p, int n) {
  for (int i = 0; i < n; i++)
    *counter += (unsigned char)p[i];
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = (int)((unsigned)i * 2654435u & 0xffffff);
    f[i] = i * 0.25f;
  }
  poke((unsigned char *)a, 4 * N);
  poke((unsigned char *)f, 4 * N);
  bump((unsigned char *)&a[N / 2] + 1, a, N);
  for (int i = 0; i < N; i++) {
    unsigned bits;
    memcpy(&bits, &f[i], sizeof bits);
    bits ^= 0x00400000u;
    memcpy(&f[i], &bits, sizeof bits);
  }
  char *t = (char *)&total;
  for (int i = 0; i < N; i++) {
    total += a[i];
    t[7] = 0;
  }
  memmove(a + 10, a, sizeof a - 10 * sizeof *a);
  memset((char *)a + 3, 9, 5);
  printf("%ld\n", total);
  show("a", a, sizeof a);
  show("f", f, sizeof f);
  return 0;
}
