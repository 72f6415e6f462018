// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Statement expressions, switch and goto in loops, walking pointers.
#include <stdio.h>
static unsigned a[500], b[500];
#define SUM(p)                                                                 \
  ({                                                                           \
    unsigned s_ = 0;                                                           \
    for (int i_ = 0; i_ < 500; i_++)                                           \
      s_ += (p)[i_];                                                           \
    s_;                                                                        \
  })
#define MAX(x, y)                                                              \
  ({                                                                           \
    __typeof__(x) x_ = (x);                                                    \
    __typeof__(y) y_ = (y);                                                    \
    x_ > y_ ? x_ : y_;                                                         \
  })
static inline unsigned in(unsigned x) { return x * 3; }
int main(void) {
  unsigned x = 1, m = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 500; i++)
      a[i] += in(x) + (unsigned)i;
    x = SUM(a);
    for (int i = 0; i < 500; i++)
      b[i] = MAX(a[i], x % 1000);
    for (int i = 0; i < 500; i++)
      m = MAX(m, b[i]);
    if (({ x & 1; }))
      for (int i = 0; i < 500; i++)
        a[i] ^= m;
    x ?: (x = 5);
    int(*f)[500] = (int(*)[500])b;
    for (int i = 0; i < 500; i++)
      (*f)[i] += 1;
  }
  for (int i = 0; i < 500; i++)
    switch (a[i] & 3) {
    case 0:
      b[i]++;
      break;
    case 1:
      b[i] *= 2;
    case 2:
      b[i] ^= 5;
      break;
    default:
      continue;
    }
  for (int i = 0; i < 500; i++) {
    if (a[i] & 1)
      continue;
    b[i] -= 3;
    if (b[i] > 100)
      goto out;
    b[i]++;
  out:;
  }
  for (unsigned char c = 'a'; c <= 'z'; c++)
    b[c] += c;
  for (int i = 0; i < 500; a[i] = b[i] + 1, i++)
    ;
  for (int i = 0; i < 500;) {
    a[i]++;
    i++;
  }
  {
    int i = 0;
    while (i < 500) {
      b[i] += a[i];
      i++;
    }
  }
  {
    int i = 0;
    do {
      b[i]++;
    } while (++i < 500);
  }
  for (int i = 0, *p = (int *)a; i < 500; i++, p++)
    *p += i;
  for (unsigned *p = a; p < a + 500; p++)
    *p ^= 3;
  for (unsigned *p = a, *q = b + 499; p != a + 500;)
    *p++ += *q--;
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + 3 * b[i];
  printf("%u %u %u\n", h, x, m);
  return 0;
}
