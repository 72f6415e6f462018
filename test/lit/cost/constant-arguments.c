// How often the loop of a small helper runs is what its callers pass: if these
// are constants, nothing is guessed. A few digits do not pay for a region, many
// do.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket -DDIGITS=6 %s -o %t 2> %t.few
// RUN: %FileCheck %s --input-file=%t.few --allow-empty --check-prefix=FEW
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket -DDIGITS=6000 %s -o %t 2> %t.many
// RUN: %FileCheck %s --input-file=%t.many --check-prefix=MANY
#include <stdio.h>

static char line[4 * DIGITS + 1];

static void put(char *at, int digits, unsigned v) {
  for (int i = digits - 1; i >= 0; i--) {
    at[i] = (char)('0' + v % 10);
    v /= 10;
  }
}

__attribute__((noinline)) static void writeDate(unsigned h) {
  // FEW-NOT: region of
  // MANY: constant-arguments.c:[[#@LINE+1]]:{{.*}} region of
  put(line, DIGITS, h % 10000);
  put(line + DIGITS, DIGITS, h % 12);
  put(line + 2 * DIGITS, DIGITS, h % 28);
  put(line + 3 * DIGITS, DIGITS, h % 86400);
}

int main(int argc, char **argv) {
  for (unsigned i = 0; i < 10; i++) {
    writeDate(i * 2654435761u + (unsigned)argc);
    puts(line);
  }
  return argv[argc] != NULL;
}
