// SPDX-License-Identifier: Apache-2.0
//
// A stage in order begins, or ends, in a block with a variable of the name of
// one that the stage carries.
#include <stdio.h>
static void begins(void) {
  unsigned s = 1;
  for (int i = 0; i < 12; i++) {
    unsigned x = i;
    for (int j = 0; j < 60000; j++)
      x = (x ^ (x >> 15)) * 2246822519u + j;
    {
      unsigned s = x ^ 0x55;
      printf("inner %u\n", s);
    }
    s = s * 7 + x;
    printf("outer %u\n", s);
  }
}
static void ends(void) {
  unsigned s = 1;
  for (int i = 0; i < 12; i++) {
    unsigned x = i;
    for (int j = 0; j < 60000; j++)
      x = (x ^ (x >> 15)) * 2246822519u + j;
    s = s * 7 + x;
    printf("outer %u\n", s);
    {
      unsigned s = x ^ 0x55;
      printf("inner %u\n", s);
      for (int j = 0; j < 60000; j++)
        x = (x ^ (x >> 15)) * 2246822519u + j;
    }
  }
}
int main(void) {
  begins();
  ends();
  return 0;
}
