/* SPDX-License-Identifier: Apache-2.0 */
/* CC: gcc */
/* FLAGS: -std=c89 -pedantic-errors -Wall -Wextra -Werror -Wdeclaration-after-statement -Wvla -Wlong-long -lm */
/* C89 has no declarations in the middle of blocks or in for, and no inline. */
#include <stdio.h>
#include <math.h>

static int a[500], b[500];
static double d[500];

static int work(n, p)
int n;
int *p;
{
  int i, s = 0, t, most = 0, row[500];
  for (t = 0; t < 4; t++) {
    for (i = 0; i < n; i++)
      p[i] += i * t;
    for (i = 0; i < n; i++)
      s += p[i];
    for (i = n - 1; i >= 0; i -= 3)
      b[i] ^= p[i];
  }
  {
    int last = 0;
    for (i = 0; i < n; i++) {
      last = p[i];
      b[i] += last;
      if (last > most)
        most = last;
    }
    s += last;
  }
  for (i = 0; i < n; i++)
    d[i] = sqrt((double)(b[i] - 3));
  for (t = 0; t < 3; t++) {
    for (i = 0; i < n; i++)
      row[i] = p[i] ^ t;
    for (i = 0; i < n; i++)
      b[i] += row[n - 1 - i];
  }
  return s + most;
}

int main(void) {
  int i;
  unsigned h = 0;
  for (i = 0; i < 500; i++)
    a[i] = i;
  printf("%d\n", work(500, a));
  for (i = 0; i < 500; i++)
    h = h * 31 + (unsigned)a[i] + (unsigned)b[i];
  printf("%u %g\n", h, d[4]);
  return 0;
}
