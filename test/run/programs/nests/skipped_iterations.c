// SPDX-License-Identifier: Apache-2.0
//
// Iterations that end early become branches around what follows: where the
// jump is one of several, among declarations, labels, cases and macros, where
// the condition does something, and where what follows protects itself by it.
// HOCKETCC: --always-transform

#include <stdio.h>
#include <stdlib.h>

enum { Most = 40 };

struct layer {
  int size, pad;
  double *weight;
};

struct image {
  int height, width;
  double *at;
};

static double a[Most][Most], b[Most][Most];
static int marks[Most];

static void fill(void) {
  for (int i = 0; i < Most; i++) {
    marks[i] = i * 7 % 11;
    for (int j = 0; j < Most; j++) {
      a[i][j] = (i * 3 + j) % 17 / 4.0;
      b[i][j] = (i - 2 * j) % 13 / 8.0;
    }
  }
}

static double sum_of(const double *at, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + at[i];
  return sum;
}

static void convolve(const struct layer *l, const struct image *from,
                     struct image *to) {
  for (int y = 0; y < from->height; y++)
    for (int x = 0; x < from->width; x++) {
      double sum = 0;
      for (int r = 0; r < l->size; r++) {
        int yy = y + r - l->pad;
        if (yy < 0 || yy >= from->height)
          continue;
        for (int s = 0; s < l->size; s++) {
          int xx = x + s - l->pad;
          if (xx < 0 || xx >= from->width) {
            continue;
          }
          sum += from->at[yy * from->width + xx] * l->weight[r * l->size + s];
        }
      }
      to->at[y * to->width + x] = sum;
    }
}

// The member that says where is the one that is written.
static void moving_pad(struct layer *l, double *from, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int at = j - l->pad;
      if (at < 0 || at >= n)
        continue;
      from[i * n + at] += 1;
      l->pad = (l->pad + 1) % 3;
    }
}

// The same through memory of the same type.
static void moving_shift(int *shift, int *to, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int at = j + shift[i];
      if (at < 0 || at >= n)
        continue;
      to[at] += i + 1;
    }
}

static int several(int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    if (i % 7 == 3)
      continue;
    int k = i * 2;
    if (k > 50) {
      count += 1000;
      continue;
    }
    int m = k + 1;
    if (m % 3 == 0)
      continue;
    else
      count += m;
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      if (marks[j] > 5) {
        count++;
        if (marks[j] == 9)
          continue;
        count += 2;
      }
      count += j & 1;
    }
  }
  return count;
}

// A condition that does something, and one that is an assignment.
static int doing(int n) {
  int calls = 0, found = 0, kept;
  for (int i = 0; i < n; i++) {
    if (calls++ % 3 == 1)
      continue;
    if ((kept = marks[i] - 4))
      continue;
    found += i + kept;
  }
  return calls * 1000 + found;
}

// Jumps to what would get behind the branch.
static int labelled(int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    if (i == 5)
      goto behind;
    if (i % 2)
      continue;
    count += 3;
  behind:
    count += 10;
  }
  for (int i = 0; i < n; i++) {
    switch (marks[i] % 3) {
    case 0:
      if (i % 2)
        continue;
      count += 1;
      break;
    default:
      count += 100;
    }
    if (i > 30)
      continue;
    count += 7;
  }
  for (int i = 0; i < n; i++) {
    do {
      if (i % 3)
        continue; // ends the loop inside, which runs once
      count += 5;
    } while (0);
    if (i < 20)
      continue;
    count += 1;
    for (int j = 0; j < 4; j++) {
      if (j == 2)
        break;
      if (j == 1)
        continue;
      count += 9;
    }
  }
  return count;
}

#define SKIP_IF(c)                                                             \
  if (c)                                                                       \
  continue

#define UNLESS(c) if (c) continue; else

// What follows must not be touched where the condition holds.
static double protects(const double *values, const int *index, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    SKIP_IF(index[i] < 0);
    SKIP_IF(index[i] >= m);
    const double value = values[index[i]];
    double table[3] = {value, value * 2, 1};
    for (int j = 0; j < 3; j++) {
      UNLESS(table[j] < 1)
      sum += table[j];
    }
  }
  return sum;
}

// A line is said by the program.
static int lines(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i % 4 ==
        1)
      continue
          ;
    sum += __LINE__ - 200;
  }
  return sum;
}

// The iterator lives on; the loop is left from elsewhere.
static int left(int n, int stop) {
  int i, sum = 0;
  for (i = 0; i < n; i++) {
    if (marks[i] == 3)
      continue;
    if (i == stop)
      return sum;
    sum += i;
  }
  return sum + i;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 33;
  fill();
  struct layer l = {5, 2, calloc(25, sizeof(double))};
  struct image from = {n, n + 1, calloc((size_t)n * (n + 1), sizeof(double))};
  struct image to = {n, n + 1, calloc((size_t)n * (n + 1), sizeof(double))};
  if (!l.weight || !from.at || !to.at)
    return 1;
  for (int i = 0; i < 25; i++)
    l.weight[i] = i % 7 / 4.0 - 0.5;
  for (int i = 0; i < n * (n + 1); i++)
    from.at[i] = i * 13 % 31 / 8.0;
  convolve(&l, &from, &to);
  printf("convolve %.17g\n", sum_of(to.at, n * (n + 1)));
  moving_pad(&l, from.at, n);
  printf("moving_pad %d %.17g\n", l.pad, sum_of(from.at, n * n));
  int shift[Most];
  for (int i = 0; i < Most; i++)
    shift[i] = i % 5 - 2;
  moving_shift(shift, shift, n);
  for (int i = 0; i < n; i++)
    printf("%d ", shift[i]);
  printf("\nseveral %d\n", several(n));
  printf("doing %d\n", doing(n));
  printf("labelled %d\n", labelled(n));
  const int index[] = {3, -1, 900, 0, 7, 1 << 30, -5, 39};
  printf("protects %.17g\n", protects(a[1], index, 8, Most));
  printf("lines %d\n", lines(n));
  printf("left %d %d\n", left(n, 12), left(n, -1));
  printf("b %.17g\n", sum_of(b[0], Most * Most));
  free(l.weight);
  free(from.at);
  free(to.at);
  return 0;
}
