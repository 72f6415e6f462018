// SPDX-License-Identifier: Apache-2.0
//
// Functions that look pure and keep something: counters, caches, a generator of
// numbers, a buffer that they return.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
static unsigned a[1200];
static unsigned next(void) {
  static unsigned x = 1;
  return x = x * 1103515245u + 12345u;
}
static unsigned cached(unsigned v) {
  static unsigned of = ~0u, result;
  if (v != of) {
    of = v;
    result = v * 3u + (result & 1);
  }
  return result;
}
static const unsigned *buffer(unsigned v) {
  static unsigned b[2];
  b[v & 1] = v;
  return b;
}
static unsigned table(unsigned i) {
  static unsigned t[64];
  if (!t[i & 63])
    t[i & 63] = i + 1u;
  return t[i & 63];
}
static unsigned first_call(unsigned v) {
  static int done;
  if (!done) {
    done = 1;
    return v + 1000u;
  }
  return v;
}
static unsigned depth;
static unsigned nested(unsigned v) {
  depth++;
  unsigned r = v > 3 ? nested(v / 2) + depth : depth;
  depth--;
  return r;
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i;
  for (int i = 0; i < 1000; i++)
    a[i] ^= next() >> 9;
  for (int i = 0; i < 1000; i++)
    a[i] += cached(a[i] & 3);
  for (int i = 0; i < 1000; i++) {
    const unsigned *b = buffer(a[i]);
    a[i] += b[0] + b[1];
  }
  for (int i = 0; i < 1000; i++)
    a[i] += table(a[i]);
  for (int i = 0; i < 1000; i++)
    a[i] += first_call((unsigned)i);
  for (int i = 0; i < 1000; i++)
    a[i] += nested((unsigned)i);
  srand(5);
  for (int i = 0; i < 1000; i++)
    a[i] ^= (unsigned)rand();
  char text[] = "a bb ccc dddd eeeee";
  char *word = strtok(text, " ");
  for (int i = 0; i < 1000 && word; i++) {
    a[i] += (unsigned)strlen(word);
    word = strtok(NULL, " ");
  }
  show("a", a, sizeof a);
  printf("%u\n", depth);
  return 0;
}
