// SPDX-License-Identifier: Apache-2.0
//
/* Pointers that change in a time loop: apart, overlapping in some steps, and
   the same. */
#include "../digest.h"

static double a[9001], b[9001];
static int rows[4][3001];

static void swapped(int n, int m, double *old, double *new) {
  for (int t = 0; t < n; t++) {
    for (int i = 1; i < m - 1; i++)
      new[i] = (old[i - 1] + old[i] + old[i + 1]) / 3;
    double *next = old;
    old = new;
    new = next;
  }
}

/* The two come nearer to each other until they overlap, and go on. */
static void sliding(int n, int m, double *low, double *high) {
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < m; i++)
      high[i] = low[i] + 1;
    for (int i = 0; i < m; i++)
      low[i] = high[m - 1 - i] * 0.5 + t;
    low += 700;
    high -= 300;
  }
}

/* Bounds that reach into the next row. */
static void knapsack(int n, int most) {
  int from = 0;
  for (int t = 0; t < n; t++) {
    int weight = 1 + t * 37 % most, value = t * 11 % 29;
    const int *old = rows[from];
    int *row = rows[1 - from];
    for (int c = 0; c < weight; c++)
      row[c] = old[c];
    for (int c = weight; c < 3001; c++) {
      int with = old[c - weight] + value, without = old[c];
      row[c] = with > without ? with : without;
    }
    from = 1 - from;
  }
}

/* Counting down, by twos, and with a variable that each iteration sets. */
static void strides(int n, double *old, double *new) {
  double mean;
  int i;
  for (int t = 0; t < n; t++) {
    for (i = 8000; i > 7; i -= 2) {
      mean = old[i - 1] + old[i + 1];
      new[i] = mean * 0.5;
    }
    double *next = old;
    old = new;
    new = next + (t & 1);
  }
}

int main(void) {
  for (int i = 0; i < 9001; i++) {
    a[i] = i * 7919 % 1001;
    b[i] = i * 104729 % 997;
  }
  for (int n = 0; n < 4; n++)
    swapped(n, n + 1, a, b);
  swapped(11, 9001, a, b);
  show("apart", a, sizeof a);
  swapped(6, 5000, a, a + 3000);
  swapped(3, 9001, a, a);
  swapped(3, 9000, a + 1, a);
  show("overlapping", a, sizeof a);
  sliding(5, 2000, a, a + 6500);
  sliding(3, 2000, b, b + 4000);
  show("sliding", a, sizeof a);
  show("sliding", b, sizeof b);
  knapsack(20, 3001);
  knapsack(7, 1);
  show("knapsack", rows, sizeof rows);
  knapsack(20, 5900);
  show("beyond", rows, sizeof rows);
  strides(9, a, b);
  strides(4, a, a);
  show("strides", a, sizeof a);
  show("strides", b, sizeof b);
  return 0;
}
