// SPDX-License-Identifier: Apache-2.0
//
// Functions that divide their work and write: halves of an array that are
// apart, and halves that are not, by one element, by a shared buffer, by a
// second name for one array, by what they read.
// REGIONS: 1
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

enum { N = 3000, FEW = 8 };
typedef struct {
  unsigned key;
  int number;
} Record;

static Record records[2 * N];
static int table[N + 2];

static void insertion(Record *a, long n) {
  for (long i = 1; i < n; i++) {
    Record r = a[i];
    long j = i;
    while (j > 0 && a[j - 1].key > r.key) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = r;
  }
}

static void merge(Record *a, long middle, long n, Record *spare) {
  memcpy(spare, a, (size_t)middle * sizeof *a);
  long i = 0, j = middle, k = 0;
  while (i < middle && j < n) {
    if (a[j].key < spare[i].key)
      a[k++] = a[j++];
    else
      a[k++] = spare[i++];
  }
  while (i < middle)
    a[k++] = spare[i++];
}

/* Apart: [a, a + middle) and [a + middle, a + n), in both arrays. */
static void sort(Record *a, long n, Record *spare) {
  if (n <= FEW) {
    insertion(a, n);
    return;
  }
  long middle = n / 2;
  sort(a, middle, spare);
  sort(a + middle, n - middle, spare + middle);
  merge(a, middle, n, spare);
}

/* One spare array for both halves. */
static void sort_shared(Record *a, long n, Record *spare) {
  if (n <= FEW) {
    insertion(a, n);
    return;
  }
  long middle = n / 2;
  sort_shared(a, middle, spare);
  sort_shared(a + middle, n - middle, spare);
  merge(a, middle, n, spare);
}

/* The arrays may be parts of one. */
static void sort_within(Record *a, long n, Record *spare) {
  if (n <= FEW) {
    insertion(a, n);
    return;
  }
  long middle = n / 2;
  sort_within(a, middle, spare);
  sort_within(a + middle, n - middle, spare + middle);
  merge(a, middle, n, spare);
}

/* The second half begins with the last element of the first. */
static void overlap(int *a, long n) {
  if (n < 2) {
    if (n == 1)
      a[0] = a[0] * 3 + 1;
    return;
  }
  long middle = (n + 1) / 2;
  overlap(a, middle);
  overlap(a + middle - 1, n - middle);
  a[middle] ^= a[0] & 255;
}

/* Writes one element more than it was given. */
static void beyond(int *a, long n) {
  if (n < 4) {
    for (long i = 0; i <= n; i++)
      a[i] = a[i] % 1000 * 5 + (int)i;
    return;
  }
  beyond(a, n / 2);
  beyond(a + n / 2, n - n / 2);
}

/* Reads the neighbour that the other half writes. */
static void smooth(int *a, long n) {
  if (n < 4) {
    for (long i = 0; i < n; i++)
      a[i] = (a[i] + a[i + 1]) / 2 + 1;
    return;
  }
  smooth(a, n / 2);
  smooth(a + n / 2, n - n / 2);
}

/* Between two indices of an array that all share, both ends meant. */
static void between(int low, int high) {
  if (high - low < 5) {
    for (int i = low; i <= high; i++)
      table[i] = table[i] * 7 % 1009 + i;
    return;
  }
  int middle = low + (high - low) / 2;
  between(low, middle);
  between(middle + 1, high);
  for (int i = low; i < middle; i++)
    table[i] += table[i + 1] & 3;
}

/* The same, but the middle is in both. */
static void between_both(int low, int high) {
  if (high - low < 5) {
    for (int i = low; i <= high; i++)
      table[i] = table[i] * 7 % 1009 + i;
    return;
  }
  int middle = low + (high - low) / 2;
  between_both(low, middle);
  between_both(middle, high);
}

/* Sizes without a sign, a place for the result, a buffer of its own. */
static void prefix(const int *from, int *to, size_t n) {
  if (n <= 4) {
    int total = 0, own[4];
    for (size_t i = 0; i < n; i++)
      own[i] = total += from[i];
    for (size_t i = 0; i < n; i++)
      to[i] = own[i];
    return;
  }
  size_t half = n / 2;
  prefix(from, to, half);
  prefix(from + half, to + half, n - half);
  for (size_t i = half; i < n; i++)
    to[i] = (to[i] + to[half - 1]) % 65521;
}

