// SPDX-License-Identifier: Apache-2.0
//
// A header with static functions and a static object of each unit.
#include "../../digest.h"
#include "shared.h"

int results[SIZE];

int main(void) {
  int first = other(results);
  for (int i = 0; i < SIZE; i++)
    results[i] += weigh(i);
  int second = other(results);
  printf("%d %d %d %d\n", first, second, count_of_unit(), other_count());
  show("results", results, sizeof results);
  return 0;
}
