// SPDX-License-Identifier: Apache-2.0
//
// Irregular control flow: goto into the next iteration, out of two loops,
// backwards; switch that falls through; Duff's device.
#include "../digest.h"

#define N 80000
static int a[N], b[N], c[N];

static void duff(int *to, const int *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      *to++ = *from++;
    case 7:
      *to++ = *from++;
    case 6:
      *to++ = *from++;
    case 5:
      *to++ = *from++;
    case 4:
      *to++ = *from++;
    case 3:
      *to++ = *from++;
    case 2:
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while (--n > 0);
  }
}

int main(void) {
  int i, j, tries = 0;
  for (i = 0; i < N; i++) {
    if (i % 3 == 0)
      goto skip;
    a[i] = i * 5;
    continue;
  skip:
    a[i] = -i;
  }
  for (i = 0; i < N; i++) {
    switch (i % 6) {
    case 0:
      b[i] = 1; /* falls */
    case 1:
      b[i] += a[i];
      break;
    case 2:
      if (i & 8)
        break;
      b[i] = 77;
      continue;
    default:
      b[i] = i;
    case 5:
      b[i] -= 2;
    }
    b[i] ^= 1024;
  }
  for (i = 0; i < 300; i++)
    for (j = 0; j < 300; j++)
      if (a[i] + b[j] == 1999 - i)
        goto found;
found:
  printf("%d %d\n", i, j);
again:
  for (i = 0; i < N; i++)
    c[i] += i % 11;
  if (++tries < 4)
    goto again;
  duff(c + 3, a, 1237);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  return 0;
}
