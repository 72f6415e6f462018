// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// Sieve, Mandelbrot set, large numbers, bit tricks, Monte Carlo, fixed point.
#include "../digest.h"

#include <math.h>
#include <stdint.h>

#define N 200000
static char composite[N];
static unsigned char set[120][160];
static uint32_t product[400], bits[N];
static int fixed[4096];
static uint64_t power[60];

int main(void) {
  int primes = 0, inside = 0;
  for (int p = 2; p * p < N; p++)
    if (!composite[p])
      for (int q = p * p; q < N; q += p)
        composite[q] = 1;
  for (int p = 2; p < N; p++)
    primes += !composite[p];
  for (int y = 0; y < 120; y++)
    for (int x = 0; x < 160; x++) {
      double cr = x / 60.0 - 2, ci = y / 60.0 - 1, zr = 0, zi = 0;
      int k = 0;
      while (k < 100 && zr * zr + zi * zi < 4) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
      }
      set[y][x] = (unsigned char)k;
    }
  product[0] = 1;
  for (int f = 2; f <= 300; f++) {
    uint64_t carry = 0;
    for (int i = 0; i < 400; i++) {
      carry += (uint64_t)product[i] * (uint32_t)f;
      product[i] = (uint32_t)carry;
      carry >>= 32;
    }
  }
  for (uint32_t i = 0; i < N; i++) {
    uint32_t v = i, r = 0, gray = i ^ i >> 1;
    for (int k = 0; k < 32; k++) {
      r = r << 1 | (v & 1);
      v >>= 1;
    }
    bits[i] = r ^ gray << 3 ^ (uint32_t)__builtin_popcount(i);
  }
  uint32_t state = 12345;
  for (int i = 0; i < 100000; i++) {
    state = state * 1664525u + 1013904223u;
    uint32_t x = state >> 16;
    state = state * 1664525u + 1013904223u;
    uint32_t y = state >> 16;
    inside += x * (uint64_t)x + y * (uint64_t)y < 4294836225u;
  }
  for (int i = 0; i < 4096; i++)
    fixed[i] = (int)lround(sin(i * 0.001534) * 65536) * 3 >> 2;
  for (int i = 0; i < 60; i++) {
    uint64_t b = 3, r = 1;
    for (uint64_t e = (uint64_t)i * 1234567; e; e >>= 1) {
      if (e & 1)
        r = r * b % 1000000007;
      b = b * b % 1000000007;
    }
    power[i] = r;
  }
  printf("%d %d\n", primes, inside);
  show("set", set, sizeof set);
  show("product", product, sizeof product);
  show("bits", bits, sizeof bits);
  show("fixed", fixed, sizeof fixed);
  show("power", power, sizeof power);
  return 0;
}
