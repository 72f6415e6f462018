// SPDX-License-Identifier: Apache-2.0
//
// All assignment operators on all widths, and ++ and -- in odd places.
#include "../digest.h"

#define N 60000
static signed char c[N];
static unsigned short s[N];
static int n[N], m[2 * N];
static unsigned long long w[N];
static float f[N];

int main(void) {
  int i, k = 0, last = 0;
  for (i = 0; i < N; i++) {
    c[i] = (signed char)(i * 7);
    s[i] = (unsigned short)(i * 31);
    n[i] = i - N / 2;
    w[i] = 0x9e3779b97f4a7c15ULL * (unsigned)i;
    f[i] = i / 3.0f;
  }
  for (i = 0; i < N; i++) {
    c[i] += 100;
    c[i] -= s[i];
    s[i] *= 3;
    s[i] <<= i % 5;
    s[i] ^= (unsigned short)n[i];
    n[i] /= (i % 7) + 1;
    n[i] %= 1000;
    n[i] |= i & 0xf0;
    n[i] &= ~3;
    w[i] >>= i % 63;
    f[i] *= 1.5f, f[i] -= n[i];
  }
  for (i = 0; i < N; ++i)
    n[i] = c[i]++ + --s[i] - (w[i]--, (int)(w[i] & 7));
  while (k < 2 * N) {
    m[k++] = last++;
    m[k] = k * 2, k++;
  }
  for (i = 0, k = 0; i < N; i++)
    m[k++] += n[i] > 0 ? ++last : --last;
  int *p = m;
  for (i = 0; i < N; i++)
    *p++ ^= i;
  printf("%d %d %ld\n", k, last, (long)(p - m));
  show("c", c, sizeof c);
  show("s", s, sizeof s);
  show("n", n, sizeof n);
  show("m", m, sizeof m);
  show("w", w, sizeof w);
  show("f", f, sizeof f);
  return 0;
}
