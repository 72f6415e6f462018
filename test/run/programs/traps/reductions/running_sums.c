// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums: with resets, with a condition, of narrow types, of floating
// point, with the sum used otherwise, over an array that overlaps.
#include "../../digest.h"
static unsigned a[2000], b[2000];
static unsigned char c[2000];
static short h[2000];
static double d[2000], e[2000];
static void sums(unsigned *to, const unsigned *by, int n) {
  unsigned s = 3;
  for (int i = 0; i < n; i++) {
    s += by[i];
    to[i] = s;
  }
  printf("%u\n", s);
}
static void in_array(unsigned *p, int n, int k) {
  for (int i = k; i < n; i++)
    p[i] += p[i - k];
}
int main(void) {
  for (int i = 0; i < 2000; i++) {
    a[i] = (unsigned)i * 77u;
    c[i] = (unsigned char)i;
    h[i] = (short)(i % 9);
    d[i] = 1.0 / (i + 1);
  }
  sums(b, a, 1900);
  sums(a, a, 1900);
  sums(a + 1, a, 1900);
  sums(a, a + 1, 1900);
  sums(a + 300, a, 1000);
  sums(b, a, 1);
  sums(b, a, 0);
  for (int k = 0; k < 4; k++)
    in_array(b, 1900, k);
  show("sums", a, sizeof a);
  unsigned s = 0, t = 0, k = 0;
  for (int i = 0; i < 1900; i++) {
    b[i] = s;
    s += a[i];
    if (a[i] % 50 == 7)
      s = 0;
  }
  for (int i = 0; i < 1900; i++) {
    if (a[i] & 1)
      t += a[i];
    b[i] ^= t;
  }
  for (int i = 0; i < 1900; i++)
    if (a[i] & 2)
      b[k++] = a[i];
  for (int i = 0; i < 1900; i++) {
    s += b[i];
    b[i] = s;
    s ^= 1u;
  }
  printf("%u %u %u\n", s, t, k);
  unsigned char r = 250;
  short q = 0;
  for (int i = 0; i < 1900; i++) {
    r += c[i];
    c[i] = r;
  }
  for (int i = 0; i < 1900; i++) {
    q = (short)(q + h[i]);
    h[i] = q;
  }
  double x = 0, y = 1;
  for (int i = 0; i < 1900; i++) {
    x += d[i];
    e[i] = x;
  }
  for (int i = 0; i < 1900; i++) {
    if (d[i] > y)
      y = d[i];
    e[i] += y;
    y *= 0.5;
  }
  unsigned m = 0;
  for (int i = 0; i < 1900; i++) {
    m = a[i] > m ? a[i] : m;
    b[i] -= m;
  }
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("h", h, sizeof h);
  show("e", e, sizeof e);
  printf("%u %d %.17g %.17g %u\n", r, q, x, y, m);
  return 0;
}
