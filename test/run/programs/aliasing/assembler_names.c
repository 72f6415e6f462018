// SPDX-License-Identifier: Apache-2.0
//
// Two names of C for one symbol: what is written by the one is read by the
// other.
#include "../digest.h"

enum { N = 4000 };

int values[N];
extern int same[N] __asm__("values");
int count;
extern int counted __asm__("count");

int main(void) {
  for (int i = 0; i < N; i++)
    values[i] = i;
  for (int k = 0; k < 20; k++)
    for (int i = 1; i < N; i++)
      values[i] = same[i - 1] % 1000 * 3 + values[i] / 7;
  long sum = 0;
  for (int i = 0; i < N; i++) {
    sum += count * (long)values[i];
    counted++;
  }
  show("values", values, sizeof values);
  printf("%ld %d\n", sum, count);
  return 0;
}
