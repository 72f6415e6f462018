// SPDX-License-Identifier: Apache-2.0
//
// Three units with static functions, objects and types of the same names.
#include "../../digest.h"
#include "part.h"

struct item {
  int key;
};
static int table[N];
static struct item items[N];
static int helper(int i) { return i + 1; }
static int calls;

int main(void) {
  int digest_of[2];
  for (int i = 0; i < N; i++) {
    table[i] = helper(i);
    items[i].key = table[i] * 2;
  }
  calls++;
  digest_of[0] = part_one();
  digest_of[1] = part_two();
  printf("%d %d %d\n", digest_of[0], digest_of[1], calls);
  show("table", table, sizeof table);
  show("items", items, sizeof items);
  return 0;
}
