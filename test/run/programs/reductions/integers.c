// SPDX-License-Identifier: Apache-2.0
//
// Every integer operation that can be reduced, each with a start value.
#include "../digest.h"

#define N 200000
static int a[N];
static unsigned char bytes[N];

struct totals {
  long sum;
  int count;
};

int main(void) {
  long sum = 1000;
  int count = 5, differences = -3, any = 0, all = 1, xor = 77, and = -1, or = 1,
      low = 1 << 30, high = -low;
  unsigned product = 3, narrow = 0;
  unsigned char wrapped = 250;
  unsigned long long wide = 1;
  struct totals totals = {10, 20}, *t = &totals;
  for (int i = 0; i < N; i++) {
    a[i] = (int)((i * 2654435761u) >> 8) - (1 << 22);
    bytes[i] = (unsigned char)(i * 13);
  }
  for (int i = 0; i < N; i++)
    sum += a[i];
  for (int i = 0; i < N; i++)
    count += a[i] > 0;
  for (int i = 0; i < N; i++)
    differences -= a[i] & 255;
  for (int i = 0; i < N; i++)
    if (a[i] % 3 == 0)
      differences = differences + 2;
  for (int i = 0; i < N; i++)
    product *= (unsigned)a[i] | 1u;
  for (int i = 0; i < N; i++)
    xor ^= a[i];
  for (int i = 0; i < N; i++)
    and &= a[i] | 0x0f0f;
  for (int i = 0; i < N; i++)
    or |= a[i] & 0x1010;
  for (int i = 0; i < N; i++)
    any = any || a[i] == 12345;
  for (int i = 0; i < N; i++)
    all = all && bytes[i] < 250;
  for (int i = 0; i < N; i++)
    if (a[i] < low)
      low = a[i];
  for (int i = 0; i < N; i++)
    high = a[i] > high ? a[i] : high;
  for (int i = 0; i < N; i++)
    wrapped += bytes[i];
  for (int i = 0; i < N; i++)
    narrow = (unsigned short)(narrow + bytes[i]);
  for (int i = 0; i < N; i++)
    wide = wide * 6364136223846793005ULL;
  for (int i = 0; i < N; i++) {
    t->sum += a[i];
    if (bytes[i] & 1)
      t->count++;
  }
  printf("%ld %d %d %u %d %d %d %d %d %d %d %d %u %llu %ld %d\n", sum, count,
         differences, product, xor, and, or, any, all, low, high, wrapped,
         narrow, wide, totals.sum, totals.count);
  return 0;
}
