// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11
//
// Statement expressions, typeof, case ranges, ?: without a middle, labels as
// values.
#include "../digest.h"

#define N 100000
#define max_of(a, b)                                                           \
  ({                                                                           \
    __typeof__(a) _a = (a);                                                    \
    __typeof__(b) _b = (b);                                                    \
    _a > _b ? _a : _b;                                                         \
  })
static int a[N], b[N], kinds[N];

static int run(const unsigned char *code, int n) {
  static const void *const table[] = {&&add, &&sub, &&twice, &&stop};
  int value = 1, pc = 0;
  goto *table[code[pc++] & 3];
add:
  value += 5;
  if (pc < n)
    goto *table[code[pc++] & 3];
  return value;
sub:
  value -= 3;
  if (pc < n)
    goto *table[code[pc++] & 3];
  return value;
twice:
  value = (int)((unsigned)value * 2u);
  if (pc < n)
    goto *table[code[pc++] & 3];
  return value;
stop:
  return value;
}

int main(void) {
  unsigned char code[40];
  for (int i = 0; i < N; i++) {
    a[i] = (i * 7919) % 1000;
    b[i] = ({
      int t = 0;
      for (int j = 0; j < i % 9; j++)
        t += j * i;
      t;
    });
  }
  for (int i = 0; i < N; i++) {
    a[i] = max_of(a[i], b[i] % 777) + (b[i] % 5 ?: -1);
    switch (a[i]) {
    case 0 ... 99:
      kinds[i] = 1;
      break;
    case 100 ... 499:
      kinds[i] = 2; /* falls */
    case 500:
      kinds[i] += 10;
      break;
    default:
      kinds[i] = __builtin_popcount((unsigned)a[i]);
    }
  }
  for (int i = 0; i < 40; i++)
    code[i] = (unsigned char)(i * 5 % 3);
  printf("%d\n", run(code, 40));
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("kinds", kinds, sizeof kinds);
  return 0;
}
