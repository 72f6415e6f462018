// SPDX-License-Identifier: Apache-2.0
//
// Six ways to sort the same numbers.
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

#define N 20000
static int original[N], a[N], scratch[N], counts[1024];

static void quick(int *p, int lo, int hi) {
  while (lo < hi) {
    int pivot = p[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
      while (p[i] < pivot)
        i++;
      while (p[j] > pivot)
        j--;
      if (i <= j) {
        int t = p[i];
        p[i++] = p[j];
        p[j--] = t;
      }
    }
    quick(p, lo, j);
    lo = i;
  }
}

static void merge(int *p, int *t, int n) {
  if (n < 2)
    return;
  int m = n / 2, i = 0, j = m, k = 0;
  merge(p, t, m);
  merge(p + m, t + m, n - m);
  while (i < m && j < n)
    t[k++] = p[j] < p[i] ? p[j++] : p[i++];
  while (i < m)
    t[k++] = p[i++];
  while (j < n)
    t[k++] = p[j++];
  for (i = 0; i < n; i++)
    p[i] = t[i];
}

static void heap(int *p, int n) {
  for (int start = n / 2 - 1, end = n; end > 1;) {
    if (start >= 0) {
      start--;
    } else {
      int t = p[--end];
      p[end] = p[0];
      p[0] = t;
    }
    for (int root = start + 1 > 0 && start >= -1 ? start + 1 : 0, child;
         (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && p[child] < p[child + 1])
        child++;
      if (p[root] >= p[child])
        break;
      int t = p[root];
      p[root] = p[child];
      p[child] = t;
    }
  }
}

static void radix(int *p, int n) {
  for (int shift = 0; shift < 20; shift += 10) {
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < n; i++)
      counts[p[i] >> shift & 1023]++;
    for (int i = 1; i < 1024; i++)
      counts[i] += counts[i - 1];
    for (int i = n - 1; i >= 0; i--)
      scratch[--counts[p[i] >> shift & 1023]] = p[i];
    for (int i = 0; i < n; i++)
      p[i] = scratch[i];
  }
}

static void odd_even(int *p, int n) {
  for (int t = 0; t < n; t++)
    for (int i = t & 1; i + 1 < n; i += 2)
      if (p[i] > p[i + 1]) {
        int s = p[i];
        p[i] = p[i + 1];
        p[i + 1] = s;
      }
}

static void insertion(int *p, int n) {
  for (int i = 1; i < n; i++) {
    int v = p[i], j = i;
    while (j > 0 && p[j - 1] > v) {
      p[j] = p[j - 1];
      j--;
    }
    p[j] = v;
  }
}

static void again(const char *name) {
  show(name, a, sizeof a);
  memcpy(a, original, sizeof a);
}

int main(void) {
  for (int i = 0; i < N; i++)
    original[i] = (int)((i * 2654435761u) >> 12);
  memcpy(a, original, sizeof a);
  quick(a, 0, N - 1);
  again("quick");
  merge(a, scratch, N);
  again("merge");
  heap(a, N);
  again("heap");
  radix(a, N);
  again("radix");
  odd_even(a, 1500);
  again("odd-even");
  insertion(a, 3000);
  again("insertion");
  return 0;
}
