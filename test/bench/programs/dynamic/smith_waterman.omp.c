// SPDX-License-Identifier: Apache-2.0
// Local alignments (Smith and Waterman, affine gaps after Gotoh) of one query
// with each sequence of a database, two rows of scores at a time.
//
// SMALL: -DQUERY=30 -DSEQUENCES=12
//
// The alignments are independent; the sequences have different lengths.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef QUERY
#define QUERY 300
#define SEQUENCES 2000
#endif

enum { Letters = 20, MaxLength = 700, GapOpen = 10, GapExtend = 2 };

static char query[QUERY];
static char database[SEQUENCES][MaxLength];
static int length[SEQUENCES], score[SEQUENCES];
static int substitution[Letters][Letters];

static unsigned next(unsigned *state) {
  *state = *state * 1103515245u + 12345u;
  return *state >> 16;
}

static void generate(void) {
  unsigned state = 7;
  for (int i = 0; i < Letters; i++)
    for (int j = 0; j < Letters; j++)
      substitution[i][j] = i == j ? 6 : (i * j) % 5 - 3;
  for (int i = 0; i < QUERY; i++)
    query[i] = next(&state) % Letters;
  for (int s = 0; s < SEQUENCES; s++) {
    length[s] = 100 + next(&state) % (MaxLength - 100);
    for (int i = 0; i < length[s]; i++)
      if (next(&state) % 8 == 0)
        database[s][i] = query[i % QUERY];
      else
        database[s][i] = next(&state) % Letters;
  }
}

static int max(int a, int b) { return a > b ? a : b; }

static int align(const char *a, int n, const char *b, int m) {
  int h[MaxLength + 1], e[MaxLength + 1];
  int best = 0;
  memset(h, 0, sizeof h);
  memset(e, 0, sizeof e);
  for (int i = 0; i < n; i++) {
    const int *row = substitution[(int)a[i]];
    int diagonal = 0, f = 0;
    for (int j = 1; j <= m; j++) {
      e[j] = max(e[j] - GapExtend, h[j] - GapOpen);
      f = max(f - GapExtend, h[j - 1] - GapOpen);
      int here = max(max(0, diagonal + row[(int)b[j - 1]]), max(e[j], f));
      diagonal = h[j];
      h[j] = here;
      best = max(best, here);
    }
  }
  return best;
}

int main(void) {
  generate();
#pragma omp parallel for schedule(dynamic, 8)
  for (int s = 0; s < SEQUENCES; s++)
    score[s] = align(query, QUERY, database[s], length[s]);
  int best = 0;
  long total = 0;
  for (int s = 0; s < SEQUENCES; s++) {
    total += score[s];
    if (score[s] > score[best])
      best = s;
  }
  printf("best %d with %d, total %ld\n", best, score[best], total);
  return 0;
}
