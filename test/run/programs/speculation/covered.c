// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 2
//
// Scratch that inner loops fill and read with all kinds of steps, of which a
// clone looks at once whether it has touched it: forwards, backwards, some
// apart, parts of records, bytes at odd places, one in a cache line, what moves
// its own start, what tells where to go on. Now and then an iteration changes a
// table that others read so.
#include "../digest.h"
#include <stdlib.h>

enum { N = 600, M = 96 };

struct cell {
  double value;
  short mark;
  char pad, kind;
};

struct work {
  double *row, *other;
  struct cell cells[M];
  unsigned char bytes[M * 3 + 1];
  int order[M], wide[M * 16];
  unsigned from;
};

static int table[M], square[M / 4][M / 4 + 3];

/* Nests: rows and columns from either end, in a part of the plane that changes
 * from time to time, rows that get longer, one beside its neighbours. */
static double plane(int seed, int from) {
  int n = M / 4 - seed % 5, sum = 0;
  for (int k = 0; k < M / 4; k++) {
    square[k][0] = seed + k;
    for (int m = 1; m < M / 4 + 3; m++)
      square[k][m] = m ^ k;
    for (int m = M / 4; m >= from; m -= 2)
      square[k][m + 1] += square[k][m];
  }
  for (int m = n - 1; m >= 0; m--)
    for (int k = n - 1; k > from; k--)
      square[k][m] -= square[k - 1][m] & square[k][m + 3];
  for (int k = 2; k < n; k++)
    for (int m = 0; m < k; m++)
      sum += square[k][m] * (m + 1);
  for (int k = 0; k < n; k++)
    for (int m = 0; m < seed % 3; m++)
      sum ^= square[m][k];
  int m = 3;
  for (int k = 0; k < 9; k++) {
    for (m = 0; m < n - 8; m++)
      square[k][m] ^= k;
    sum += square[k][m] - square[m][k];
  }
  return sum % 1000;
}

static double compute(struct work *w, int seed) {
  unsigned x = (unsigned)seed * 2654435761u;
  int n = M - seed % 7;
  for (int k = 0; k < n; k++)
    w->row[k] = (x >> k % 16 & 255) * 0.25;
  for (int k = n; k < M; k++)
    w->row[k] = 0;
  for (int k = M - 2; k >= 0; k--)
    w->row[k] += 0.5 * w->row[k + 1];
  for (int k = 1; k < M; k++)
    w->other[k] = w->row[M - k] - w->row[k - 1];
  w->other[0] = 1;
  for (unsigned k = 3; k < M - 4u; k += 5) {
    w->cells[k].value = w->other[k - 3] * 0.125;
    w->cells[k + 1].mark = (short)k;
  }
  for (int k = 0; k < M; k++)
    w->cells[k].kind = (char)(k * seed);
#pragma GCC ivdep
  for (int k = 0; k < M * 16; k++)
    w->wide[k] = k & 3;
  for (int k = M * 3; k >= 0; k--)
    w->bytes[k] = (unsigned char)(x >> (k & 15));
  for (long k = 1; k <= M; k++) {
    w->bytes[3 * k] = (unsigned char)(x + (unsigned)k);
    w->bytes[3 * k - 2] ^= w->bytes[3 * k];
  }
  for (int k = 0; k < M; k++)
    if (w->bytes[k] & 1)
      w->wide[16 * k + 3] = w->bytes[k + 1];
    else
      w->wide[16 * k] = k;
  for (int k = 0; k < M; k++) {
    w->row[k] += table[k];
    if (k % 24 == 23) {
      double *row = w->row;
      w->row = w->other;
      w->other = row;
    }
  }
  for (int k = 0; k < M; k++)
    w->order[k] = (int)((x >> 3) + 7u * (unsigned)k) % M;
  for (int k = 0; k < M; k++)
    w->wide[w->order[k]] += k;
  double sum = plane(seed, seed % 2);
  for (int k = 0; k < M; k++)
    sum += w->row[k] + w->cells[k].value + w->cells[k].mark + w->cells[k].kind +
           w->wide[k * 16 + 3] + w->wide[k] + w->bytes[k];
  return sum;
}

/* What is not touched is not looked at as if it were: ends of an empty loop,
 * and places beyond a null pointer that nobody goes to. */
static double sparse(struct work *w, const double *maybe, int n, int seed) {
  double sum = 0;
  for (int k = seed % 3; k < n; k++)
    sum += w->row[k];
  for (int k = 0; k < M; k++)
    if (maybe)
      sum += maybe[k];
  for (int k = 0; k < n; k++)
    for (int m = 0; m < (int)maybe[1] % 3; m++)
      sum -= w->row[m] * k;
  for (int k = 0; k < M / 4; k++)
    if (maybe)
      for (int m = 0; m < (int)maybe[0] % 4; m++)
        sum += square[k][m];
  for (unsigned k = w->from; k < w->from + 20; k++)
    sum += w->other[k];
  w->from = (unsigned)seed % 40;
  return sum;
}

static double all[N];

int main(void) {
  struct work *w = calloc(1, sizeof *w);
  if (!w)
    return 1;
  double *rows = calloc(2 * M, sizeof *rows);
  if (!rows)
    return 1;
  w->row = rows;
  w->other = rows + M;
  for (int i = 0; i < N; i++)
    all[i] = compute(w, i);
  for (int i = 0; i < N; i++) {
    all[i] += compute(w, 3 * i);
    if (i % 97 == 50)
      for (int k = 0; k < M; k++)
        table[k] += i % 5;
  }
  for (int i = 0; i < N; i++)
    all[i] += compute(w, i) + sparse(w, i % 8 ? 0 : all, i % 8 ? 0 : M, i);
  printf("all %016llx\n", digest(all, sizeof all));
  printf("table %016llx\n", digest(table, sizeof table));
  printf("wide %016llx\n", digest(w->wide, sizeof w->wide));
  printf("rows %016llx\n", digest(rows, 2 * M * sizeof *rows));
  free(rows);
  free(w);
  return 0;
}
