// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// Mathematical functions set errno: its value after a loop counts.
#include "../digest.h"

#include <errno.h>
#include <math.h>

#define N 60000
static double d[N], e[N];

int main(void) {
  int bad = 0;
  for (int i = 0; i < N; i++)
    d[i] = (i % 1000) - 3.5;
  errno = 0;
  for (int i = 0; i < N; i++)
    e[i] = exp(d[i] / 1000);
  printf("%d\n", errno);
  for (int i = 0; i < N; i++)
    e[i] += sqrt(fabs(d[i]));
  printf("%d\n", errno);
  for (int i = 0; i < N; i++)
    if (d[i] > -1)
      continue;
    else
      e[i] = log(d[i]) != log(d[i]) ? 1.0 : 2.0;
  printf("%d\n", errno == EDOM);
  for (int i = 0; i < N; i++) {
    errno = 0;
    e[i] += pow(10, d[i]) > 1e300;
    bad += errno != 0;
  }
  errno = 5;
  for (int i = 0; i < N; i++)
    e[i] += floor(d[i]);
  printf("%d %d\n", errno, bad);
  show("e", e, sizeof e);
  return 0;
}
