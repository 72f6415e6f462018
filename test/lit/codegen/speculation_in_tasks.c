// What tasks of regions call is left as it is, also behind a function that has
// no clone; so are nests that are over before a copy of the process has begun.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// CHECK: region of
// CHECK-NOT: runs speculatively
#include <stdio.h>

enum { ROWS = 300, LENGTH = 400 };
struct place {
  int at, cost;
};
static unsigned char film[2][ROWS + 8][LENGTH];
static struct place found[ROWS];
static int table[20][20];

static int difference(int n, int y, int dy) {
  int sum = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < n; j++)
      sum += film[0][y + i][j] > film[1][y + (i + dy) % 8][j] ? 1 : 3;
  return sum;
}

static struct place search(int n, int y) {
  struct place best = {0, difference(n, y, 0)};
  for (int dy = 1; dy < 8; dy++) {
    int cost = difference(n, y, dy);
    if (cost < best.cost)
      best = (struct place){dy, cost};
  }
  return best;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? argv[1][0] : LENGTH;
  long sum = 0;
  for (int r = 0; r < ROWS; r++)
    found[r] = search(n, r);
  for (int r = 0; r < ROWS; r++)
    sum += found[r].at * found[r].cost;
  for (int i = 1; i < 20; i++)
    for (int k = 1; k < 20; k++)
      table[i][k] = table[i - 1][k % 7] + (int)sum % (k + 2);
  printf("%ld %d\n", sum, table[19][5]);
  return 0;
}
