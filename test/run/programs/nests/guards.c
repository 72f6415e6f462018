// SPDX-License-Identifier: Apache-2.0
//
// Branches around all that an iteration does become bounds of loops, and what
// is computed from iterators is computed again where it is needed. Conditions
// that are no bounds, that do something, or that protect what they guard.
// HOCKETCC: --always-transform

#include <stdio.h>
#include <stdlib.h>

enum { Most = 60 };

struct image {
  int width, height;
  double *at;
};

static double a[Most][Most], b[Most][Most], c[Most][Most], line[Most];
static int marks[Most];

static void fill(void) {
  for (int i = 0; i < Most; i++) {
    line[i] = i % 5 - 1.5;
    marks[i] = i * 7 % 11;
    for (int j = 0; j < Most; j++) {
      a[i][j] = (i * 3 + j) % 17 / 4.0;
      b[i][j] = (i - 2 * j) % 13 / 8.0;
      c[i][j] = (i ^ j) % 9;
    }
  }
}

static void padded(int n, int m, int size) {
  int pad = size / 2;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < m; x++) {
      double sum = line[x];
      for (int r = 0; r < size; r++)
        for (int s = 0; s < size; s++) {
          int yy = y + r - pad, xx = x + s - pad;
          if (yy >= 0 && yy < n && xx >= 0 && xx < m)
            sum += a[yy][xx] * b[r][s];
        }
      c[y][x] = sum > 0 ? sum : 0;
    }
}

static void padded_image(const struct image *from, struct image *to, int size) {
  for (int x = 0; x < from->width; x++) {
    double sum = 0;
    for (int r = -size; r <= size; r++) {
      const int yy = r + 1;
      if (yy >= 0 && yy < from->height)
        for (int s = -size; s <= size; s++) {
          const int xx = x + s;
          if (xx >= 0)
            if (xx < from->width)
              sum += from->at[yy * from->width + xx] * (r + 2 * s);
        }
    }
    to->at[x] = sum;
  }
}

static void triangle(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j <= i)
        for (int k = 0; k < n; k++)
          if (k >= j && k <= i)
            c[i][j] += a[i][k] * b[k][j];
}

static void band(int n, int width) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (i - j <= width && j - i <= width)
        c[i][j] = c[i][j] * 0.5 + a[i][j];
}

static void either(int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (i < 5 || j >= n - 7 || i == j)
        c[i][j] -= a[j][i];
}

// Each iteration needs what the one before it leaves, where the guard is open.
static void carried(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j < i)
        c[i][j] = c[i - 1][j] * 0.5 + c[i][j + 1];
}

static void data(int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (marks[i] > 4)
        c[i][j] += marks[i];
}

static void changing(int n, int limit) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (i < limit) {
        c[i][j] += 1;
        limit -= j & 1;
      }
}

static int doing(int n) {
  int count = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (count++ % 3 < 2)
        c[i][j] += 0.25;
  return count;
}

static void remainders(int n, int d) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      int k = i / 2, odd = i % 2;
      if (odd == 0) {
        int l = k + j / 3;
        c[i][j] += a[k][j] * l + (d ? j / d : 1);
      }
    }
}

// What a guard protects is not there.
static void guarded(const struct image *maybe, int isThere, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (isThere)
        if (i < maybe->height)
          c[i][j] += maybe->at[j];
}

static void divided(int n, int d) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (d > 0) {
        int part = i / d;
        if (part < 3)
          c[i][j] += part;
      }
}

static void unsigned_edges(unsigned n) {
  for (unsigned y = 0; y < n; y++)
    for (unsigned x = 0; x < n; x++) {
      double sum = 0;
      for (unsigned s = 0; s < 3; s++) {
        unsigned xx = x + s - 1;
        if (xx < n)
          sum += a[xx][y];
      }
      c[x][y] = sum;
    }
}

static void narrow(int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      unsigned char low = i * 9;
      if (low < 100)
        c[i][j] += low;
    }
}

// Declarations that hide each other, pointers, and what is used in bounds.
static void names(int n) {
  for (int i = 0; i < n; i++) {
    const double *row = a[i];
    int k = i / 2;
    for (int j = 0; j < n; j++) {
      double *to = &c[j][0];
      double sum = 0;
      for (int l = k; l < n; l++) {
        int k = l - j;
        if (k > 0)
          sum += row[l] * k;
      }
      to[i] = sum + k;
    }
  }
}

static void intervals(int n) {
  for (int length = 1; length < n; length++)
    for (int i = 0; i + length < n; i++) {
      int j = i + length;
      double best = 1e300;
      for (int k = i; k < j; k++) {
        double one = a[i][k] + a[k + 1][j] + line[k];
        if (one < best)
          best = one;
      }
      a[i][j] = best * 0.5;
    }
}

// The variable is another one after all.
static void moved(int n) {
  for (int i = 0; i < n; i++) {
    int k = i + 1;
    for (int j = 0; j < n; j++)
      if (j < k)
        c[j][i] += k;
    k = 2;
    for (int j = 0; j < n; j++)
      c[j][i] -= k;
  }
}

static void show(const char *name) {
  double all = 0;
  for (int i = 0; i < Most; i++)
    for (int j = 0; j < Most; j++)
      all = all * 0.9375 + c[i][j] + a[i][j] / 3;
  printf("%s %.17g\n", name, all);
}

#define TRY(call)                                                              \
  do {                                                                         \
    fill();                                                                    \
    call;                                                                      \
    show(#call);                                                               \
  } while (0)

int main(int argc, char **argv) {
  (void)argv;
  int n = Most - argc, none = argc - 1;
  struct image from = {n, n, malloc(sizeof(double) * Most * Most)};
  struct image to = {n + 1, n, &c[0][0]};
  for (int i = 0; i < Most * Most; i++)
    from.at[i] = i % 19 / 2.0;
  TRY(padded(n, n, 3));
  TRY(padded(n, n - 3, 5));
  TRY(padded(n, n, none));
  TRY(padded(20, 20, 20));
  TRY(padded_image(&from, &to, 2));
  TRY(padded_image(&from, &to, 20));
  TRY(triangle(n));
  TRY(band(n, 3));
  TRY(band(n, -1));
  TRY(either(n));
  TRY(carried(n));
  TRY(data(n));
  TRY(changing(n, n / 2));
  TRY(printf("%d\n", doing(n)));
  TRY(remainders(n, 0));
  TRY(remainders(n, 3));
  TRY(guarded(NULL, none, n));
  TRY(guarded(&from, 1, n));
  TRY(divided(n, none));
  TRY(divided(n, 7));
  TRY(unsigned_edges((unsigned)n));
  TRY(narrow(n));
  TRY(names(n));
  TRY(intervals(n));
  TRY(moved(n));
  free(from.at);
  return 0;
}
