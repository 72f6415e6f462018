// SPDX-License-Identifier: Apache-2.0
//
// Memory from malloc has the type of the last store. An int may be stored where
// a float was, and a float after an int was read there: which comes last counts.
#include "../../digest.h"
#include <stdlib.h>
/* the float at f[i + 1] comes after the int at k[i + 1] */
static void int_then_float(int *k, float *f, int n) {
  for (int i = 0; i + 1 < n; i++) {
    k[i + 1] = i;
    f[i] = (float)i * 0.5f;
  }
}
/* the int is read before the float takes its place */
static void read_then_float(int *k, float *f, int n) {
  for (int i = 0; i + 1 < n; i++)
    f[i] = (float)k[i + 1];
}
static void one_after_the_other(int *k, float *f, int n) {
  for (int i = 0; i < n; i++)
    k[i] = i * 7;
  for (int i = 0; i < n; i++)
    f[n - 1 - i] = (float)i;
}
/* a recurrence beside stores that could be a loop of their own */
static float beside_a_sum(int *k, float *f, int n) {
  float sum = 1;
  for (int i = 0; i + 1 < n; i++) {
    k[i + 1] = i;
    sum = sum * 0.5f + (float)i;
    f[i] = sum;
  }
  return sum;
}
struct list {
  double *data;
  int n;
};
/* the last iteration stores over the pointer that led there */
static void over_the_list(struct list *l) {
  for (int i = 0; i < l->n; i++)
    l->data[i] = i;
}
int main(void) {
  for (int n = 0; n < 6000; n = n * 3 + 1) {
    void *memory = calloc((size_t)n + 1, 4);
    int_then_float(memory, memory, n);
    show("int then float", memory, (size_t)n * 4);
    for (int i = 0; i < n; i++)
      ((int *)memory)[i] = i * 3;
    read_then_float(memory, memory, n);
    show("read then float", memory, (size_t)n * 4);
    one_after_the_other(memory, memory, n);
    show("one after the other", memory, (size_t)n * 4);
    float sum = beside_a_sum(memory, memory, n);
    show("sum", &sum, sizeof sum);
    show("beside a sum", memory, (size_t)n * 4);
    free(memory);
  }
  enum { count = 6000 };
  double *block = calloc(count + 8, sizeof *block);
  struct list *l = (struct list *)(block + count - 1);
  l->data = block;
  l->n = count;
  over_the_list(l);
  show("list", block, count * sizeof *block);
  free(block);
  return 0;
}
