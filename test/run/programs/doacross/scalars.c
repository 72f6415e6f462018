// SPDX-License-Identifier: Apache-2.0
//
// Variables around loops in order: carried from iteration to iteration, private,
// with a last value, with one that only some iterations give, read by the
// header; and counters that are used afterwards.
#include "../digest.h"

#include <stdlib.h>

static unsigned row[3000], out[600];
static short narrow[3000];
static int global, shared;

struct state {
  unsigned left, last;
  unsigned char seen[16];
};

static void running(int n, int m) {
  int j;
  unsigned left = 7;
  for (int i = 0; i < m; i++) {
    left = (unsigned)i;
    for (j = 0; j < n; j++) {
      unsigned up = row[j];
      left = left * 3 + up + (up >> 3);
      row[j] = left;
    }
    out[i] = left ^ (unsigned)j;
  }
  printf("running %u\n", left);
}

static void kept(int n, int m) {
  int t = -1, odd = -2, j = -3;
  for (int i = 0; i < m; i++) {
    for (j = 1; j < n; j++) {
      t = (int)(row[j] % 17);
      if (t & 1)
        odd = j + i;
      row[j] += row[j - 1] + (unsigned)t;
    }
    out[i] += (unsigned)(t + odd * 3 + j);
  }
  printf("kept %d %d %d\n", t, odd, j);
}

static void inMemory(struct state *s, int n, int m) {
  for (int i = 0; i < m; i++) {
    s->left = (unsigned)i;
    for (int j = 0; j < n; j++) {
      s->left += row[j] ^ s->seen[j & 15];
      s->seen[s->left & 15]++;
      row[j] = s->left;
      s->last = s->left;
    }
    out[i] ^= s->last;
  }
}

static void globals(int n, int m) {
  for (int i = 0; i < m; i++)
    for (shared = 1; shared < n; shared++) {
      global = (int)(row[shared - 1] & 255);
      row[shared] += (unsigned)global;
    }
  printf("globals %d %d\n", global, shared);
}

/* The bound is changed by the loop itself, and by the loop around. */
static void bounds(int n, int m) {
  int end = n;
  for (int i = 0; i < m; i++) {
    for (int j = 1; j < end; j++) {
      row[j] += row[j - 1];
      if (row[j] % 1000 == 0)
        end--;
    }
    end = n - i % 100;
    for (int j = 1; j < end; j++)
      row[j] ^= row[j - 1] >> 1;
  }
  printf("bounds %d\n", end);
}

/* Starts where the iteration before ended. */
static void resumed(int n, int m) {
  int start = 1;
  for (int i = 0; i < m; i++) {
    for (int j = start; j < n; j++) {
      row[j] += row[j - 1] * 3;
      start = j;
    }
    start = start % 50 + 1;
  }
  printf("resumed %d\n", start);
}

static void narrowed(int n, int m) {
  for (int i = 0; i < m; i++)
    for (unsigned short j = 1; j < n; j++)
      narrow[j] = (short)(narrow[j] + narrow[j - 1] + i);
}

int main(void) {
  static struct state s;
  static const int sizes[][2] = {{3000, 40}, {1, 3}, {2, 3}, {0, 2},
                                 {17, 9},    {300, 600}, {5, 0}};
  for (int i = 0; i < 3000; i++)
    row[i] = (unsigned)i * 2654435761u;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    running(n, m);
    kept(n, m);
    inMemory(&s, n, m);
    globals(n, m);
    bounds(n, m);
    resumed(n, m);
    narrowed(n, m);
    show("row", row, sizeof row);
    show("out", out, sizeof out);
    show("narrow", narrow, sizeof narrow);
    show("s", &s, sizeof s);
  }
  return 0;
}
