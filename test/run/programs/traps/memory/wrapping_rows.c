// SPDX-License-Identifier: Apache-2.0
//
// Row lengths and offsets in unsigned arithmetic that wraps around, so that
// rows that look far apart are the same; distances in bytes and between
// pointers.
#include "../../digest.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>
static unsigned a[70000], b[70000];
__attribute__((noinline)) static void upper(unsigned *p, unsigned n, unsigned m,
                                            unsigned ld) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < m; j++)
      p[i * ld + j] = p[i * ld + j] * 3u + i;
}
__attribute__((noinline)) static void plain(unsigned *p, unsigned n, unsigned m,
                                            unsigned ld, unsigned off) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      p[i * ld + j + off] = p[i * ld + j + off] * 3u + i;
}
__attribute__((noinline)) static void sizes(unsigned *p, size_t n, size_t m,
                                            size_t ld) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < m; j++)
      p[i * ld + j] = p[i * ld + j] * 5u + (unsigned)i;
}
__attribute__((noinline)) static void shorts(unsigned *p, int n, int m,
                                             unsigned short ld) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[(unsigned short)(i * ld + j)] =
          p[(unsigned short)(i * ld + j)] * 3u + (unsigned)i;
}
__attribute__((noinline)) static void moved(unsigned *p, unsigned n,
                                            unsigned k) {
  for (unsigned i = 0; i < n; i++)
    p[i + k + 5000u] = p[i + 5000u] * 3u + 1u;
}
__attribute__((noinline)) static void scaled(unsigned *p, unsigned n,
                                             unsigned s) {
  for (unsigned i = 0; i < n; i++)
    p[(i * s) % 16384u] = p[(i * s) % 16384u] * 3u + i;
}
__attribute__((noinline)) static void masked(unsigned *p, unsigned n,
                                             unsigned s) {
  for (unsigned i = 0; i < n; i++)
    p[(uint8_t)(i * s)] += i * p[(uint8_t)(i * s)];
}
__attribute__((noinline)) static void bytes(char *p, int n, ptrdiff_t stride) {
  for (int i = 0; i < n; i++) {
    unsigned *q = (unsigned *)(p + i * stride);
    for (int j = 0; j < 10; j++)
      q[j] = q[j] * 3u + (unsigned)i;
  }
}
__attribute__((noinline)) static void between(unsigned *p, unsigned *q, int n) {
  ptrdiff_t d = q - p;
  for (int i = 0; i < n; i++)
    p[i + d] = p[i] * 3u + 1u;
}
__attribute__((noinline)) static void ends(unsigned *p, unsigned *e) {
  for (unsigned *s = p; s < e; s++)
    s[e - p] = *s + 1u;
}
__attribute__((noinline)) static void
cubes(unsigned *p, unsigned n, unsigned sx, unsigned sy, unsigned sz) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      for (unsigned k = 0; k < n; k++)
        p[(i * sx + j * sy + k * sz) % 16000u] +=
            i + 10u * j * p[(i * sx + j * sy + k * sz) % 16000u];
}
__attribute__((noinline)) static void cube(unsigned *p, int n, int sx, int sy,
                                           int sz) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        p[i * sx + j * sy + k * sz] =
            p[i * sx + j * sy + k * sz] * 3u + (unsigned)(i + j + k);
}
__attribute__((noinline)) static void square(unsigned *p, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * i + j] = p[i * i + j] * 3u + (unsigned)i;
}
__attribute__((noinline)) static void triangle(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      p[i * (i + 1) / 2 + j] = p[i * (i + 1) / 2 + j] * 3u + (unsigned)i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i + 1; j++)
      p[i * (i + 1) / 2 + j] = p[i * (i + 1) / 2 + j] * 3u + (unsigned)i;
}
__attribute__((noinline)) static void down(unsigned *p, unsigned n,
                                           unsigned k) {
  for (unsigned i = n; i-- > k;)
    p[i - k] = p[i] * 3u + 1u;
}
int main(void) {
  for (int i = 0; i < 70000; i++)
    a[i] = (unsigned)i * 7u, b[i] = (unsigned)i;
  upper(a, 60, 70, 70);
  upper(a, 60, 70, 69);
  upper(a, 60, 70, 0xffffffffu);
  upper(a, 60, 70, 0);
  upper(a, 60, 70, 1);
  show("upper", a, sizeof a);
  plain(a, 90, 40, 40, 0);
  plain(a, 90, 40, 0xffffffffu, 90);
  plain(a, 90, 40, 0xffffffd8u, 4000);
  plain(a, 90, 40, 39, 3);
  plain(a, 90, 40, 0xffffffd9u, 4000);
  plain(a, 2, 40, 0xffffffffu, 7);
  plain(a + 9000, 90, 40, 40, 0xfffffff0u + 20u);
  show("plain", a, sizeof a);
  sizes(a, 60, 70, 70);
  sizes(a, 60, 70, (size_t)-1);
  sizes(a, 60, 70, 5);
  sizes(a, 60, 70, 0);
  show("sizes", a, sizeof a);
  shorts(a, 90, 40, 40);
  shorts(a, 90, 40, 65535);
  for (int i = 0; i < 3; i++)
    shorts(a, 400, 40, 32768 + 8192 * 0);
  show("shorts", a, sizeof a);
  moved(a, 4000, 1);
  moved(a, 4000, 0xffffffffu);
  moved(a, 4000, 0);
  moved(a, 4000, 0xffffec78u);
  moved(a, 4000, 4000);
  moved(a, 4000, 5000);
  show("moved", a, sizeof a);
  scaled(a, 3000, 1);
  scaled(a, 3000, 5);
  scaled(a, 3000, 0x40000000u);
  scaled(a, 3000, 0xffffffffu);
  scaled(a, 3000, 0x10001u);
  masked(a, 3000, 1);
  masked(a, 250, 1);
  masked(a, 250, 2);
  masked(a, 300, 255);
  show("scaled", a, sizeof a);
  bytes((char *)a, 900, 40);
  bytes((char *)a, 900, 44);
  bytes((char *)a, 900, 36);
  bytes((char *)a, 900, 4);
  bytes((char *)a, 900, 0);
  bytes((char *)(a + 10000), 900, -40);
  bytes((char *)(a + 10000), 900, -36);
  show("bytes", a, sizeof a);
  between(a, a + 1, 4000);
  between(a + 1, a, 4000);
  between(a, a, 4000);
  between(a, a + 5000, 4000);
  between(a + 5000, a, 4000);
  between(a + 64, a, 4000);
  ends(a, a + 900);
  ends(a, a + 1);
  ends(a, a);
  ends(a + 3, a + 70);
  show("between", a, sizeof a);
  cubes(a, 16, 256, 16, 1);
  cubes(a, 16, 255, 16, 1);
  cubes(a, 16, 0xffffff00u, 16, 1);
  cubes(a, 16, 1, 16, 256);
  cubes(a, 16, 0, 0, 0);
  cube(a, 16, 256, 16, 1);
  cube(a, 16, 240, 16, 1);
  cube(a, 16, 255, 16, 1);
  cube(a, 16, 1, 16, 256);
  cube(a, 16, 256, 1, 16);
  cube(a, 16, 256, 15, 1);
  cube(a + 8000, 16, -256, 16, -1);
  cube(a, 16, 1, 1, 1);
  show("cubes", a, sizeof a);
  square(a, 100, 1);
  square(a, 100, 2);
  square(a, 100, 199);
  triangle(a, 100);
  down(a + 100, 3000, 1);
  down(a + 100, 3000, 0);
  down(a + 5000, 3000, 3001);
  show("rest", a, sizeof a);
  return 0;
}
