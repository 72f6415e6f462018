// SPDX-License-Identifier: Apache-2.0
//
// Pointers that are moved by unknown amounts and may be given another block on
// the way, also by way of each other, of a call or of the entry; and blocks
// that two places hold.
#include "../../digest.h"

#include <stdlib.h>

#define N 400

struct rows {
  unsigned char *data;
  int height, stride;
};

static struct rows from, to, shared;

static int walk(const unsigned char *a, int step, int most) {
  int sum = 0;
  for (int y = 0; y < 12; y++) {
    sum += a[0];
    if (sum > most)
      return sum;
    a += step;
  }
  return sum;
}

// `b` is the block that is written.
static int walkBoth(const unsigned char *a, const unsigned char *b, int most) {
  int sum = 0;
  while (sum < most) {
    sum += *a + 1;
    a += 1 + (sum & 1);
    if (sum % 7 == 0) {
      const unsigned char *t = a;
      a = b;
      b = t;
    }
  }
  return sum;
}

static void apart(int most) {
  for (int i = 0; i < N; i++)
    to.data[i] = (unsigned char)walk(from.data + i, from.stride, most);
}

static void sameBlock(struct rows *x, struct rows *y, int most) {
  for (int i = 0; i < N; i++)
    y->data[i] = (unsigned char)walk(x->data + i, x->stride, most);
}

static void swapped(int most) {
  for (int i = 0; i < N; i++)
    to.data[i] = (unsigned char)walkBoth(from.data + i, to.data + i / 2, most);
}

// In the first round it still points to where the caller left it.
static void fromEntry(const unsigned char *at, int most) {
  for (int i = 0; i < N; i++) {
    int sum = 0;
    while (sum < most && *at) {
      sum += *at;
      at += sum & 3;
    }
    to.data[i] = (unsigned char)(sum + i);
    if (i % 5 == 4)
      at = from.data + i;
  }
}

static void reset(void) {
  for (int i = 0; i < 2 * N; i++) {
    from.data[i] = (unsigned char)(i * 7 % 250 + 1);
    to.data[i] = (unsigned char)(i * 5 % 250 + 1);
  }
}

static int make(struct rows *r) {
  r->height = N;
  r->stride = 3;
  r->data = malloc(2 * N);
  return r->data != NULL;
}

int main(void) {
  if (!make(&from) || !make(&to))
    return 1;
  reset();
  apart(200);
  show("apart", to.data, 2 * N);
  reset();
  sameBlock(&to, &to, 300);
  show("one", to.data, 2 * N);
  reset();
  swapped(90);
  show("swapped", to.data, 2 * N);
  reset();
  fromEntry(to.data + 9, 40);
  show("entry", to.data, 2 * N);
  reset();
  shared = to;
  shared.data = to.data + 1;
  sameBlock(&shared, &to, 250);
  show("shared", to.data, 2 * N);
  free(from.data);
  free(to.data);
  return 0;
}
