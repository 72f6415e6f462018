// SPDX-License-Identifier: Apache-2.0
//
// Every operator in its spellings, on truth values, narrow and unsigned types,
// globals and statics; several at once; and the same where the value is used.
#include "../digest.h"

#include <stdbool.h>

#define N 20000
static int a[N], zero[N];
static unsigned char bytes[N];
static double d[N];
long global_sum;
static unsigned short static_low = 60000;

static void truth(int n, int start) {
  bool all = true, any = false, odd = start & 1, masked = true;
  int ok = start, some = start, off = 0;
  for (int i = 0; i < n; i++) {
    all = all && a[i] > -5;
    any |= a[i] == 77;
  }
  for (int i = 0; i < n; i++)
    odd ^= a[i] > 500;
  for (int i = 0; i < n; i++)
    masked &= a[i] | 1;
  for (int i = 0; i < n; i++)
    ok = ok && a[i] >= 0;
  for (int i = 0; i < n; i++)
    some = some || zero[i];
  for (int i = 0; i < n; i++)
    if (a[i] == 13)
      off = off || zero[i];
  /* The value of a truth value's sum is lost at each step. */
  for (int i = 0; i < n; i++)
    odd ^= a[i];
  printf("%d %d %d %d %d %d %d\n", all, any, odd, masked, ok, some, off);
}

/* Evaluates nothing once it is false. */
static int valid(const int *x, const int *index, int n) {
  int ok = 1;
  for (int i = 0; i < n; i++)
    ok = ok && x[index[i]] >= 0;
  for (int i = 0; i < n; i++)
    ok = ok && 100 / index[i] < 1000;
  return ok;
}

static void narrow(int n) {
  unsigned char c = 200;
  signed char s = 100;
  short product = 3;
  unsigned bits = ~0u;
  static long kept;
  for (int i = 0; i < n; i++) {
    c += a[i];
    s -= bytes[i];
    product *= (short)(a[i] | 1);
  }
  for (int i = 0; i < n; i++) {
    bits &= (unsigned)a[i] | 0xfff0u;
    kept = a[i] + kept - bytes[i];
    global_sum++;
    if (a[i] & 1)
      --global_sum;
  }
  for (int i = 0; i < n; i++)
    if (bytes[i] > 7)
      global_sum -= a[i];
  for (int i = 0; i < n; i++)
    static_low = bytes[i] * 3 < static_low ? (unsigned short)(bytes[i] * 3)
                                           : static_low;
  for (int i = 0; i < n; i++)
    if (static_low > bytes[i])
      static_low = bytes[i];
  printf("%d %d %d %u %ld %ld %d\n", c, s, product, bits, kept, global_sum,
         static_low);
}

static void extremes(int n) {
  double low = 1e9, high = -1e9, wrong = -1e9;
  for (int i = 0; i < n; i++) {
    low = d[i] < low ? d[i] : low;
    if (high < d[i])
      high = d[i];
  }
  /* A NaN gets in here, and out again. */
  for (int i = 0; i < n; i++)
    wrong = wrong > d[i] ? wrong : d[i];
  printf("%g %g %g\n", low, high, wrong);
}

/* s = s + *&s is no sum. */
static long itself(int n) {
  long s = 1, *p = &s;
  for (int i = 0; i < n; i++)
    s = s + *&s + a[i] % 2;
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (s > 100000)
      s -= 100000;
  }
  for (int i = 0; i < n; i++)
    s += *p & 3;
  return s;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 9, 61, 1000, N};
  volatile double nothing = 0.0;
  static int index[64];
  for (int i = 0; i < N; i++) {
    a[i] = (int)((i * 48271LL + 11) % 997);
    bytes[i] = (unsigned char)(a[i] + 9);
    d[i] = i % 50 == 3 ? nothing / nothing : (double)(a[i] % 90);
  }
  for (int i = 0; i < 64; i++)
    index[i] = i < 20 ? i + 1 : 1 << 30;
  a[21] = -1;
  for (volatile int k = 0; k < 7; k++) { /* no region of its own */
    truth(sizes[k], k);
    narrow(sizes[k]);
    extremes(sizes[k]);
    printf("%ld\n", itself(sizes[k] < 50 ? sizes[k] : 50));
  }
  index[20] = 21;
  printf("%d\n", valid(a, index, 64));
  return 0;
}
