// SPDX-License-Identifier: Apache-2.0
//
/* Loops that end early and must not be run beyond that, or not as searches:
 * sentinels, guarded pointers, divisors, effects on the way. */
#include "../../digest.h"
#include <stdlib.h>

#define FAR 100000000

static int ten[10], a[20000], b[20000], copy[20000];
static struct node {
  struct node *next;
  int key;
} nodes[100], *list[20000];
static volatile int port[20000];
static _Atomic int atomics[20000];
static int calls, total;
/* Keeps the calls out of regions. */
static volatile int entered;
static unsigned char wraps[300];

/* The bound is far beyond the array: the match is always there. */
static int sentinel(int key) {
  entered++;
  int i;
  ten[9] = key;
  for (i = 0; i < FAR; i++)
    if (ten[i] == key)
      break;
  return i;
}

static int sentinel_from(const int *p, int key) {
  entered++;
  int i = 0;
  while (i < FAR && p[i] != key)
    i++;
  return i;
}

static int endless(const int *p, int key) {
  entered++;
  int i;
  for (i = 0;; i++)
    if (p[i] == key)
      return i;
}

static int guarded(int n, int key) {
  entered++;
  int i;
  for (i = 0; i < n; i++)
    if (!list[i] || list[i]->key == key)
      break;
  return i;
}

static int chain(const struct node *p, int key) {
  entered++;
  int steps = 0;
  for (; p; p = p->next, steps++)
    if (p->key == key)
      break;
  return steps;
}

static int divides(int n, int key) {
  entered++;
  int i;
  for (i = 0; i < n; i++)
    if (b[i] == 0 || a[i] / b[i] == key)
      break;
  return i;
}

/* Each test changes something. */
static int asked(int x) {
  calls++;
  total += x;
  return x;
}
static int calling(int n, int key) {
  entered++;
  int i;
  for (i = 0; i < n; i++)
    if (asked(a[i]) == key)
      break;
  return i;
}
static int moving(int n, int key) {
  entered++;
  int *p = a, i;
  for (i = 0; i < n; i++)
    if (*p++ == key)
      break;
  return i * 3 + (int)(p - a);
}
static int counting(int n, int key) {
  entered++;
  int i, seen = 0;
  for (i = 0; i < n; i++) {
    seen += a[i] & 1;
    if (a[i] == key)
      break;
  }
  return i + seen;
}
static int storing(int n, int key) {
  entered++;
  int i;
  for (i = 0; i < n; i++) {
    copy[i] = a[i];
    if (a[i] == key)
      break;
  }
  return i;
}
static int reading_what_it_stores(int n, int key) {
  entered++;
  int i;
  for (i = 1; i < n; i++) {
    a[i] = a[i - 1] + (i & 1);
    if (a[i] == key)
      break;
  }
  return i;
}

/* The value of the iteration before, and of some iteration before. */
static int before(int n, int key) {
  entered++;
  int i, last = -1, odd = -2, seen = -3;
  for (i = 0; i < n; i++) {
    if (a[i] == key) {
      seen = last;
      break;
    }
    last = a[i];
    if (a[i] & 1)
      odd = i;
  }
  return i + 7 * last + 11 * odd + 13 * seen;
}

/* Leaves one loop of two; leaves by goto; leaves from a switch. */
static int inner(int n, int key) {
  entered++;
  int i, j, hits = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < 30; j++)
      if (a[(i + j) % 20000] == key) {
        hits += j;
        break;
      }
  return hits;
}
static int far_out(int n, int key) {
  entered++;
  int i, j = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < 10; j++)
      if (a[i] == key && j == 7)
        goto out;
  i = -1;
out:
  return i * 16 + j;
}
static int switched(int n, int key) {
  entered++;
  int i, s = 0;
  for (i = 0; i < n; i++) {
    switch (a[i] % 3) {
    case 0:
      s++;
      break;
    case 1:
      s += 2;
    }
    if (a[i] == key)
      break;
  }
  return i + s;
}
static int with_effect(int n, int key) {
  entered++;
  int i;
  for (i = 0; i < n; i++)
    if (a[i] == key)
      return asked(i) + calls++;
  return -calls;
}

static int ports(int n, int key) {
  entered++;
  int i, j;
  for (i = 0; i < n; i++)
    if (port[i] == key)
      break;
  for (j = 0; j < n; j++)
    if (atomics[j] == key)
      break;
  return i + 3 * j;
}

/* Counters that wrap around while they look. */
static int wrapping(int key) {
  entered++;
  unsigned char i = 250;
  int steps = 0;
  while (wraps[i] != key && steps < 1000) {
    i++;
    steps++;
  }
  return i * 1000 + steps;
}
static unsigned wrapping_down(unsigned n, int key) {
  entered++;
  unsigned i;
  for (i = n - 1; i < n; i--)
    if (a[i] == key)
      break;
  return i;
}

/* Its end writes what its test reads, or what it starts from. */
static int key_of_all = 5;
static int end_writes(int n, int *out) {
  entered++;
  int i;
  for (i = 0; i < n; i++)
    if (a[i] == *out) {
      *out = i;
      key_of_all += i;
      break;
    }
  return i;
}

/* The end of the type. */
static int to_the_end(int key) {
  entered++;
  int i;
  for (i = 2147483647 - 5000; i <= 2147483647; i++)
    if (a[i & 8191] == key || i == 2147483647)
      break;
  return i;
}

static void fill(void) {
  int i;
  for (i = 0; i < 20000; i++) {
    a[i] = i;
    b[i] = i < 15000 ? i + 1 : i - 15003;
    port[i] = i * 2;
    atomics[i] = i * 2;
    list[i] = i < 15000 ? &nodes[i % 100] : (struct node *)(size_t)(i & 1);
  }
  for (i = 0; i < 300; i++)
    wraps[i] = (unsigned char)i;
  for (i = 0; i < 100; i++) {
    nodes[i].next = i < 99 ? &nodes[i + 1] : 0;
    nodes[i].key = i;
  }
  list[12000] = 0;
}

int main(void) {
  static const int keys[] = {0, 1, 4999, 10000, 19999, 20000};
  int *heap = malloc(40 * sizeof *heap), k, n = 20000, out;
  for (k = 0; k < 40; k++)
    heap[k] = k;
  fill();
  for (k = 0; k < 6; k++) {
    int key = keys[k];
    printf("%d %d %d\n", sentinel(key), sentinel_from(heap, key % 40),
           endless(heap, (key + 7) % 40));
    printf("%d %d %d\n", guarded(n, key), chain(nodes, key), divides(n, -key));
    printf("%d %d %d %d %d\n", calling(n, key), calls, total, moving(n, key),
           counting(n, key));
    printf("%d %d %d %d\n", storing(n, key), before(n, key), inner(n, key),
           far_out(n, key));
    printf("%d %d %d %d\n", switched(n, key), with_effect(n, key), calls,
           ports(n, key));
    printf("%d %u %d\n", wrapping(key & 511), wrapping_down((unsigned)n, key),
           to_the_end(key));
    out = key;
    printf("%d %d %d %d\n", end_writes(n, &out), out,
           end_writes(n, &key_of_all), key_of_all);
    out = reading_what_it_stores(n, key);
    printf("%d\n", out);
    show("copy", copy, sizeof copy);
    show("a", a, sizeof a);
    fill();
  }
  free(heap);
  return 0;
}
