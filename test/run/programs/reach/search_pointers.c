// SPDX-License-Identifier: Apache-2.0
//
// Searches behind pointers, some of them told that there is more than there is:
// the match comes before the memory ends.
#include <stdio.h>
#include <stdlib.h>

#define N 60000

typedef struct {
  int *data;
  int count;
} List;

static int find(const int *a, int n, int key) {
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return i;
  return -1;
}

static int find_last(const int *a, int n, int key) {
  int i = n - 1;
  while (i >= 0 && a[i] != key)
    i--;
  return i;
}

static int find_in(const List *list, int key) {
  for (int i = 0; i < list->count; i++)
    if (list->data[i] == key)
      return i;
  return -1;
}

/* The value found is used afterwards, and so is a variable that moves. */
static long first_beyond(const double *x, const double *y, long n, double limit,
                         double *where) {
  double d = 0;
  long i, k = 7;
  for (i = 0; i < n; i++, k += 3) {
    d = x[i] * x[i] + y[i] * y[i];
    if (d > limit)
      break;
  }
  *where = d;
  return i * 1000000 + k;
}

/* What the search reads is given back before it, by the same region. */
static int after_free(int n, int key) {
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  int found = -1;
  if (!a || !b)
    exit(1);
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i * 3;
  free(b);
  const int *p = a;
  for (int i = 0; i < n; i++)
    if (p[i] == key) {
      found = i;
      break;
    }
  free(a);
  return found;
}

int main(void) {
  int *a = malloc(N * sizeof *a);
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), where;
  if (!a || !x || !y)
    return 1;
  for (int i = 0; i < N; i++) {
    a[i] = (int)((unsigned)i * 2654435761u >> 8);
    x[i] = i * 0.5;
    y[i] = 100.0 - i;
  }
  List list = {a, N};
  for (int at = 1; at < N; at *= 3)
    printf("%d %d %d\n", find(a, N, a[at]), find_last(a, N, a[at]),
           find_in(&list, a[at]));
  printf("%d %d %d\n", find(a, N, -1), find_last(a, N, -1), find_in(&list, -1));
  printf("%d %d\n", find(NULL, 0, 1), find(NULL, -3, 1));
  long i = first_beyond(x, y, N, 5e8, &where);
  printf("%ld %g\n", i, where);
  i = first_beyond(x, y, N, 1e99, &where);
  printf("%ld %g\n", i, where);
  printf("%d %d\n", after_free(N, 30000), after_free(N, 1));
  // Told that there is more than there is.
  list.count = 1 << 30;
  printf("%d %d %d\n", find(a, 2 * N, a[N - 1]), find(a, 1 << 28, a[N - 1]),
         find_in(&list, a[N - 1]));
  free(a);
  free(x);
  free(y);
  return 0;
}
