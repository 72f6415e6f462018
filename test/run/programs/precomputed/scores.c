// SPDX-License-Identifier: Apache-2.0
// FLAGS: -ffp-contract=off
// PRECOMPUTES: 5
//
// Loops that keep their order for something short, a list of the best, a
// digest, a table that grows, a count, around calls that depend on nothing
// before: these are made ahead.
#include "../digest.h"
#include <stdlib.h>
#include <string.h>

enum { N = 300, BEST = 5 };

struct item {
  unsigned key, weight;
};
struct entry {
  struct entry *next;
  unsigned key, count;
};
struct point {
  char tag; /* and padding behind it */
  double x, y;
};

static struct item items[N];
static struct entry *table[16];
static unsigned long steps;
static unsigned best[BEST];

/* Nothing but its arguments and a table that stays. */
static unsigned score(const struct item *item, unsigned seed) {
  unsigned sum = seed;
  for (unsigned k = 0; k < 40 + item->weight % 7; k++)
    sum = sum * 31 + (items[(item->key + k) % N].weight ^ k);
  return sum;
}

/* Counts its steps, and has a scratch row. */
static unsigned distance(const char *a, const char *b) {
  static unsigned row[40];
  unsigned la = (unsigned)strlen(a), lb = (unsigned)strlen(b);
  for (unsigned j = 0; j < 40; j++)
    row[j] = j;
  for (unsigned i = 1; i <= la; i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (unsigned j = 1; j <= lb; j++) {
      unsigned above = row[j], least = diagonal + (a[i - 1] != b[j - 1]);
      if (above + 1 < least)
        least = above + 1;
      if (row[j - 1] + 1 < least)
        least = row[j - 1] + 1;
      diagonal = above;
      row[j] = least;
      steps += 1;
    }
  }
  return row[lb];
}

/* Leaves more than a result, by a block of its own. */
static int spread(const struct item *item, unsigned *least, unsigned *most) {
  unsigned *copy = malloc(16 * sizeof *copy);
  if (!copy)
    exit(3);
  for (unsigned k = 0; k < 16; k++)
    copy[k] = items[(item->key * 3 + k) % N].weight * (k + 1);
  *least = *most = copy[0];
  for (unsigned k = 1; k < 16; k++) {
    if (copy[k] < *least)
      *least = copy[k];
    if (copy[k] > *most)
      *most = copy[k];
  }
  free(copy);
  return *most > 3 * *least;
}

/* By value, with padding. */
static struct point turn(struct point p, int times) {
  for (int k = 0; k < times; k++) {
    double x = p.x * 0.8 - p.y * 0.6;
    p.y = p.x * 0.6 + p.y * 0.8;
    p.x = x;
  }
  p.tag++;
  return p;
}

static void insert(unsigned value) {
  for (unsigned k = 0; k < BEST; k++)
    if (value > best[k]) {
      unsigned lower = best[k];
      best[k] = value;
      value = lower;
    }
}

static void count(unsigned key) {
  struct entry **at = &table[key % 16];
  for (; *at; at = &(*at)->next)
    if ((*at)->key == key) {
      (*at)->count++;
      return;
    }
  *at = calloc(1, sizeof **at);
  if (!*at)
    exit(2);
  (*at)->key = key;
  (*at)->count = 1;
}

int main(void) {
  unsigned long digest = 5381;
  for (unsigned i = 0; i < N; i++)
    items[i] = (struct item){i * 7919u % 1000, i * i % 97};

  for (unsigned i = 0; i < N; i++) { /* the best, and a digest */
    unsigned value = score(&items[i], i);
    insert(value % 10007);
    digest = digest * 33 ^ value;
    if (i % 50 == 0)
      printf("%u %lu\n", i, digest);
  }

  const char *words[] = {"kitten", "sitting", "mitten", "smitten", "sit"};
  char word[16];
  for (int i = 0; i < N; i++) { /* a text of each iteration's own */
    snprintf(word, sizeof word, "%ssit%d", i % 3 ? "k" : "", i * 37 % 101);
    count(distance(word, words[i % 5]));
  }

  unsigned at = 0, rounds = 0;
  while (rounds < N) { /* nobody counts it; ends in the midst */
    unsigned least, most;
    if (spread(&items[at], &least, &most))
      digest += most - least;
    at = (at * 5 + 17) % N;
    if (++rounds == 250 && digest != 0)
      break;
  }

  struct point sum = {0, 0, 0};
  for (int i = 0; i < N; i++) { /* sums of floating-point numbers, in order */
    struct point p = turn((struct point){(char)i, i, i * 0.5}, 10 + i % 5);
    sum.x += p.x / (1 + sum.y * sum.y);
    sum.y += p.y;
    sum.tag ^= p.tag;
  }

  unsigned *list = NULL, room = 0, length = 0;
  for (unsigned i = 0; i < N; i++) { /* a list that grows */
    unsigned value = score(&items[N - 1 - i], digest % 2 ? i : i + 1);
    if (length == room) {
      room = room ? 2 * room : 4;
      list = realloc(list, room * sizeof *list);
      if (!list)
        return 1;
    }
    if (value % 3)
      list[length++] = value;
  }

  for (unsigned k = 0; k < 16; k++)
    for (struct entry *e = table[k]; e; e = e->next)
      digest = digest * 31 + e->key * 7 + e->count;
  for (unsigned k = 0; k < length; k++)
    digest = digest * 17 ^ list[k];
  for (unsigned k = 0; k < BEST; k++)
    printf("best %u\n", best[k]);
  printf("%lu %lu %u %d %.9f %.9f\n", digest, steps, rounds, sum.tag, sum.x,
         sum.y);
  return 0;
}
