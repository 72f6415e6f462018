// SPDX-License-Identifier: Apache-2.0
//
// Records of a table that are reached through lists and through indices that
// are computed from data: a member of some record is no other member of any.
// And those where it is the same member, or may be.
#include "../digest.h"

#include <stdlib.h>

#define N 400
#define CELLS 37

struct part {
  double x, v;
  double rho;
  int next;
  int hist[6];
  unsigned char tag[4];
};
struct half {
  double a, b;
};
static int head[CELLS];

static void link_all(struct part *p) {
  for (int c = 0; c < CELLS; c++)
    head[c] = -1;
  for (int i = 0; i < N; i++) {
    int c = i * 11 % CELLS;
    p[i].next = head[c];
    head[c] = i;
    p[i].x = i * 0.25;
    p[i].v = N - i;
    p[i].rho = i;
    for (int k = 0; k < 6; k++)
      p[i].hist[k] = i * k;
    for (int k = 0; k < 4; k++)
      p[i].tag[k] = (unsigned char)(i + k);
  }
}

static void report(const char *name, struct part *p) {
  show(name, p, N * sizeof *p);
  link_all(p);
}

/* Reads x and next of any, writes rho. */
static void density(struct part *p) {
  for (int i = 0; i < N; i++) {
    struct part *a = &p[i];
    double rho = 0;
    for (int j = head[i % CELLS]; j >= 0; j = p[j].next)
      rho += a->x - p[j].x * 0.5;
    a->rho = rho;
  }
}

/* Likewise by a pointer that is given each time. */
static void forces(struct part *p) {
  for (int i = 0; i < N; i++) {
    double f = 0;
    for (int j = head[i % CELLS]; j >= 0; j = p[j].next) {
      const struct part *b = &p[j];
      f += b->x * b->rho;
    }
    p[i].v += f;
  }
}

/* Reads what others write. */
static void smooth(struct part *p) {
  for (int i = 0; i < N; i++) {
    double rho = 0;
    for (int j = head[i % CELLS]; j >= 0; j = p[j].next)
      rho += p[j].rho * 0.25;
    p[i].rho = rho;
  }
}

/* The pointer is of other records, too, when it is used. */
static void last_of_two(struct part *p) {
  for (int i = 0; i < N; i++) {
    double f = 0;
    struct part *b = &p[i];
    for (int j = head[i % CELLS]; j >= 0; j = p[j].next) {
      f += b->x;
      b = (struct part *)((char *)&p[j] + sizeof(double));
    }
    p[i].v = f;
  }
}

/* Arrays in records at places that data says. */
static void counts(struct part *p) {
  for (int i = 0; i < N; i++)
    for (int j = head[i % CELLS]; j >= 0; j = p[j].next)
      p[i].hist[((int)p[j].x + p[i].tag[1]) % 6] += j;
}

/* Past the array's end, by arithmetic. */
static void past(struct part *p, int by) {
  for (int i = 0; i < N - 8; i++) {
    int *place = p[i].hist + p[i].tag[0] % 3 * by;
    *place = (*place & 0xffff) * 3 + i;
  }
}

/* In unsigned 32 bits the products are no multiples. */
static void wrapped(unsigned char *bytes, unsigned factor) {
  for (unsigned i = 0; i < N; i++) {
    unsigned at = (bytes[3 * i + 1] + factor) * 3u;
    bytes[at % (3 * N)] = (unsigned char)(bytes[3 * i] + i);
  }
}

/* The same memory as records of another size. */
static void other_records(struct part *p) {
  struct half *h = (struct half *)(void *)p;
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = head[i % CELLS]; j >= 0 && j < N / 4; j = p[j].next)
      sum += h[j].a;
    p[i].v = sum;
  }
}

static void zigzag(struct part *p, const int *to) {
  for (int i = 0; i < N; i++) {
    int at = to[i];
    while (at > i)
      at = at / 2;
    p[at].v = p[at].v * 0.5 + i;
    p[i].x += 1;
  }
}

int main(void) {
  struct part *p = malloc(N * sizeof *p);
  int to[N];
  if (!p)
    return 1;
  for (int i = 0; i < N; i++)
    to[i] = i * 17 % N;
  link_all(p);
  density(p);
  report("density", p);
  forces(p);
  report("forces", p);
  smooth(p);
  report("smooth", p);
  last_of_two(p);
  report("last of two", p);
  counts(p);
  report("counts", p);
  past(p, 5);
  report("past", p);
  wrapped((unsigned char *)p, 0x55555550u);
  report("wrapped", p);
  other_records(p);
  report("other records", p);
  zigzag(p, to);
  report("zigzag", p);
  free(p);
  return 0;
}
