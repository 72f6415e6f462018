// SPDX-License-Identifier: Apache-2.0
//
// Conversions that wrap, promote and change sign.
#include "../digest.h"

#include <stdbool.h>
#include <stdint.h>

#define N 100000
static int8_t a[N];
static uint8_t b[N];
static int16_t c[N];
static uint16_t d[N];
static bool e[N];
static uint32_t u[N];
static int64_t w[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = (int8_t)(i * 37);
    b[i] = (uint8_t)a[i];
    c[i] = (int16_t)(a[i] * b[i]);
    d[i] = (uint16_t)(c[i] >> 2);
    e[i] = d[i] & 64;
    u[i] = (uint32_t)a[i] + b[i];
    w[i] = (int64_t)a[i] * 0x123456789LL - d[i];
  }
  for (int i = 0; i < N; i++) {
    a[i] += 100;
    b[i] -= (uint8_t)200;
    c[i] = (int16_t)-c[i];
    d[i] = (uint16_t)(d[i] << 3 | d[i] >> 13);
    e[i] = !e[i] + 2;
    u[i] = u[i] * 2654435761u >> (b[i] & 15);
    w[i] = w[i] % (a[i] ? a[i] : 3);
  }
  uint8_t s8 = 0;
  int16_t s16 = 0;
  for (int i = 0; i < N; i++)
    s8 += b[i];
  for (int i = 0; i < N; i++)
    s16 = (int16_t)(s16 + c[i]);
  printf("%d %d\n", s8, s16);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  show("e", e, sizeof e);
  show("u", u, sizeof u);
  show("w", w, sizeof w);
  return 0;
}
