// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 15
//
// Places that an iteration has touched before, and such as look like it: the
// way there was not taken, the pointer or the subscript is another one, the
// bytes are more, the function was called from elsewhere. Each is changed by
// some iterations and read by later ones.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120 };

static unsigned work(unsigned x, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x = x * 69069u + (unsigned)(i ^ k);
  return x;
}

struct record {
  int a, b;
  short c, d;
};

static struct record table[8], *at = table;
static int count, hits[8], out[N];
static union {
  long long all;
  int half[2];
  unsigned char byte[8];
} word;

/* The pointer moves on. */
static void moves(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    struct record *r = &table[x % 8];
    r->a = (int)(x % 7);
    if (x & 16)
      r = &table[x >> 5 & 7];
    if (x % 4 == 0)
      out[i] = out[i] % 1000 * 7 + r->a + 1;
    out[i] ^= (int)(x & 1);
  }
}

/* A function that is called moves it. */
static void advance(unsigned x) { at = &table[x % 8]; }

static void moved_by(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    at->b = (int)(x % 9);
    if (x & 32)
      advance(x >> 3);
    if (x % 4 == 1)
      out[i] += at->b;
    out[i] ^= (int)(x & 1);
  }
}

/* The subscript is a variable in memory. */
static void subscripts(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    count = (int)(x % 8);
    hits[count] = (int)(x % 100);
    count = (int)(x >> 4 & 7);
    if (x % 4 == 2)
      out[i] += hits[count];
    out[i] ^= (int)(x & 1);
  }
}

/* One way only. */
static int branch(unsigned x) {
  if (x % 4 == 0)
    count = (int)(x % 50);
  else
    hits[1] = 1;
  int y = (x & 192) == 64 && (hits[2] = (int)(x % 11));
  if ((x & 768) == 256 || (hits[3] = (int)(x % 12)) > 20)
    y++;
  y += x & 512 ? 1 : hits[2];
  y += x & 1024 ? 2 : hits[3];
  return y + (x % 2 ? count : 0);
}

static void branches(int n) {
  for (int i = 0; i < n; i++)
    out[i] = out[i] % 1000 * 7 + branch(work((unsigned)i, 30));
  for (int i = 0; i < n; i++) {
    int result = branch(work((unsigned)i, 31));
    out[i] ^= result;
  }
}

/* A loop that may not run; one that is left; one that goes on at once. */
static void loops(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    for (unsigned k = 0; k < (x & 3); k++)
      count = (int)(x % 60);
    int sum = count;
    for (int k = 0; k < 3; k++) {
      if ((x >> k & 4) == 0)
        continue;
      hits[3] = (int)(x % 40);
    }
    sum += hits[3];
    do {
      if (x & 128)
        break;
      hits[4] = (int)(x % 30);
    } while (hits[4] > 100);
    out[i] = out[i] % 1000 * 7 + sum + hits[4];
    out[i] ^= (int)(x & 1);
  }
}

/* Cases that fall through, or do not. */
static void cases(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    switch (x & 7) {
    case 0:
      count = (int)(x % 20);
    case 1:
      out[i] += count;
      break;
    case 2: {
      hits[5] = 2;
      out[i] += hits[5];
      break;
    }
    default:
      hits[5] += (int)(x % 3);
      hits[6] = hits[5];
    case 6:
      out[i] += hits[6];
    }
    out[i] ^= (int)(x & 1);
  }
}

/* Into the midst of a loop, and back before. */
static int jump(unsigned x) {
  int k = 0, sum = 0;
  switch (x >> 3 & 1) {
  case 0:
    do {
      hits[7] = (int)(x % 70);
    case 1:
      sum += hits[7];
    } while (k++ < (int)(x >> 2 & 1));
  }
  return sum;
}

static int jump_back(unsigned x) {
  int sum = 0;
  if (x & 12)
    goto again;
  count = (int)(x % 90);
again:
  sum += count;
  if (x & 16) {
    x = 0;
    goto again;
  }
  return sum;
}

static void jumps(int n) {
  for (int i = 0; i < n; i++)
    out[i] = out[i] % 1000 * 7 + jump(work((unsigned)i, 30));
  for (int i = 0; i < n; i++)
    out[i] = out[i] % 1000 * 7 + jump_back(work((unsigned)i, 30));
}

/* On and on, from a place that has been touched. */
static int chain(unsigned x) {
  struct record *r = &table[x & 7];
  r->b = (int)(x % 20);
  int sum = 0;
  for (int k = 0; k < 2; k++) {
    sum = sum * 3 + r->b;
    r = &table[x >> (4 + k) & 7];
  }
  return sum;
}

