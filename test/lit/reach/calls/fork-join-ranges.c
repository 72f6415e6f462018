// Functions that divide an array and write: halves that are apart for all
// arguments, and halves that meet by one element.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket=fork-join -Rhocket-missed=ordered-parts %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
#include <stdio.h>
#include <string.h>

static int a[1000], b[1000];

// Bounds of i, j and k follow from each other: k = i + j - middle.
static void merge(int *x, long middle, long n, int *spare) {
  memcpy(spare, x, middle * sizeof *x);
  long i = 0, j = middle, k = 0;
  while (i < middle && j < n) {
    if (x[j] < spare[i])
      x[k++] = x[j++];
    else
      x[k++] = spare[i++];
  }
  while (i < middle)
    x[k++] = spare[i++];
}

static void sort(int *x, long n, int *spare) {
  if (n < 2)
    return;
  long middle = n / 2;
  // CHECK: :[[#@LINE+1]]:3: remark: 'sort' is recursive fork-join: 2 calls
  sort(x, middle, spare);
  sort(x + middle, n - middle, spare + middle);
  merge(x, middle, n, spare);
}

static void sortWithOneSpare(int *x, long n, int *spare) {
  if (n < 2)
    return;
  long middle = n / 2;
  sortWithOneSpare(x, middle, spare);
  // CHECK: :[[#@LINE+1]]:3: remark: calls that 'sortWithOneSpare' makes of itself stay in order: two of them may touch the same memory, and one writes it
  sortWithOneSpare(x + middle, n - middle, spare);
  merge(x, middle, n, spare);
}

static void halve(unsigned low, unsigned high) {
  if (low == high) {
    a[low]++;
    return;
  }
  unsigned middle = low + (high - low) / 2;
  // CHECK: :[[#@LINE+1]]:3: remark: calls that 'halve' makes of itself stay in order: {{.*}}
  halve(low, middle);
  halve(middle + 1, high);
}

static void between(int low, int high) {
  if (low >= high) {
    if (low == high)
      a[low]++;
    return;
  }
  int middle = low + (high - low) / 2;
  // CHECK: :[[#@LINE+1]]:3: remark: 'between' is recursive fork-join: 2 calls
  between(low, middle);
  between(middle + 1, high);
}

static void twice(int low, int high) {
  if (low >= high - 1) {
    a[low]++;
    a[high]++;
    return;
  }
  int middle = low + (high - low) / 2;
  // CHECK: :[[#@LINE+1]]:3: remark: calls that 'twice' makes of itself stay in order: {{.*}}
  twice(low, middle);
  twice(middle, high);
}

// Where the data say; but between the ends, whatever they say.
static long partition(int *x, long low, long high) {
  int pivot = x[high];
  long at = low;
  for (long i = low; i < high; i++)
    if (x[i] < pivot) {
      int t = x[i];
      x[i] = x[at];
      x[at++] = t;
    }
  x[high] = x[at];
  x[at] = pivot;
  return at;
}

static void quick(int *x, long low, long high) {
  if (low >= high)
    return;
  long at = partition(x, low, high);
  // CHECK: :[[#@LINE+1]]:3: remark: 'quick' is recursive fork-join: 2 calls
  quick(x, low, at - 1);
  quick(x, at + 1, high);
}

static void quickWithPivot(int *x, long low, long high) {
  if (low >= high)
    return;
  long at = partition(x, low, high);
  quickWithPivot(x, low, at);
  // CHECK: :[[#@LINE+1]]:3: remark: calls that 'quickWithPivot' makes of itself stay in order: two of them may touch the same memory
  quickWithPivot(x, at, high);
}

// Calls under a condition on variables alone.
static void thirds(int *x, unsigned n) {
  unsigned third = n / 3;
  if (n < 9) {
    for (unsigned i = 0; i < n; i++)
      x[i] = x[i] * 3 % 1021;
    return;
  }
  // CHECK: :[[#@LINE+1]]:3: remark: 'thirds' is recursive fork-join: 3 calls
  if (third > 5)
    thirds(x, third);
  if (third % 2 == 1) {
    thirds(x + third, third);
  }
  thirds(x + 2 * third, n - 2 * third);
}

int main(void) {
  thirds(a, 1000);
  quick(b, 0, 999);
  quickWithPivot(b, 0, 999);
  sort(a, 1000, b);
  sortWithOneSpare(a, 1000, b);
  halve(0, 999);
  between(0, 999);
  twice(0, 999);
  printf("%d\n", a[500]);
}
