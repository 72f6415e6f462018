// SPDX-License-Identifier: Apache-2.0
//
// Iterators near the ends of their types, whose bounds, aligned chunks and last
// values must not overflow.
#include "../../digest.h"
#include <limits.h>
#include <stdint.h>
static unsigned a[2000];
int main(void) {
  for (int i = INT_MAX - 700; i < INT_MAX; i++)
    a[i - (INT_MAX - 700)] += (unsigned)i;
  for (int i = INT_MIN + 700; i > INT_MIN; i--)
    a[i - INT_MIN] += (unsigned)i;
  for (unsigned i = UINT_MAX - 900; i < UINT_MAX; i++)
    a[i - (UINT_MAX - 900)] ^= i;
  for (unsigned i = UINT_MAX - 900; i != 0; i++)
    a[i - (UINT_MAX - 900)] += i;
  show("ints", a, sizeof a);
  for (long i = LONG_MAX - 500; i < LONG_MAX; i += 2)
    a[i - (LONG_MAX - 500)] += (unsigned)i;
  for (long i = LONG_MIN; i < LONG_MIN + 500; i++)
    a[i - LONG_MIN] ^= (unsigned)i + 1u;
  for (size_t i = SIZE_MAX - 500; i < SIZE_MAX; i++)
    a[i - (SIZE_MAX - 500)] += (unsigned)i;
  for (size_t i = SIZE_MAX; i-- > SIZE_MAX - 600;)
    a[SIZE_MAX - i] += 3u;
  show("longs", a, sizeof a);
  for (signed char i = SCHAR_MIN; i < SCHAR_MAX; i++)
    a[i + 200] += (unsigned)i;
  for (short i = SHRT_MAX - 600; i < SHRT_MAX; i++)
    a[i - (SHRT_MAX - 600)] ^= 5u;
  for (unsigned char i = 255; i > 0; i--)
    a[i] += i;
  for (unsigned i = 5; i < 2000u; i -= 3)
    a[i] += 7u; /* ends as it wraps below 0 */
  for (int i = 0; i < INT_MAX - 3; i += INT_MAX / 5)
    a[i / (INT_MAX / 5)] += (unsigned)i;
  for (unsigned i = 0; i < UINT_MAX - 5u; i += UINT_MAX / 1000u)
    a[i / (UINT_MAX / 1000u)] += i;
  for (long long i = -900; i < 900; i++)
    a[i + 900] += (unsigned)(i * (LLONG_MAX / 1000));
  int i = INT_MAX - 640;
  for (; i < INT_MAX; i++)
    a[INT_MAX - i] += 9u;
  printf("%d\n", i);
  show("a", a, sizeof a);
  return 0;
}
