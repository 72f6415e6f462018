// SPDX-License-Identifier: Apache-2.0
//
// Inline functions, statement expressions and nested calls with effects in
// subscripts, bounds and conditions.
#include "../../digest.h"
static unsigned a[1500], b[1500], asked;
static inline unsigned ask(unsigned v) {
  asked += v & 1;
  return v;
}
static inline int bound(int n) { return n - (int)(asked & 1); }
static inline unsigned take(unsigned **p) { return *(*p)++; }
#define TWICE(x) ((x) + (x))
#define FIRST_OF(p)                                                            \
  ({                                                                           \
    unsigned *q_ = (p);                                                        \
    asked++;                                                                   \
    *q_;                                                                       \
  })
int main(void) {
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i * 7u;
  for (int i = 0; i < bound(1400); i++)
    b[i] = ask(a[i]);
  for (int i = 0; i < 1400; i++)
    b[ask((unsigned)i)] += 3u;
  for (int i = 0; i < 1400; i++)
    b[i] += TWICE(ask(a[i] + 1u));
  for (int i = 0; i < 1400; i++)
    b[i] ^= FIRST_OF(a + i);
  unsigned *p = a;
  for (int i = 0; i < 700; i++)
    b[i] += take(&p) + take(&p);
  for (int i = 0; i < 1400; i++)
    b[i] += a[i] & 1 && ask(b[i]) ? asked & 3 : 5u;
  unsigned k = 0;
  for (int i = 0; i < 700; i++)
    b[k] = a[(k + 1) & 1023], k++;
  for (int i = 0; i < 1400; i++)
    b[i] = (k += 3, a[i] + k);
  printf("%u %u %td\n", asked, k, p - a);
  show("b", b, sizeof b);
  return 0;
}
