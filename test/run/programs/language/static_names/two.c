// SPDX-License-Identifier: Apache-2.0
#include "part.h"

struct item {
  unsigned char key;
};
static unsigned char table[N];
static struct item items[N];
static unsigned char helper(int i) { return (unsigned char)(i * i); }
static int calls = 1000;

int part_two(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    table[i] = helper(i);
  for (int i = 0; i < N; i++)
    items[i].key = table[i] ^ 0x55;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + items[i].key;
  static int table_calls;
  return (int)(sum & 0xffffff) + ++table_calls + ++calls;
}
