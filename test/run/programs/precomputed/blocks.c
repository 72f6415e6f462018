// SPDX-License-Identifier: Apache-2.0
// PRECOMPUTES: 1
//
// Blocks that calls allocate and hand on, through wrappers, are the program's
// and must come from it; blocks that they free themselves need not. And what
// calls find in errno is the program's, too.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300 };

static int *get(int count) {
  int *p = malloc((size_t)count * sizeof *p);
  if (!p)
    exit(2);
  return p;
}

/* Leaves a block. */
static int *squares(int v) {
  int *p = get(8);
  for (int i = 0; i < 8; i++)
    p[i] = v * i;
  return p;
}

/* Nobody looks into it here. */
static char *empty(unsigned n) {
  unsigned s = n;
  for (int i = 0; i < 80; i++)
    s = s * 1664525u + (s >> 9);
  return malloc(20 + (s & 15));
}

/* Frees what another call has left. */
static int drop(int *p) {
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += p[i];
  free(p);
  return sum;
}

/* Its own. */
static unsigned median(unsigned seed) {
  int *p = malloc(9 * sizeof *p);
  if (!p)
    exit(3);
  for (int i = 0; i < 9; i++)
    p[i] = (int)((seed = seed * 69069 + 1) >> 20);
  for (int i = 1; i < 9; i++)
    for (int k = i; k > 0 && p[k] < p[k - 1]; k--) {
      int higher = p[k - 1];
      p[k - 1] = p[k];
      p[k] = higher;
    }
  unsigned middle = (unsigned)p[4];
  free(p);
  return middle;
}

static void say(char *text, size_t room, unsigned n) {
  unsigned s = n;
  for (int i = 0; i < 80; i++)
    s = s * 1664525u + (s >> 9);
  snprintf(text, room, "%m %u", s);
}

int main(void) {
  static char *all[N];
  unsigned long digest = 1;
  int *last = squares(1);
  for (int i = 0; i < N; i++) {
    int *p = squares(i);
    digest = digest * 31 + (unsigned)drop(last) + (unsigned)p[3];
    last = p;
  }
  free(last);
  for (unsigned i = 0; i < N; i++) {
    char *p = empty(i);
    if (!p)
      return 1;
    p[0] = (char)i;
    digest = digest * 31 + (unsigned char)p[0];
    all[i] = p;
  }
  for (unsigned i = 0; i < N; i++) {
    digest = digest * 31 + (unsigned char)all[i][0];
    free(all[i]);
  }
  for (unsigned i = 0; i < N; i++)
    digest = digest * 33 ^ median(i);
  char text[64] = "";
  for (int i = 0; i < N; i++) {
    errno = i % 30 + 1;
    say(text, sizeof text, (unsigned)i);
    digest = digest * 31 + strlen(text);
  }
  printf("%lu %s\n", digest, text);
  return 0;
}
