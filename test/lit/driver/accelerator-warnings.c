// Marks for accelerators are no unknown pragmas, also where they mean nothing:
// without such a chip, and in objects.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 -Wall -Wextra -Werror -std=gnu89 -Wdeclaration-after-statement %s -o %t/a 2>&1 | count 0
// RUN: %hocketcc -O2 -Wall -Werror -c %s -o %t/a.o 2>&1 | count 0
// RUN: %hocketcc -O2 -Wall -Werror %t/a.o -o %t/b 2>&1 | count 0
// RUN: %t/a && %t/b
static int x[100], y[100];

static void turn(const int *from, int *to) {
  int i;
  for (i = 0; i < 100; i++)
    to[i] = from[99 - i];
}

int main(void) {
#pragma hocket accelerator(mirror, 100, in(x), out(y))
  turn(x, y);
  return y[0];
}