static void chains(int n) {
  for (int i = 0; i < n; i++)
    out[i] = out[i] % 1000 * 7 + chain(work((unsigned)i, 30));
}

/* Parts of a place, and more than it. */
static void bytes(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    word.byte[x & 3] = (unsigned char)x;
    word.half[1] = (int)(x % 1000);
    if (x % 4 == 3)
      out[i] = out[i] % 1000 * 7 + (int)((unsigned long long)word.all % 1021);
    table[1].c = (short)(x % 50);
    if (x & 32) {
      struct record one = table[1];
      out[i] += one.d + one.b;
    }
    table[x >> 7 & 7].d++;
    out[i] ^= (int)(x & 1);
  }
}

/* Of three that call it, one has not touched the count. */
static int next_count(void) { return ++count; }

static void called(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    if (x % 8 == 0) {
      count = (int)(x % 16);
      out[i] += next_count();
    } else if (x % 8 == 1) {
      count = 3;
      out[i] += next_count() * 2;
    } else if (x & 16)
      out[i] += next_count();
    out[i] ^= (int)(x & 1);
  }
}

/* What a function has not always touched when it returns. */
static int sometimes(unsigned x) {
  if (x % 4)
    return 1;
  hits[0] = (int)(x % 33);
  return 2;
}

static int set(unsigned x) {
  hits[4] = (int)(x % 35);
  return 3;
}

static int returned(unsigned x) {
  int sum = sometimes(x);
  sum += hits[0];
  sum += x % 4 == 3 ? set(x) : 4;
  return sum + hits[4];
}

static void returns(int n) {
  for (int i = 0; i < n; i++)
    out[i] = out[i] % 1000 * 7 + returned(work((unsigned)i, 30));
  for (int i = 0; i < n; i++) {
    int result = returned(work((unsigned)i, 31));
    out[i] ^= result;
  }
}

/* By a pointer to it. */
static int by_pointer(unsigned x) { return (int)(x % 5) + ++hits[2]; }
static int by_other(unsigned x) { return (int)(x % 6); }
static int (*const functions[])(unsigned) = {by_pointer, by_other};

static void pointed(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    if (x % 8 == 0) {
      hits[2] = 4;
      out[i] += by_pointer(x);
    }
    out[i] += functions[x >> 3 & 1](x);
    out[i] ^= (int)(x & 1);
  }
}

/* In itself. */
static int depth, deepest;

static int dive(unsigned x, int left) {
  int sum = 0;
  if (left < 3)
    depth = left;
  if (left && x & 1)
    sum = dive(x >> 1, left - 1);
  if (depth > deepest)
    deepest = depth;
  depth += (int)(x & 3);
  return sum + depth;
}

static void dives(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    out[i] += dive(x, 5);
    out[i] ^= (int)(x & 1);
  }
}

/* Sums that are put off, and then read, and the other way round. */
static void sums(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    count += (int)(x % 5);
    if (x % 32 == 1)
      out[i] += count;
    hits[1] += 1;
    if (x % 32 == 2)
      hits[2] = hits[1];
    hits[1] += (int)(x % 3);
    out[i] ^= (int)(x & 1);
  }
}

/* Without a jump or a call, the same place again. */
static void again(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    struct record *r = &table[i % 8];
    r->a = r->a + (int)(x % 3) + (r->b > 3 ? r->b : 1);
    r->b = r->a % 7 + r->b % 3;
    out[i] ^= (int)(x & 1);
  }
}

static void all(int n) {
  moves(n);
  moved_by(n);
  subscripts(n);
  branches(n);
  loops(n);
  cases(n);
  jumps(n);
  chains(n);
  bytes(n);
  called(n);
  returns(n);
  pointed(n);
  dives(n);
  sums(n);
  again(n);
  unsigned sum = (unsigned)count;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%u\n", sum);
}

/* Several sizes: what a copy needs is what the iteration before its first has
 * left. */
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  all(n);
  all(n - 3);
  all(n - 8);
  all(n - 13);
  all(n - 21);
  all(n - 34);
  unsigned sum = (unsigned)(count + depth + deepest);
  for (int i = 0; i < 8; i++)
    sum = sum * 31 + (unsigned)(hits[i] + table[i].a * 3 + table[i].b * 5 +
                                table[i].d * 7);
  printf("%u %lld\n", sum, word.all);
  return 0;
}
