// SPDX-License-Identifier: Apache-2.0
//
// Bytes and words of one array; strides that do not match the size.
#include "../../digest.h"
#include <string.h>
static unsigned a[2000];
static void low_bytes(unsigned char *c, const unsigned *w, int n) {
  for (int i = 0; i < n; i++)
    c[4 * i] = (unsigned char)(w[i] >> 8);
}
static void packed(unsigned char *c, const unsigned *w, int n) {
  for (int i = 0; i < n; i++)
    c[i] = (unsigned char)(w[i] + (unsigned)i);
}
static void strided(char *c, int n, int step, size_t size) {
  for (int i = 0; i < n; i++)
    memset(c + i * step, i, size);
}
static void shifted(char *c, int n, size_t by) {
  for (int i = 0; i < n; i++) {
    unsigned t;
    memcpy(&t, c + 4 * i, sizeof t);
    t = t * 3u + 1u;
    memcpy(c + 4 * i + by, &t, sizeof t);
  }
}
int main(void) {
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)i * 2654435761u;
  low_bytes((unsigned char *)a, a, 1900);
  low_bytes((unsigned char *)a + 5, a, 1900);
  packed((unsigned char *)a, a, 1900);
  packed((unsigned char *)(a + 1000), a, 900);
  packed((unsigned char *)(a + 900), a, 1000);
  show("bytes", a, sizeof a);
  strided((char *)a, 600, 8, 8);
  strided((char *)a, 600, 8, 9);
  strided((char *)a, 600, 7, 8);
  strided((char *)a, 600, 0, 16);
  strided((char *)a + 7000, 600, -8, 8);
  strided((char *)a + 7000, 600, -7, 8);
  for (size_t by = 0; by < 6; by++)
    shifted((char *)a, 1900, by);
  show("a", a, sizeof a);
  return 0;
}
