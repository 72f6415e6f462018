// SPDX-License-Identifier: Apache-2.0
//
// A work buffer in a loop that adds to an array: the copies of the one and of
// the other, and what of the buffer is left after the loop.
#include "../../digest.h"
#include <stdlib.h>
enum { N = 3000 };
static int out[N];

static int from_heap(int n, int m) {
  int *w = malloc(sizeof *w * (size_t)(m + 1));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      w[j] = i * j;
    int s = 0;
    for (int j = 0; j < m; j++)
      s += w[j];
    out[i] += s;
  }
  int last = m > 0 && n > 0 ? w[m - 1] : -1;
  free(w);
  return last;
}
static int given(int n, int m, int *w) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      w[j] = i * j + 1;
    for (int j = 1; j < m; j++)
      w[j] = (w[j] + w[j - 1]) % 100000;
    out[i] += w[m - 1];
  }
  return w[m - 1];
}
static int one_place(int n, int m, int *w) {
  for (int i = 0; i < n; i++) {
    w[m] = i * 3;
    out[i] += w[m];
  }
  return w[m];
}
/* Of many places to add to, the copies are needed. */
static int counted(int n, int m, int *w) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      w[j] = i * j + 7;
    out[w[m - 1] % 97] += w[m / 2];
  }
  return w[m - 1];
}

int main(void) {
  static int w[100];
  int (*volatile heap)(int, int) = from_heap;
  int (*volatile loops[])(int, int, int *) = {given, one_place, counted};
  for (int m = 1; m < 100; m += 40) {
    printf("heap %ld\n", (long)heap(N, m));
    printf("heap, none %ld\n", (long)heap(0, m));
    for (int k = 0; k < 3; k++) {
      printf("loop %ld\n", (long)loops[k](N, m, w));
      printf("few %ld\n", (long)loops[k](3, m, w));
      printf("overlap %ld\n", (long)loops[k](1000, m, out + 500));
      printf("apart %ld\n", (long)loops[k](1000, m, out + 1500));
      show("out", out, sizeof out);
      show("w", w, sizeof w);
    }
  }
  return 0;
}
