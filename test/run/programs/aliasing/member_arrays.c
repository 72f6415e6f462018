// SPDX-License-Identifier: Apache-2.0
//
// Pointers beside arrays that subscripts step through: a function pointer in
// front of a work array, pointers whose bytes go through such arrays in words,
// in bytes and in whole structures, members of unions, and last arrays with
// more elements than they say.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 2000
#define WORDS (int)(sizeof(int *) / sizeof(unsigned))

struct worker {
  long (*step)(struct worker *, int);
  unsigned state[8];
  int *out;
};
struct words {
  unsigned half[WORDS];
  int used;
};
struct record {
  int kind;
  struct words packed[4];
  int *direct[3];
  int last;
};
union either {
  unsigned part[2 * WORDS];
  int *pointer[2];
};
struct list {
  int count;
  int *item[1];
};
struct chain {
  int *link[3];
  struct chain *next[2];
  int *spare;
};

static int a[N], b[N], c[N];

static long mix(struct worker *w, int i) {
  long sum = 0;
  for (int k = 0; k < 8; k++) {
    w->state[k] = w->state[k] * 69069u + (unsigned)i + (unsigned)k;
    sum += w->state[k] >> 20;
  }
  w->out[i % N] += (int)sum;
  return sum;
}
static long other(struct worker *w, int i) {
  w->out[(i + 7) % N] ^= i;
  return -i;
}

/// The halves of a pointer, written by a subscript, read by another.
static void hide(struct record *r, int at, int *p) {
  unsigned half[WORDS];
  memcpy(half, &p, sizeof p);
  for (int k = 0; k < WORDS; k++)
    r->packed[at].half[k] = half[k];
  r->packed[at].used = 1;
}
static int *find(const struct record *r, int at) {
  int *p;
  unsigned half[WORDS];
  for (int k = 0; k < WORDS; k++)
    half[k] = r->packed[at].half[k];
  memcpy(&p, half, sizeof p);
  return p;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  if (n > N)
    return 1;
  struct worker workers[3];
  memset(workers, 0, sizeof workers);
  for (int i = 0; i < 3; i++)
    workers[i].step = i == 1 ? other : mix, workers[i].out = i ? b : a;
  long total = 0;
  for (int i = 0; i < n; i++)
    total += workers[i % 3].step(&workers[i % 3], i);
  printf("%ld %d %d\n", total, a[n / 2], b[n / 3]);

  struct record r, copies[4];
  memset(&r, 0, sizeof r);
  for (int i = 0; i < 4; i++)
    hide(&r, i, i % 2 ? a : c);
  for (int i = 0; i < 3; i++)
    r.direct[i] = i == 2 ? b : c;
  for (int i = 0; i < 4; i++)
    copies[(i + 1) % 4] = r;
  for (int i = 0; i < n; i++) {
    int *p = find(&copies[i % 4], (i / 4) % 4),
        *q = copies[i % 4].direct[i % 3];
    p[i] += 3 * i + q[n - 1 - i];
    q[n - 1 - i] += p[i] & 255;
  }
  for (int i = 0; i < 4; i++) // one record within the other's bytes
    memmove(&copies[i].packed[0], &copies[(i + 1) % 4].packed[1],
            3 * sizeof copies[i].packed[0]);
  for (int i = 0; i < n; i++)
    find(&copies[i % 4], i % 3)[i] -= i;

  union either u;
  u.pointer[0] = a;
  u.pointer[1] = b;
  unsigned saved[2 * WORDS];
  for (int k = 0; k < 2 * WORDS; k++)
    saved[k] = u.part[k];
  u.pointer[0] = u.pointer[1] = c;
  for (int i = 0; i < n; i++)
    u.pointer[i % 2][i] += a[i] & 3;
  for (int k = 0; k < 2 * WORDS; k++)
    u.part[k] = saved[(k + WORDS) % (2 * WORDS)];
  for (int i = 0; i < n; i++)
    u.pointer[i % 2][i] += c[i] & 7;

  struct list *l = malloc(sizeof *l + 4 * sizeof l->item[0]);
  if (!l)
    return 1;
  l->count = 5;
  for (int k = 0; k < l->count; k++)
    l->item[k] = k == 3 ? a : k % 2 ? b : c;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < l->count; k++)
      l->item[k][i] += l->item[(k + i) % l->count][n - 1 - i] & 15;

  struct chain chains[4];
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++)
      chains[i].link[k] = (i + k) % 3 == 0 ? a : (i + k) % 3 == 1 ? b : c;
    chains[i].next[0] = &chains[(i + 1) % 4];
    chains[i].next[1] = &chains[(i + 3) % 4];
    chains[i].spare = i == 3 ? a : c;
  }
  struct chain *at = chains;
  for (int i = 0; i < n; i++) {
    at->link[i % 3][i] += at->spare[n - 1 - i] & 31;
    int *kept = at->link[2];
    for (int k = 2; k > 0; k--)
      at->link[k] = at->link[k - 1];
    at->link[0] = kept;
    at = at->next[i % 2];
  }
  unsigned long sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)a[i] + 3u * (unsigned)b[i] + 7u * (unsigned)c[i];
  printf("%lu\n", sum);
  free(l);
  return 0;
}
