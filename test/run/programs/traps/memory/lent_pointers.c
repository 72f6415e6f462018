// SPDX-License-Identifier: Apache-2.0
//
// Pointers that come from calls: one of several arrays, the same array twice, a
// piece that a library function found.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
static unsigned a[1500], b[1500];
static unsigned *longer(unsigned *p, unsigned *q, int which) {
  return which ? p : q;
}
static unsigned *from_table(int i) {
  static unsigned *const t[] = {a, b, a + 1, b + 64};
  return t[i & 3];
}
static void shift(unsigned *to, const unsigned *by, int n) {
  for (int i = 0; i < n; i++)
    to[i] = by[i] * 3u + 1u;
}
static unsigned *pass(unsigned *p) { return p; }
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i, b[i] = (unsigned)i * 5u;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      shift(from_table(i), from_table(j), 1400);
  shift(longer(a, b, argc), longer(a + 1, b, argc), 1400);
  shift(longer(a, b, argc - 1), longer(a, b + 1, argc - 1), 1400);
  show("a", a, sizeof a);
  unsigned *p = pass(a), *q = pass(a) + 3;
  for (int i = 0; i < 1400; i++)
    q[i] = p[i] + (unsigned)i;
  unsigned key = 7;
  unsigned *found = memchr(b, 9, sizeof b);
  if (found)
    found = b + ((char *)found - (char *)b) / (int)sizeof *b;
  else
    found = b;
  for (int i = 0; i < 700; i++)
    found[i] += b[i + 1] + key;
  char text[1000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  text[400] = ',';
  char *tail = strchr(text, ',');
  for (int i = 0; i < 300; i++)
    tail[i] = (char)(text[i + 390] ^ 1);
  void *copy = pass(a);
  unsigned long bits = (unsigned long)copy;
  unsigned *again = (unsigned *)bits;
  for (int i = 0; i < 1400; i++)
    again[i + 2] = a[i] ^ 77u;
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("text", text, sizeof text);
  return 0;
}
