// SPDX-License-Identifier: Apache-2.0
//
// Iterators of unsigned, narrow and wide types; wrap-around that is defined.
#include "../digest.h"

#include <limits.h>
#include <stdint.h>

#define N 65536
static unsigned a[N];
static unsigned char bytes[256];
static long long w[1000];

/* Counts down from one less than n. */
static void from_one_less(size_t n, size_t least) {
  for (size_t k = n - 1; k-- > 0;)
    a[k] = a[k] * 3 + (unsigned)k;
  unsigned seen = 0;
  for (unsigned k = (unsigned)n - 1; k-- > 0;) {
    a[k & N - 1] += k;
    if (++seen > least)
      break;
  }
  printf("%u\n", seen);
}

/* ... of which the type is narrow. */
static void narrow(unsigned char n) {
  for (unsigned char k = (unsigned char)(n - 1); k-- > 0;)
    bytes[k] += k;
}

int main(void) {
  for (unsigned i = 0; i < N; i++)
    a[i] = i * 2654435761u;
  for (unsigned i = N; i-- > 0;)
    a[i] += i;
  for (unsigned i = UINT_MAX - 99; i != 100; i++)
    a[i & (N - 1)] ^= i;
  for (unsigned i = 0xfffffff0u; i + 1000 < 1500; i++)
    a[(uint16_t)i] += 3;
  uint8_t c = 0;
  do {
    bytes[c] = (unsigned char)(c * 3);
  } while (++c != 0);
  for (unsigned short s = 10; s >= 10; s++)
    a[s] ^= 0x55;
  for (uint64_t big = 0x7fffffff00ULL; big < 0x7fffffff00ULL + 1000; big++)
    w[big - 0x7fffffff00ULL] = (long long)(big * big);
  for (int i = INT_MAX - 999; i < INT_MAX; i++)
    w[INT_MAX - i] += i;
  for (int i = INT_MIN; i < INT_MIN + 1000; i++)
    w[i - INT_MIN] ^= i;
  for (size_t k = 0; k < 1000; k += 2)
    w[999 - k] -= (long long)k;
  unsigned n = 3, offset = 5, count = 0;
  for (unsigned i = 0; i < n - offset && i < 40000; i++)
    count += a[i] & 1;
  for (signed char s = -100; s < 100; s++)
    bytes[s + 100]++;
  for (size_t size = 1; size <= N; size *= 4)
    from_one_less(size, 3 * size);
  for (unsigned size = 0; size <= 255; size += 51)
    narrow((unsigned char)size);
  unsigned none = n - 3;
  for (unsigned k = none - 1, seen = 0; k-- > 0 && seen < 500; seen++)
    a[k & N - 1] ^= k;
  printf("%u\n", count);
  show("a", a, sizeof a);
  show("bytes", bytes, sizeof bytes);
  show("w", w, sizeof w);
  return 0;
}
