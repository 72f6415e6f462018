// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 8
//
// States that go on from iteration to iteration: generators of random numbers
// of several kinds, counts that are read, places in buffers. Some make equally
// many steps in each iteration, others only look so for a while.
#include "../digest.h"
#include <stdint.h>
#include <stdlib.h>

enum { N = 1500, STEPS = 24 };

static uint64_t out[N];

static uint64_t mix(uint64_t x) {
  for (int k = 0; k < STEPS; k++) {
    if ((x ^ (unsigned)k) % 3 == 0)
      x = x * 31 + 7;
    else
      x ^= x >> 9;
  }
  return x;
}

/* A variable of the file. */
static unsigned long long global = 20200229;

static double uniform(void) {
  global = global * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(global >> 11) / 9007199254740992.0;
}

static void by_global(int n) {
  for (int i = 0; i < n; i++) {
    double u = uniform(), v = uniform();
    out[i] += mix((uint64_t)(u * 1e9) + (uint64_t)(v * 1e6));
  }
}

/* A record behind a pointer, with an increment of its own. */
struct pcg {
  uint64_t state, step;
};

static uint32_t pcg_next(struct pcg *g) {
  uint64_t old = g->state;
  g->state = old * 6364136223846793005ull + (g->step | 1);
  uint32_t word = (uint32_t)(((old >> 18) ^ old) >> 27);
  unsigned turn = (unsigned)(old >> 59);
  return word >> turn | word << (-turn & 31);
}

static void by_pcg(struct pcg *g, int n) {
  for (int i = 0; i < n; i++)
    out[i] ^= mix(pcg_next(g) + ((uint64_t)pcg_next(g) << 32));
}

/* Bits that are shifted, by way of a local variable. */
static uint64_t shifted(uint64_t *s) {
  uint64_t x = *s;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  *s = x;
  return x * 2685821657736338717ull;
}

static void by_shifts(uint64_t seed, int n) {
  for (int i = 0; i < n; i++)
    out[i] += mix(shifted(&seed)) ^ shifted(&seed);
  out[0] += seed;
}

/* Two words that go on together. */
static uint64_t pair[2] = {1, 2};

static uint64_t from_pair(void) {
  uint64_t a = pair[0], b = pair[1], result = a + b;
  b ^= a;
  pair[0] = (a << 24 | a >> 40) ^ b ^ b << 16;
  pair[1] = b << 37 | b >> 27;
  return result;
}

static void by_pair(int n) {
  for (int i = 0; i < n; i++)
    out[i] ^= mix(from_pair());
}

/* Modulo a prime, in the loop itself. */
static int by_minimal(int seed, int n) {
  for (int i = 0; i < n; i++) {
    seed = (int)((long)seed * 16807 % 2147483647);
    out[i] += mix((uint64_t)seed);
  }
  return seed;
}

/* Sometimes one draw more. */
static void by_chance(int n) {
  for (int i = 0; i < n; i++) {
    double u = uniform();
    if (u < 0.02)
      u += uniform();
    out[i] ^= mix((uint64_t)(u * 1e12));
  }
}

/* Counts that are asked for, one in small steps, one around a ring. */
static int counted(int n) {
  static unsigned char small;
  static int slot;
  int count = 0, tens = 0;
  for (int i = 0; i < n; i++) {
    out[i] += mix((uint64_t)(count * 7 + small + slot));
    count++;
    small += 3;
    slot = slot == 6 ? 0 : slot + 1;
    if (count % 10 == 0)
      tens += (int)(out[i] & 1);
  }
  return count + 10 * tens + slot + small;
}

/* Along a buffer. */
static const unsigned char *along(const unsigned char *p, int n) {
  for (int i = 0; i < n; i++) {
    out[i] += mix(p[0] + 256u * p[1]);
    p += 3;
  }
  return p;
}

/* Starts anew now and then. */
static void anew(int n) {
  for (int i = 0; i < n; i++) {
    if (i % 401 == 400)
      global = (unsigned)i;
    out[i] ^= mix((uint64_t)(uniform() * 1e15));
  }
}

int main(void) {
  unsigned char *bytes = malloc(4 * N);
  struct pcg g = {42, 54};
  if (!bytes)
    return 1;
  for (int i = 0; i < 4 * N; i++)
    bytes[i] = (unsigned char)(i * 7 + i / 64);
  by_global(N);
  by_pcg(&g, N);
  by_shifts(88172645463325252u, N);
  by_pair(N);
  long rest = by_minimal(7, N);
  by_chance(N);
  rest += counted(N) + counted(N / 3);
  rest += along(bytes, N) - bytes;
  anew(N);
  show("out", out, sizeof out);
  show("rest", &rest, sizeof rest);
  show("states", &global, sizeof global);
  show("pair", pair, sizeof pair);
  show("pcg", &g, sizeof g);
  free(bytes);
  return 0;
}
