// SPDX-License-Identifier: Apache-2.0
//
// Running sums beside scratch memory behind a pointer: the first pass, which
// adds up the chunks, has copies of it, too.
#include <stdio.h>
#include <stdlib.h>
struct st {
  int a;
  int c[4];
};
static struct st ga, gb;
static int depth;

/* Nothing in the first pass. */
static void leaves(struct st *p, int n) {
  for (int i = 0; i < n; i++) {
    p->c[2] = depth;
    depth += 1;
  }
}
/* What is added is read from it. */
static void counts(int *q, const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++)
      q[k] = in[i] * (k + 1) % 7;
    out[i] = depth;
    depth += q[1] + q[3];
  }
}
/* The sum goes there. */
static void both(struct st *p, const int *in, int *out, int n) {
  int sum = 3;
  for (int i = 0; i < n; i++) {
    p->c[0] = in[i] % 5;
    p->c[1] = sum;
    out[i] += p->c[1] * 2;
    sum += p->c[0];
  }
  p->a = sum;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000;
  int *in = malloc(sizeof *in * (size_t)n),
      *out = calloc((size_t)n, sizeof *out),
      *scratch = calloc(4, sizeof *scratch);
  for (int i = 0; i < n; i++)
    in[i] = (i * 37) % 101;
  leaves(&ga, n);
  printf("%d %d\n", ga.c[2], depth);
  counts(scratch, in, out, n);
  printf("%d %d %d\n", scratch[1], scratch[3], depth);
  both(argc > 5 ? &ga : &gb, in, out, n);
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s * 31 + (unsigned)out[i];
  printf("%d %d %d %u\n", gb.a, gb.c[0], gb.c[1], s);
  return 0;
}
