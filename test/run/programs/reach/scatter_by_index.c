// SPDX-License-Identifier: Apache-2.0
//
// Writes through an index array: every order, one value twice far apart, the
// index array among what is written, changed by the loop, empty or absent.
#include "../digest.h"

#include <stdlib.h>

// No task of a region of its caller: the call's own region uses all cores.
static volatile int goesOn = 1;
#define ALONE(call)                                                            \
  do {                                                                         \
    call;                                                                      \
    if (!goesOn)                                                               \
      return;                                                                  \
  } while (0)

#define N 3000
static double out[4 * N + 8];
static double in[N];
static int perm[2 * N];
static int pool[8 * N];

static void scatter(int n, double *to, const double *from, const int *at) {
  for (int i = 0; i < n; i++)
    to[at[i]] = from[i] + i;
}

static void add(int n, double *to, const double *from, const int *at) {
  for (int i = 0; i < n; i++)
    to[at[i]] += from[i] * 0.1;
}

static void scatterInts(int n, int *to, const int *at) {
  for (int i = 0; i < n; i++)
    to[at[i]] = i * 3;
}

static void backwards(int n, double *to, const short *at) {
  for (int i = n - 1; i >= 0; i -= 3)
    to[at[i] + 1] = i;
}

static void stepped(int n, double *to, const unsigned char *at) {
  for (int i = 0; i < n; i += 2)
    to[at[i]] = i;
}

struct entry {
  long key;
  unsigned at;
};

static void byEntry(int n, double *to, const struct entry *e) {
  for (int i = 0; i < n; i++)
    to[e[i].at] = (double)e[i].key;
}

static void twice(int n, double *to, const int *first, const int *second) {
  for (int i = 0; i < n; i++)
    to[first[second[i]]] = i;
}

static void changing(int n, double *to, int *at) {
  for (int i = 0; i < n; i++) {
    to[at[i]] = i;
    at[(i + 7) % n] = at[i] / 2;
  }
}

static void guarded(int n, double *to, const int *at, const char *use) {
  for (int i = 0; i < n; i++)
    if (use[i])
      to[at[i]] = i;
}

static void rows(int n, int m, double *to, int (*at)[50]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[at[i][j]] = i * 100 + j;
}

static void fresh(int multiplier) {
  for (int i = 0; i < N; i++) {
    in[i] = 1.0 / (i + 1);
    perm[i] = (int)((long)i * multiplier % N);
  }
  for (int i = 0; i < 4 * N + 8; i++)
    out[i] = -1;
}

static void orders(void) {
  static const int multipliers[] = {1, N - 1, 7, 3, 0};
  for (unsigned k = 0; k < 5; k++)
    for (int n = 0; n <= N; n = n < 40 ? n + 13 : n * 9) {
      ALONE(fresh(multipliers[k]));
      ALONE(scatter(n, out + 8, in, perm));
      ALONE(add(n, out + 8, in, perm));
      show("order", out, sizeof out);
    }
  for (int where = 0; where < N; where += 997) {
    ALONE(fresh(7));
    perm[N - 1] = perm[where];
    ALONE(scatter(N, out, in, perm));
    ALONE(add(N, out, in, perm));
    show("twice", out, sizeof out);
  }
  ALONE(fresh(7));
  for (int i = 0; i < N; i++)
    perm[i] = -perm[i];
  ALONE(scatter(N, out + N, in, perm));
  perm[0] = 3 * N;
  ALONE(add(N, out + N, in, perm));
  show("signs", out, sizeof out);
}

static void overlaps(void) {
  for (int shift = -3; shift <= 3; shift++) {
    for (int i = 0; i < 8 * N; i++)
      pool[i] = i < 2 * N ? i : (i * 7) % N;
    // The index array itself, shifted; all its values are in place.
    ALONE(scatterInts(N, pool + N + 3 + shift, pool + N / 2));
    ALONE(scatterInts(N, pool + 3 * N, pool + 2 * N));
    // The last value written falls on the first index, or just before it.
    for (int i = 0; i < N; i++)
      pool[4 * N + i] = i;
    ALONE(scatterInts(N, pool + 3 * N + shift, pool + 4 * N));
    show("overlap", pool, sizeof pool);
  }
}

static void others(void) {
  static short shorts[N];
  static unsigned char bytes[256];
  static struct entry entries[N];
  static int table[40][50];
  static char use[N];
  ALONE(fresh(11));
  for (int i = 0; i < N; i++) {
    shorts[i] = (short)(i - 1);
    entries[i].key = i * 5;
    entries[i].at = (unsigned)(N - 1 - i);
    use[i] = i % 3 == 0;
  }
  for (int i = 0; i < 256; i++)
    bytes[i] = (unsigned char)(i * 5);
  for (int i = 0; i < 2000; i++)
    table[i / 50][i % 50] = i * 7 % 2000;
  ALONE(backwards(N, out, shorts));
  show("backwards", out, sizeof out);
  ALONE(stepped(256, out, bytes));
  bytes[254] = bytes[0];
  ALONE(stepped(256, out + 300, bytes));
  show("stepped", out, sizeof out);
  ALONE(byEntry(N, out, entries));
  entries[5].at = entries[N - 9].at;
  ALONE(byEntry(N, out + N, entries));
  show("entries", out, sizeof out);
  ALONE(fresh(11));
  ALONE(twice(N, out, perm, perm));
  perm[17] = perm[2801];
  ALONE(twice(N, out + N, perm, perm));
  show("composed", out, sizeof out);
  ALONE(guarded(N, out, perm, use));
  show("guarded", out, sizeof out);
  ALONE(fresh(1));
  ALONE(changing(N, out, perm));
  show("changing", out, sizeof out);
  ALONE(rows(40, 50, out, table));
  table[39][49] = table[0][0];
  ALONE(rows(40, 50, out + N, table));
  ALONE(rows(40, 0, NULL, NULL));
  show("rows", out, sizeof out);
}

int main(void) {
  orders();
  overlaps();
  others();
  scatter(0, NULL, NULL, NULL);
  return 0;
}
