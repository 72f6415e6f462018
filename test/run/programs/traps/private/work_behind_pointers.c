// SPDX-License-Identifier: Apache-2.0
//
// Work buffers behind pointers: other names for them, alignment that vector
// types need, parts that keep their content, chunks without iterations.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
typedef unsigned v8 __attribute__((vector_size(32)));
static unsigned a[3000], out[3000];
static unsigned *gw;
__attribute__((noinline)) static unsigned look(int j) { return gw[j]; }
__attribute__((noinline)) static void plain(unsigned *w, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      w[j] = a[i] + (unsigned)j;
    for (int j = 0; j < m; j++)
      out[i] += w[m - 1 - j] * (unsigned)j;
  }
}
__attribute__((noinline)) static void offset(unsigned *w, int n, int lo,
                                             int hi) {
  for (int i = 0; i < n; i++) {
    for (int j = lo; j < hi; j++)
      w[j] = a[i] ^ (unsigned)j;
    out[i] += hi > lo ? w[lo] + w[hi - 1] : 3u;
  }
}
__attribute__((noinline)) static void other_name(unsigned *w, const unsigned *r,
                                                 int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j++)
      w[j] = a[i] + (unsigned)j;
    out[i] += r[i & 15];
  }
}
__attribute__((noinline)) static void by_callee(unsigned *w, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j++)
      w[j] = a[i] + (unsigned)j;
    out[i] += look(i & 15);
  }
}
__attribute__((noinline)) static void vectors(v8 *w, const v8 *by, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      w[j] = by[i] * (unsigned)(j + 1);
    v8 s = w[0] + w[3];
    out[i] += s[0] + s[7];
  }
}
__attribute__((noinline)) static void two(unsigned *w, unsigned *v, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j++) {
      w[j] = a[i] + (unsigned)j;
      v[j] = a[i] * 3u;
    }
    for (int j = 0; j < 16; j++)
      out[i] += w[j] ^ v[15 - j];
  }
}
__attribute__((noinline)) static void inner_moves(unsigned *w, int n) {
  for (int i = 0; i < n; i++) {
    unsigned *p = w;
    for (int j = 0; j < 16; j++)
      *p++ = a[i] + (unsigned)j;
    while (p > w)
      out[i] += *--p;
  }
}
__attribute__((noinline)) static void bytes(char *w, int n) {
  for (int i = 0; i < n; i++) {
    memset(w, i, 32);
    memcpy(w + 8, &a[i], 4);
    unsigned t;
    memcpy(&t, w + 6, 4);
    out[i] ^= t + (unsigned char)w[31];
  }
}
__attribute__((noinline)) static void partly(unsigned *w, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j += 2)
      w[j] = a[i];
    for (int j = 0; j < 16; j += 2)
      out[i] += w[j] + w[14 - j];
  }
}
__attribute__((noinline)) static void compared(unsigned *w, unsigned *v,
                                               int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j++)
      w[j] = a[i];
    if (w == v)
      out[i] += 5u;
    out[i] += (unsigned)(w - v) + w[3];
  }
}
__attribute__((noinline)) static void returns(unsigned *w, int n) {
  for (int i = 0; i < n; i++) {
    unsigned *e = memset(w, i & 1, 64);
    e[3] = a[i];
    out[i] += w[3] + w[4];
    gw = e;
  }
}
__attribute__((noinline)) static void swapped(unsigned *w, unsigned *v, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j++)
      w[j] = a[i] + (unsigned)j;
    out[i] += w[2] + v[3];
    unsigned *t = w;
    w = v;
    v = t;
  }
}
__attribute__((noinline)) static void rows(unsigned **t, int n) {
  for (int i = 0; i < n; i++) {
    unsigned *w = t[i & 3];
    for (int j = 0; j < 16; j++)
      w[j] = a[i] + (unsigned)j;
    out[i] += t[(i + 1) & 3][2];
  }
}
int main(void) {
  static const int ns[] = {2500, 1, 2, 0, 63, 65, 130};
  unsigned *w = aligned_alloc(64, 8192), *v = aligned_alloc(64, 8192),
           *t[4] = {w, w + 100, w + 200, w + 300};
  memset(w, 0, 8192);
  memset(v, 0, 8192);
  for (int i = 0; i < 3000; i++)
    a[i] = (unsigned)i * 7u;
  gw = w;
  for (int k = 0; k < 7; k++) {
    int n = ns[k];
    plain(w, n, 32);
    plain(w, n, 0);
    plain(w, n, 1);
    plain(w + 3, n, 999);
    offset(w + 500, n, -400, -300);
    offset(w + 500, n, 3, 3);
    offset(w, n, 5, 70);
    show("w", w, 8192);
    other_name(w, w, n);
    other_name(w, w + 8, n);
    other_name(w, v, n);
    by_callee(w, n);
    by_callee(v, n);
    vectors((v8 *)w + 1, (v8 *)a, n / 8 > 300 ? 300 : n / 8);
    two(w, v, n);
    two(w, w, n);
    two(w, w + 8, n);
    show("v", v, 8192);
    inner_moves(w, n);
    bytes((char *)w + 3, n);
    partly(w, n);
    compared(w, w, n);
    returns(v, n);
    swapped(w, v, n);
    rows(t, n);
    plain(a, n, 30);
    plain(out, n, 30);
    plain(a + 2900, n, 30);
    show("w", w, 8192);
    show("out", out, sizeof out);
    show("a", a, sizeof a);
  }
  return 0;
}
