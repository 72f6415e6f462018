// SPDX-License-Identifier: Apache-2.0
//
// Queens, permutations, subsets: recursion with undo.
#include "../digest.h"

static int columns[16], first_solution[16], solutions, order[8], seen[8],
    listed[50000], n_listed;

static int safe(int row, int c) {
  for (int r = 0; r < row; r++)
    if (columns[r] == c || columns[r] - c == row - r ||
        c - columns[r] == row - r)
      return 0;
  return 1;
}

static void place(int row, int n) {
  if (row == n) {
    if (solutions++ == 0)
      for (int r = 0; r < n; r++)
        first_solution[r] = columns[r];
    return;
  }
  for (int c = 0; c < n; c++)
    if (safe(row, c)) {
      columns[row] = c;
      place(row + 1, n);
    }
}

static void permute(int k) {
  if (k == 8) {
    int v = 0;
    for (int i = 0; i < 8; i++)
      v = v * 8 + order[i];
    listed[n_listed++] = v;
    return;
  }
  for (int i = 0; i < 8; i++)
    if (!seen[i]) {
      seen[i] = 1;
      order[k] = i;
      permute(k + 1);
      seen[i] = 0;
    }
}

int main(void) {
  int hits = 0;
  place(0, 8);
  permute(0);
  for (unsigned mask = 0; mask < 1u << 16; mask++) {
    int s = 0;
    for (int i = 0; i < 16; i++)
      if (mask >> i & 1)
        s += i * i + 3;
    hits += s == 250;
  }
  printf("%d %d %d\n", solutions, n_listed, hits);
  show("first", first_solution, sizeof first_solution);
  show("listed", listed, sizeof listed);
  return 0;
}