/* The arrays change places on the way down. */
static void pingpong(int *a, int *b, long n) {
  if (n == 1) {
    a[0] = b[0] * 2 + 1;
    return;
  }
  long half = n / 2;
  pingpong(b, a, half);
  pingpong(b + half, a + half, n - half);
  for (long i = 0; i < n; i++)
    a[i] = (a[i] + b[n - 1 - i]) % 10007;
}

/* Where the parts meet depends on the data. */
static long partition(int *a, long low, long high) {
  int pivot = a[high];
  long at = low;
  for (long i = low; i < high; i++)
    if (a[i] < pivot) {
      int t = a[i];
      a[i] = a[at];
      a[at++] = t;
    }
  a[high] = a[at];
  a[at] = pivot;
  return at;
}

static void quick(int *a, long low, long high) {
  if (low >= high)
    return;
  long at = partition(a, low, high);
  quick(a, low, at - 1);
  quick(a, at + 1, high);
}

/* Parts that need not be; from outside, the ends may be anywhere. */
static void quick_if(int *a, long low, long high) {
  long at = partition(a, low, high);
  if (low < at - 1)
    quick_if(a, low, at - 1);
  if (at + 1 < high)
    quick_if(a, at + 1, high);
}

/* Any of three. */
static void three(int *a, int n, int from) {
  int third = n / 3;
  if (n < 9) {
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 % 1021 + from;
    return;
  }
  if (third % 2 == 1)
    three(a, third, 1);
  if (third > 3) {
    three(a + third, third, 2);
  }
  three(a + 2 * third, n - 2 * third, 3);
}

/* What the second one is asked for changes before. */
static int longest(const int *a, int n) {
  if (n < 2)
    return n;
  int left = 0, right = n % 5;
  if (n % 3)
    left = longest(a, n / 2);
  if (left > 2)
    right = longest(a + n / 2, n - n / 2);
  return left + right + (a[0] & 3);
}

static int best(const int *a, int n) {
  int left = 1, right = n % 5;
  if (n > 3)
    left += best(a, n / 2);
  if (n > 2)
    right = best(a + n / 2, n - n / 2) - right;
  return 2 * left - right + (a[0] & 3);
}

static void count(const int *a, long n, int *zeros) {
  if (n == 1) {
    *zeros = *zeros * 2 % 9973 + (a[0] % 3 == 0);
    return;
  }
  count(a, n / 2, zeros);
  count(a + n / 2, n - n / 2, zeros);
}

static void fill(void) {
  unsigned state = 7;
  for (int i = 0; i < 2 * N; i++) {
    state = state * 1664525u + 1013904223u;
    records[i].key = state >> 20;
    records[i].number = i;
  }
  for (int i = 0; i < N + 2; i++)
    table[i] = i * 7919 % 1013;
}

static void sorts(long n) {
  Record *a = malloc(N * sizeof *a), *spare = malloc(N * sizeof *spare);
  if (!a || !spare)
    exit(2);
  fill();
  memcpy(a, records, N * sizeof *a);
  sort(a, n, spare);
  show("sort", a, N * sizeof *a);
  memcpy(a, records + N, N * sizeof *a);
  sort_shared(a, n, spare);
  show("shared", a, N * sizeof *a);
  sort_within(records, n, records + (n + 1) / 2);
  show("within", records, sizeof records);
  free(a);
  free(spare);
}

static void others(int n) {
  static int from[N + 2], to[N + 2];
  int zeros = 0;
  overlap(table, n);
  beyond(table, n);
  smooth(table, n);
  show("near", table, sizeof table);
  between(0, n - 1);
  between_both(0, n - 1);
  show("between", table, sizeof table);
  memcpy(from, table, sizeof from);
  prefix(from, to, (size_t)n);
  show("prefix", to, sizeof to);
  if (n > 0) {
    pingpong(from, to, n);
    count(table, n, &zeros);
  }
  quick(to, 0, n - 1);
  show("quick", to, sizeof to);
  memcpy(to, table, sizeof to);
  if (n > 1)
    quick_if(to, 0, n - 1);
  three(to, n / 2, 0);
  show("if", to, sizeof to);
  printf("%d %d\n", longest(to, n), best(to, n) % 10007);
  printf("%d zeros\n", zeros);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 9, 17, 100, 1023, N};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    sorts(sizes[i]);
    others(sizes[i]);
  }
  return 0;
}
