// SPDX-License-Identifier: Apache-2.0
//
// Fields that share a word: writes to one must not lose another's.
#include "../digest.h"

#define N 60000
struct flags {
  unsigned low : 3, middle : 7;
  int sign : 5;
  unsigned : 0;
  unsigned long long wide : 41;
};
static struct flags f[N];
static unsigned out[N];
static struct {
  unsigned a : 16, b : 16;
} shared;

int main(void) {
  for (int i = 0; i < N; i++) {
    f[i].low = (unsigned)i & 7;
    f[i].middle = (unsigned)i * 3 & 127;
    f[i].sign = i % 16 - 8;
    f[i].wide = 0x123456789ULL * (unsigned)i & 0x1ffffffffffULL;
  }
  for (int i = 0; i < N; i++)
    f[i].low ^= f[i].middle & 7;
  for (int i = 0; i < N; i++)
    f[i].sign = f[i].sign < 0 ? f[i].sign + 8 : f[i].sign;
  for (int i = 0; i < N; i++)
    out[i] = f[i].low + f[i].middle * 10 + (unsigned)f[i].sign * 10000u +
             (unsigned)(f[i].wide >> 9);
  for (int i = 0; i < N; i++)
    shared.a += (unsigned)i;
  for (int i = 0; i < N; i++)
    shared.b ^= (unsigned)i * 3;
  printf("%u %u\n", shared.a, shared.b);
  show("out", out, sizeof out);
  return 0;
}
