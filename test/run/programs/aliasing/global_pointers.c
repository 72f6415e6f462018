// SPDX-License-Identifier: Apache-2.0
//
// Pointers that move: swapped, stored in structures, reallocated, returned.
#include "../digest.h"

#include <stdlib.h>

#define N 30000
static int buffer_a[N], buffer_b[N];
static int *front = buffer_a, *back = buffer_b, *both;
struct holder {
  int *where;
  struct holder *other;
};

static int *choose(int k) { return k % 3 ? front : buffer_a; }

static void flip(void) {
  int *t = front;
  front = back;
  back = t;
}

static void advance(void) {
  for (int i = 0; i < N; i++)
    back[i] = front[i] + i;
  flip();
}

int main(void) {
  struct holder one = {buffer_a, 0}, two = {buffer_b, &one};
  one.other = &two;
  for (int k = 0; k < 7; k++) {
    advance();
    int *p = choose(k);
    for (int i = 0; i + 1 < N; i++)
      p[i] ^= front[i + 1];
  }
  for (struct holder *h = &one; h->where; h = h->other) {
    for (int i = 1; i < N; i++)
      h->where[i] += h->other->where[i - 1] & 255;
    h->where[0]++;
    if (h->where[0] > 3)
      break;
  }
  both = malloc(sizeof(int) * N);
  if (!both)
    return 1;
  for (int i = 0; i < N; i++)
    both[i] = i;
  int *old = both + 0;
  long delta = 0;
  both = realloc(both, sizeof(int) * N * 40);
  if (!both)
    return 1;
  (void)old;
  for (int i = N; i < N * 40; i++)
    both[i] = both[i % N] ^ i;
  for (int i = 0; i < N; i++)
    delta += both[i * 40];
  printf("%ld\n", delta);
  show("a", buffer_a, sizeof buffer_a);
  show("b", buffer_b, sizeof buffer_b);
  show("both", both, sizeof(int) * N * 40);
  free(both);
  return 0;
}
