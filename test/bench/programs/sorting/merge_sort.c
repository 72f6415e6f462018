// SPDX-License-Identifier: Apache-2.0
// Recursive merge sort of records by a key, stable.
//
// SMALL: 3000
//
// The two halves are independent, down to any depth; the merges become long and
// few towards the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  unsigned key;
  int number;
} Record;

enum { Few = 24 };

static void insertion_sort(Record *a, long n) {
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
  memcpy(spare, a, middle * sizeof *a);
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

static void sort(Record *a, long n, Record *spare) {
  if (n <= Few) {
    insertion_sort(a, n);
    return;
  }
  long middle = n / 2;
  sort(a, middle, spare);
  sort(a + middle, n - middle, spare + middle);
  merge(a, middle, n, spare);
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 6000000;
  Record *a = malloc(n * sizeof *a), *spare = malloc(n * sizeof *spare);
  if (!a || !spare)
    return 1;
  unsigned state = 1;
  for (long i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    a[i].key = state >> 8;
    a[i].number = (int)i;
  }
  sort(a, n, spare);
  unsigned hash = 0;
  for (long i = 0; i < n; i++)
    hash = hash * 31 + a[i].number;
  printf("first %u, last %u, hash %08x\n", a[0].key, a[n - 1].key, hash);
  free(a);
  free(spare);
  return 0;
}
