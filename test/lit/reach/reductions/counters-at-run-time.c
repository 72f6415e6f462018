// Counters of which the entry finds out how many there are: from the values of
// an index array, a divisor, a mask, the size of a variable length array.
// Beside them counters of which nothing bounds the index, whose order shows, or
// whose index array the loop may change.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>
typedef struct {
  int from, to;
} Edge;

void keys(int *count, const int *key, int n) {
  // CHECK: [[#@LINE+2]]:3 keys: reduction {{.*}} if 'count' and 'key' do not overlap
  // CHECK-NEXT: reduction add 'count[key[i]]' int copy allocated
  for (int i = 0; i < n; i++)
    count[key[i]]++;
  // Not every element is read.
  // CHECK: [[#@LINE+1]]:3 keys: sequential
  for (int i = 0; i < n; i++)
    if (i & 1)
      count[key[i]]++;
  // CHECK: [[#@LINE+2]]:3 keys: reduction
  // CHECK-NEXT: reduction add 'count[key[key[i]]]' int copy allocated
  for (int i = 0; i < n; i++)
    count[key[key[i]]]++;
  // CHECK: [[#@LINE+1]]:3 keys: sequential
  for (int i = 0; i < n; i++)
    count[count[key[i]]]++;
}

void degrees(int *degree, const Edge *edge, int n) {
  // CHECK: [[#@LINE+2]]:3 degrees: reduction
  // CHECK: reduction add 'degree[edge[i].from]' int copy allocated
  for (int i = 0; i < n; i++) {
    degree[edge[i].from]++;
    degree[edge[i].to]++;
  }
  // Their order shows, unless no counter comes twice.
  // CHECK: [[#@LINE+4]]:3 degrees: doall {{.*}} and 'edge' holds no value twice
  // CHECK-NEXT: check degree
  // CHECK-NEXT: condition @is_injective(edge, 0LL, {{.*}}, 8LL, -4)
  // CHECK-NEXT: condition @is_injective(edge, 0LL, {{.*}}, 4LL, -4)
  for (int i = 0; i < n; i++) {
    degree[edge[i].from]++;
    degree[edge[i].to] *= 3;
  }
}

void hashed(unsigned *count, const unsigned *key, int n, unsigned size) {
  // CHECK: [[#@LINE+2]]:3 hashed: reduction
  // CHECK: reduction add 'count[key[i] * 2654435761u % size]' unsigned int copy allocated
  for (int i = 0; i < n; i++)
    count[key[i] * 2654435761u % size]++;
  // CHECK: [[#@LINE+2]]:3 hashed: reduction
  // CHECK: reduction xor 'count[h & (size - 1)]' unsigned int copy allocated
  for (int i = 0; i < n; i++) {
    unsigned h = key[i] ^ key[i] >> 15;
    h *= 0x85ebca6bu;
    count[h & (size - 1)] ^= key[i];
  }
  // CHECK: [[#@LINE+1]]:3 hashed: sequential
  for (int i = 0; i < n; i++)
    count[key[i] * 2654435761u]++;
  // CHECK: [[#@LINE+1]]:3 hashed: sequential
  for (int i = 0; i < n; i++) {
    count[key[i] * 2654435761u % size]++;
    size += key[i] & 1;
  }
}

unsigned of_length(const unsigned char *s, int n, int k) {
  unsigned count[k], sum = 0;
  for (int i = 0; i < k; i++)
    count[i] = 0;
  // CHECK: [[#@LINE+2]]:3 of_length: reduction
  // CHECK: reduction add 'count[s[i] * s[i] % k]' unsigned int copy allocated
  for (int i = 0; i < n; i++)
    count[s[i] * s[i] % k]++;
  // CHECK: [[#@LINE+1]]:3 of_length: sequential
  for (int i = 0; i < n; i++)
    sum = sum * 31 + count[s[i] % k]++;
  return sum;
}

double weights(double *weight, const int *key, const double *x, int n) {
  // CHECK: [[#@LINE+1]]:3 weights: doall {{.*}} 'key' holds no value twice
  for (int i = 0; i < n; i++)
    weight[key[i]] += x[i];
  return weight[0];
}

// The first row stands in the way of the others: the loop is cut, and its parts
// share their variables.
void rows_after_the_first(unsigned *q, const unsigned *h, int m) {
  int length = 18;
  // CHECK: [[#@LINE+1]]:3 rows_after_the_first: sequential [carried-dependence]
  for (int i = 0; i < m / 2; i++)
    for (int j = 0; j < 18; j++)
      q[j + length * i + 1] += q[j] + h[j];
}
