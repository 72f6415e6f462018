// SPDX-License-Identifier: Apache-2.0
#include "part.h"

struct item {
  double key;
  char pad[3];
};
static double table[N];
static struct item items[N];
static double helper(int i) { return i * 0.5; }
static int calls = 10;

int part_one(void) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    table[i] = helper(i);
    items[i].key = table[N - 1 - i] + i;
  }
  for (int i = 0; i < N; i++)
    sum += (int)items[i].key ^ i;
  return sum + ++calls;
}
