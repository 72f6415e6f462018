// SPDX-License-Identifier: Apache-2.0
//
// Totals and extremes in members of structs that data chooses, by name and
// through a pointer to the struct.
#include "../../digest.h"

#include <stdlib.h>

struct Bin {
  long count;
  long sum;
  int low;
  int high;
  unsigned short mask;
};
static struct Bin bins[97], others[97];
static int keys[5000], values[5000];

static void clear(struct Bin *b) {
  for (int i = 0; i < 97; i++) {
    b[i].count = b[i].sum = 0;
    b[i].low = 1 << 30;
    b[i].high = -(1 << 30);
    b[i].mask = 0;
  }
}

static void byName(int n) {
  for (int i = 0; i < n; i++) {
    bins[keys[i]].count++;
    bins[keys[i]].sum += values[i];
    if (values[i] < bins[keys[i]].low)
      bins[keys[i]].low = values[i];
    if (values[i] > bins[keys[i]].high)
      bins[keys[i]].high = values[i];
    bins[keys[i]].mask |= 1 << (values[i] & 15);
  }
}
static void byPointer(int n) {
  for (int i = 0; i < n; i++) {
    struct Bin *g = &bins[keys[i]];
    if (values[i] < 0)
      continue;
    g->count++;
    g->sum += (long)values[i] * 3;
    if (values[i] < g->low)
      g->low = values[i];
    if (values[i] > g->high)
      g->high = values[i];
  }
}
static void add(struct Bin *g, int value) {
  g->count += 2;
  if (value > g->high)
    g->high = value;
}
static void inCallee(int n) {
  for (int i = 0; i < n; i++)
    add(&bins[keys[i]], values[i]);
}

/* A member that is read elsewhere: what it holds then is seen. */
static long readElsewhere(int n) {
  long seen = 0;
  for (int i = 0; i < n; i++) {
    struct Bin *g = &bins[keys[i]];
    g->count++;
    if (values[i] < g->low)
      g->low = values[i];
    seen += bins[keys[(i + 1) % n]].low;
  }
  return seen;
}
static long onlyOthersRead(int n) {
  long seen = 0;
  for (int i = 0; i < n; i++) {
    bins[keys[i]].count++;
    seen += bins[keys[i]].sum;
  }
  return seen;
}
/* The pointer is sometimes that of the iteration before. */
static void keptPointer(int n) {
  struct Bin *g = &others[3];
  for (int i = 0; i < n; i++) {
    if (values[i] & 1)
      g = &bins[keys[i]];
    g->count++;
    if (values[i] < g->low)
      g->low = values[i];
  }
}
static void twoPlaces(int n) {
  struct Bin *g;
  for (int i = 0; i < n; i++) {
    if (values[i] & 1)
      g = &bins[keys[i]];
    else
      g = &others[keys[i]];
    g->count++;
    if (values[i] > g->high)
      g->high = values[i];
  }
}
static void movedOn(int n) {
  for (int i = 0; i < n; i++) {
    struct Bin *g = &bins[keys[i] / 2];
    g->count++;
    g++;
    g->sum += values[i];
    if (values[i] > g->high)
      g->high = values[i];
  }
}
/* Two members of which one lies across the other's bytes. */
static void across(int n) {
  char *bytes = (char *)bins;
  for (int i = 0; i < n; i++) {
    *(unsigned char *)(bytes + sizeof(struct Bin) * keys[i] + 9) += values[i];
    bins[keys[i]].sum += values[i];
  }
}
static void twoOperators(int n) {
  for (int i = 0; i < n; i++) {
    struct Bin *g = &bins[keys[i]];
    g->sum += values[i];
    g->sum ^= values[i];
    g->count++;
  }
}
static void written(int n) {
  for (int i = 0; i < n; i++) {
    struct Bin *g = &bins[keys[i]];
    g->count++;
    g->sum = values[i];
    if (values[i] < g->low)
      g->low = values[i];
  }
}

/* What chooses the struct may be what is updated. */
struct Pair {
  int low, count;
};
static struct Pair pairs[2600];
static void byParameter(struct Pair *out, const int *chosen, int n) {
  for (int i = 0; i < n; i++) {
    struct Pair *g = &out[chosen[i]];
    g->count++;
    if (i < g->low)
      g->low = i;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000;
  unsigned r = 1;
  for (int i = 0; i < n; i++) {
    r = r * 1103515245u + 12345u;
    keys[i] = (int)(r >> 16) % 97;
    r = r * 1103515245u + 12345u;
    values[i] = (int)(r >> 12) % 2001 - 1000;
  }
  clear(bins);
  clear(others);
#define TEST(call)                                                             \
  do {                                                                         \
    call;                                                                      \
    show(#call, bins, sizeof bins);                                            \
    show("others", others, sizeof others);                                     \
  } while (0)
  TEST(byName(n));
  clear(bins);
  TEST(byPointer(n));
  TEST(inCallee(n));
  clear(bins);
  TEST(printf("%ld\n", readElsewhere(n)));
  TEST(printf("%ld\n", onlyOthersRead(n)));
  clear(bins);
  TEST(keptPointer(n));
  TEST(twoPlaces(n));
  TEST(movedOn(n));
  TEST(across(n));
  TEST(twoOperators(n));
  TEST(written(n));
  for (int i = 0; i < 2600; i++)
    pairs[i] = (struct Pair){i * 7 % 97, i * 5 % 97};
  byParameter(pairs, keys, n);
  show("pairs", pairs, sizeof pairs);
  byParameter(pairs, &pairs[0].low, 50);
  show("of themselves", pairs, sizeof pairs);
  byParameter(pairs + 1000, keys, n);
  show("others", pairs, sizeof pairs);
  return 0;
}
