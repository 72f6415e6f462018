// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 8
// FLAGS: -lm
//
// Iterations that pass something on in a part at their beginning, which copies
// run of those before theirs as well, or at their end, which the program runs
// for them: digests, means, records that are printed; generators that are asked
// now once, now often, texts that are read. The ends look at what iterations
// have in variables of all kinds, leave the loop, free memory, call functions
// that keep something.
#include "../digest.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 160 };
static unsigned state = 7;
static unsigned draw(void) {
  return (state = state * 1103515245u + 12345u) >> 16;
}

static unsigned work(unsigned x, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x = x * 69069u + (unsigned)(i ^ k);
  return x;
}

struct mean {
  long n;
  double mean, m2;
};

static void add(struct mean *w, double x) {
  w->n++;
  double d = x - w->mean;
  w->mean += d / (double)w->n;
  w->m2 += d * (x - w->mean);
}

struct found {
  const int at;
  double of[3];
};

/* Means go on at the end, which some iterations skip. */
static void means(int n) {
  struct mean low = {0, 0, 0}, high = low;
  long skipped = 0;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 20 + i % 7);
    const struct found r = {i, {x % 97, x % 89, x % 83}};
    if (x % 5 == 0) {
      skipped++;
      continue;
    }
    add(x & 1 ? &low : &high, r.of[x % 3] + r.at);
    if (i % 40 == 39)
      printf("%d: %.17g %.17g\n", i, low.mean, high.m2);
  }
  printf("means %ld %.17g %.17g %.17g %ld\n", low.n, low.mean, low.m2,
         high.mean, skipped);
}

/* The end has arrays, and pointers to what was there before. */
static unsigned long long hash = 1;
static char names[4][8] = {"ab", "cde", "f", "ghijk"};
static void texts(int n) {
  for (int i = 0; i < n; i++) {
    char text[64];
    const char *name = names[i % 4];
    int length = 0;
    for (unsigned x = work((unsigned)i, 9); x && length < 60; x /= 7)
      text[length++] = (char)('a' + x % 7);
    text[length] = 0;
    hash = (hash ^ (unsigned long long)strlen(name)) * 1099511628211ULL;
    for (char *p = text; *p; p++)
      hash = (hash ^ (unsigned char)*p) * 1099511628211ULL;
  }
  printf("texts %llx\n", hash);
}

/* An address of what is gone must not come to the end. */
static const struct mean *current;
static double total;
static void addresses(int n) {
  for (int i = 0; i < n; i++) {
    struct mean own = {i, work((unsigned)i, 11) % 1000, 0};
    current = &own;
    own.m2 = own.mean / 2;
    total = total * 0.5 + current->m2;
  }
  printf("addresses %.17g\n", total);
  for (int i = 0; i < n; i++) {
    int own[4] = {i, (int)(work((unsigned)i, 8) % 50), 2, 3};
    int *to = own + i % 4;
    total = total * 0.5 + *to;
  }
  printf("addresses %.17g\n", total);
  for (int i = 0; i < n; i++) {
    int *to = &(int){(int)(work((unsigned)i, 8) % 50)};
    total = total * 0.25 + *to;
  }
  printf("addresses %.17g\n", total);
}

/* The end leaves the loop, in one way or the other. */
static int leaves(int n, unsigned limit) {
  unsigned long sum = 1;
  int i;
  for (i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 13);
    if (x % 211 == 0)
      break;
    sum = sum * 31 + x % 1000;
    if (sum % limit == 0)
      return i;
    for (int k = 0; k < 3; k++) {
      if (k == 2)
        break;
      sum ^= sum >> 3;
    }
    switch (x % 4) {
    case 0:
      continue;
    case 1:
      sum++;
      break;
    default:
      sum += 2;
    }
    if (sum % (limit + 7) == 1)
      break;
  }
  printf("leaves %d %lx\n", i, sum);
  return -i;
}

/* The end frees, and reads what the number in front of it was. */
static void blocks(int n) {
  char *last = malloc(8);
  strcpy(last, "start");
  for (int i = 0; i < n; i++) {
    char *text = malloc(16 + (size_t)i % 5);
    snprintf(text, 16, "%u", work((unsigned)i, 7));
    if (i % 3)
      hash = hash * 31 + strlen(last);
    free(last);
    last = text;
  }
  printf("blocks %llx %s\n", hash, last);
  free(last);
}

/* Now and then the middle reads what the end of the iteration before wrote. */
static void back(int n) {
  unsigned seen = 3;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 15);
    if (x % 13 == 0)
      x += seen;
    seen = seen * 5 + x;
  }
  printf("back %u\n", seen);
}

