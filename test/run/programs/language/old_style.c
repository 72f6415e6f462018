/* SPDX-License-Identifier: Apache-2.0 */
// FLAGS: -std=gnu89 -w
/* Functions in the style of 1978, implicit int, declarations at the top. */
#include "../digest.h"

#define N 60000
static short data[N];
double half();

fill(p, n, seed) short *p;
unsigned seed;
{
  register i;
  for (i = 0; i < n; i++)
    p[i] = seed * i + (i >> 3);
}

static long total(p, n)
short *p;
{
  long t = 0;
  while (n--)
    t += *p++;
  return t;
}

double half(x)
double x;
{
  return x / 2;
}

main() {
  int i;
  fill(data, N, 7u);
  for (i = 0; i < N; i++)
    data[i] = data[i] > 0 ? data[i] : -data[i] >> 1;
  printf("%ld %g\n", total(data, N), half(7.0));
  show("data", data, sizeof data);
  return 0;
}
