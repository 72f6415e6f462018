// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// errno as the last failing call of a loop leaves it, read in the loop or after
// it, or not touched at all.
#include "../../digest.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
static double a[1200], b[1200];
static int codes[1200];
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = i % 100 - 1.0;
  errno = 7;
  for (int i = 0; i < 1000; i++)
    b[i] = a[i] * 2;
  printf("%d\n", errno);
  for (int i = 0; i < 1000; i++)
    b[i] = log(a[i] + 0.5);
  printf("%d\n", errno);
  errno = 0;
  for (int i = 0; i < 1000; i++)
    b[i] = i == 130 ? exp(1e6) : i == 700 ? sqrt(-1) : cos(a[i]);
  printf("%d\n", errno);
  errno = 0;
  for (int i = 0; i < 1000; i++) {
    b[i] = log(a[i] + 0.5);
    codes[i] = errno;
    if (i % 250 == 0)
      errno = 0;
  }
  show("codes", codes, sizeof codes);
  errno = 0;
  for (int i = 0; i < 1000; i++) {
    char text[] = "99999999999999999999999";
    text[i % 20 + 1] = 0;
    codes[i] = (int)strtol(text, NULL, 10);
  }
  printf("%d\n", errno);
  show("codes", codes, sizeof codes);
  return 0;
}