/* Functions that keep something, one that is tried itself. */
static int kept[8];
static int keep(int x) {
  static int calls;
  kept[x & 7] ^= ++calls;
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 4; k++)
      kept[k] ^= (kept[i] >> 1) + k;
  return kept[calls & 7];
}
static void keeps(int n) {
  unsigned of = 1;
  for (int i = 0; i < n; i++) {
    int x = (int)(work((unsigned)i, 12) & 1023);
    of = of * 3 ^ (unsigned)keep(x);
    errno = 0;
    if (strtol("99999999999999999999", NULL, 10) != 0 && errno == ERANGE)
      of++;
  }
  show("kept", kept, sizeof kept);
  printf("keeps %u\n", of);
}

/* What the end reads by a name it reads by a pointer as well; or only so. */
static struct mean *through;
static void aliased(int n) {
  int last = 0, *to = &last;
  struct mean one = {0, 0, 0};
  unsigned long both = 3, other = 5;
  for (int i = 0; i < n; i++) {
    last = (int)(work((unsigned)i, 10) % 1000);
    both = both * 31 + (unsigned long)(*to + 2 * last);
  }
  through = &one;
  for (int i = 0; i < n; i++) {
    one.n = i;
    one.mean = work((unsigned)i, 10) % 1000;
    other = other * 31 + (unsigned long)through->mean;
  }
  printf("aliased %lx %lx %ld\n", both, other, one.n);
}

/* Variables from outside that the end knows by their names. */
static void outside(int n) {
  struct mean one = {0, 0, 0};
  long last = 0;
  unsigned long all = 1;
  for (int i = 0; i < n; i++) {
    add(&one, work((unsigned)i, 10) % 1000);
    last = (long)(work((unsigned)i, 5) % 100);
    if (i % 3 == 1)
      continue;
    all = all * 31 + (unsigned long)(one.m2 * 100) + (unsigned long)last;
  }
  printf("outside %lx %.17g %ld\n", all, one.mean, last);
}

/* What is said of a loop at the end stays with it. */
static unsigned rows[16];
static void hinted(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 14);
#pragma GCC ivdep
    for (int k = 0; k < 16; k++)
      rows[k] = rows[k] * 3 + (x >> k);
  }
  show("hinted", rows, sizeof rows);
}

/* Draws as often as it falls out. */
static double normal(double *spare, int *has) {
  double u, v, s;
  if (*has) {
    *has = 0;
    return *spare;
  }
  do {
    u = draw() / 32768.0 - 1;
    v = draw() / 32768.0 - 1;
    s = u * u + v * v;
  } while (s >= 1 || s == 0);
  s = sqrt(-2 * log(s) / s);
  *spare = v * s;
  *has = 1;
  return u * s;
}
static double results[N];
static void drawn(int n) {
  double spare = 0;
  int has = 0;
  for (int i = 0; i < n; i++) {
    double x = 0;
    for (unsigned k = 0; k < 1 + draw() % 4; k++)
      x += normal(&spare, &has);
    unsigned y = (unsigned)(int)(x * 1000);
    for (int k = 0; k < 3; k++)
      for (unsigned m = 0; m < y % 20; m++)
        y ^= work(y, 30) >> 5;
    results[i % N] = x + y % 10;
  }
  show("drawn", results, sizeof results);
}

/* Reads a text, prints as it reads, ends where that ends; in between blocks of
 * its own. */
static const char *at;
static int number(void) {
  int x = 0;
  while (*at == ' ')
    at++;
  if (!*at)
    return -1;
  while (*at >= '0' && *at <= '9')
    x = x * 10 + (*at++ - '0');
  return x;
}
static void parsed(int n) {
  char *text = malloc(8 * (size_t)n + 8);
  size_t length = 0;
  for (int i = 0; i < n; i++)
    length += (size_t)sprintf(text + length, "%*s%u", 1 + i % 3, "",
                              (unsigned)i * 7919u % 1000);
  at = text;
  unsigned long mixed = 5;
  for (int i = 0; i < 2 * n; i++) {
    int x = number();
    char *copy = malloc(12);
    sprintf(copy, "%d", x);
    if (x % 100 == 42)
      printf("[%s]\n", copy);
    free(copy);
    if (x < 0)
      break;
    unsigned y = work((unsigned)x, 25);
    mixed = mixed * 33 + y % 1000 + (unsigned long)(at - text);
  }
  printf("parsed %lu\n", mixed);
  free(text);
}

/* The beginning goes on from what the end has left. */
static void around(int n) {
  unsigned a = 1, b = 2;
  for (int i = 0; i < n; i++) {
    a = a * 3 + (i % 20 == 19 ? b : 1);
    unsigned x = work(a, 22);
    b = b * 5 + x;
  }
  printf("around %u %u\n", a, b);
}

int main(int argc, char **argv) {
  (void)argv;
  int n = argc > 1 ? argc : N;
  means(n);
  texts(n);
  addresses(n);
  printf("%d\n", leaves(n, 100003));
  printf("%d\n", leaves(n, 37));
  printf("%d\n", leaves(n, 1009));
  blocks(n);
  back(n);
  keeps(n);
  aliased(n);
  outside(n);
  hinted(n);
  drawn(n);
  parsed(n);
  around(n);
  return 0;
}
