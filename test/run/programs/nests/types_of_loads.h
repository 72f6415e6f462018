// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

typedef float __attribute__((may_alias)) any_float;
enum size { Small = 70, Large = 320 };
union number {
  int whole;
  unsigned bits;
  float real;
};
struct table {
  union number rows;
  int columns;
  short narrow;
  unsigned char byte;
  _Bool flag;
  unsigned long length;
  const int fixed;
  any_float *any;
  float *to;
  float *const from;
  union {
    float *one;
    double *other;
  } hidden;
};

__attribute__((noinline)) static void in_union(const struct table *t) {
  for (int j = 0; j < t->columns; j++)
    for (int i = 0; i < t->rows.whole; i++)
      t->to[i * t->columns + j] += t->from[i * t->columns + j] * t->rows.whole;
}

__attribute__((noinline)) static void narrow(const struct table *t) {
  for (int j = 0; j < t->narrow; j++)
    for (int i = 0; i < t->byte; i++)
      t->to[i * t->narrow + j] +=
          t->from[i * t->narrow + j] * t->flag + t->byte;
}

__attribute__((noinline)) static void wide(const struct table *t) {
  for (unsigned long j = 0; j < t->length; j++)
    for (int i = 0; i < t->fixed; i++)
      t->to[i * t->length + j] += t->from[i * t->length + j] - t->fixed;
}

// Integers through a pointer that may alias anything.
__attribute__((noinline)) static void anything(const struct table *t, int *x) {
  for (int j = 0; j < t->fixed; j++)
    for (int i = 0; i < t->fixed; i++) {
      x[i * t->fixed + j] += 1 << 20;
      t->any[i * t->fixed + j] += 1;
    }
}

__attribute__((noinline)) static void hidden(const struct table *t) {
  for (int j = 0; j < t->fixed; j++)
    for (int i = 0; i < t->fixed; i++)
      t->hidden.one[i * t->fixed + j] += t->from[i * t->fixed + j];
}

static void print(const char *what, const float *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i] * (i % 31);
  printf("%s %.17g\n", what, sum);
}

int main(void) {
  enum { Count = Large * Large };
  float *a = malloc(2 * Count * sizeof *a), *b = a + Count;
  for (int i = 0; i < 2 * Count; i++)
    a[i] = (float)(i % 17);
  for (int k = 0; k < 3; k++) {
    float *to = k == 0 ? b : k == 1 ? a : a + 100;
    struct table t = {
        {Large}, k ? Small : Large, 300, 200, k != 1, 310, 300, to, to, a,
        {to}};
    in_union(&t);
    print("in union", a, 2 * Count);
    narrow(&t);
    print("narrow", a, 2 * Count);
    wide(&t);
    print("wide", a, 2 * Count);
    anything(&t, (int *)to);
    print("anything", a, 2 * Count);
    hidden(&t);
    print("hidden", a, 2 * Count);
    for (int i = 0; i < 2 * Count; i++)
      a[i] = (float)((int)a[i] % 19);
  }
  free(a);
  return 0;
}
