// Arguments that are loaded from memory and are not the first.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>
struct Image {
  double *at;
  long pitch;
};

static void put(int seed, double *to) {
  for (int k = 0; k < 4; k++)
    to[k] = seed * k;
}
static void clear(long x, double *to, long n) {
  for (long k = 0; k < n; k++)
    to[k] = x;
}

void ofTable(double **table, long n) {
  // CHECK: [[#@LINE+1]]:3 ofTable: doall
  for (long i = 0; i < n; i++)
    put(i, table[0] + i * 4);
  // CHECK: [[#@LINE+1]]:3 ofTable: sequential
  for (long i = 0; i < n; i++)
    put(i, table[0] + i * 3);
}
void ofStruct(const struct Image *image, long n) {
  // CHECK: [[#@LINE+1]]:3 ofStruct: doall
  for (long i = 0; i < n; i++)
    clear(i, image->at + i * image->pitch, image->pitch);
}
