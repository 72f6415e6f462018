// SPDX-License-Identifier: Apache-2.0
//
// The place of an extreme, first and last, and running records.
#include "../digest.h"

#define N 200000
static int a[N], records[N];

int main(void) {
  int first = 0, last = 0, best = 1 << 30, where = -1, top = -1, n = 0,
      second = -1;
  for (int i = 0; i < N; i++)
    a[i] = (int)((i * 48271LL + 11) % 9973);
  for (int i = 1; i < N; i++)
    if (a[i] < a[first])
      first = i;
  for (int i = 1; i < N; i++)
    if (a[i] >= a[last])
      last = i;
  for (int i = 0; i < N; i++)
    if (a[i] < best) {
      best = a[i];
      where = i;
    }
  for (int i = 0; i < N; i++)
    if (a[i] > top) {
      second = top;
      top = a[i];
      records[n++] = i;
    }
  printf("%d %d %d %d %d %d %d\n", first, last, best, where, top, second, n);
  show("records", records, sizeof records);
  return 0;
}
