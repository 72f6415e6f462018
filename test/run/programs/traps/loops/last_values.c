// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Values of iterators, scalars and arrays after loops of any length.
#include <stdio.h>
static int a[700], b[700], g, gl[8];
static unsigned char uc;
static void work(int n, int lo) {
  int last = -1, i, t = 9;
  int arr[4] = {1, 2, 3, 4};
  for (i = lo; i < n; i++) {
    last = a[i] * 2;
    b[i] = last + 1;
  }
  printf("%d %d\n", last, i);
  for (i = n - 1; i >= lo; i -= 3) {
    t = i;
    b[i] ^= t;
  }
  printf("%d %d\n", t, i);
  for (i = lo; i < n; i += 7) {
    for (int k = 0; k < 4; k++)
      arr[k] = a[i] + k;
    b[i] += arr[i & 3];
  }
  printf("%d %d %d\n", arr[0], arr[3], i);
  for (i = lo; i < n; i++) {
    for (int k = 0; k < 8; k++)
      gl[k] = a[i] + k;
    b[i] += gl[i & 7];
    g = b[i];
  }
  printf("%d %d %d\n", gl[0], g, i);
  for (uc = (unsigned char)lo; uc < n % 200; uc++)
    b[uc] += uc;
  printf("%d\n", uc);
  unsigned u;
  for (u = (unsigned)n; u-- > 3;)
    b[u] += (int)u;
  printf("%u\n", u);
}
int main(void) {
  for (int i = 0; i < 700; i++)
    a[i] = i * 7;
  work(600, 0);
  work(1, 0);
  work(0, 0);
  work(2, 3);
  work(5, 1);
  work(13, 6);
  unsigned h = 0;
  for (int i = 0; i < 700; i++)
    h = h * 31 + b[i];
  printf("%u\n", h);
  return 0;
}
