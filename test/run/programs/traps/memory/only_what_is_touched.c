// SPDX-License-Identifier: Apache-2.0
//
// Counters, sums and index arrays at the end of a page, or with null pointers
// where nothing is done: combining partial results, or a test on entry, must
// not touch what the loop does not.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static char *page_end(size_t *size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *m = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (m == MAP_FAILED || mprotect(m, page, PROT_NONE) ||
      mprotect(m + 3 * page, page, PROT_NONE))
    exit(9);
  *size = 2 * page;
  return m + 3 * page;
}
static unsigned a[5000], b[5000];
__attribute__((noinline)) static void
hist_bytes(unsigned *h, const unsigned char *c, int n) {
  for (int i = 0; i < n; i++)
    h[c[i]]++;
}
__attribute__((noinline)) static void hist_mask(unsigned *h, const unsigned *c,
                                                int n) {
  for (int i = 0; i < n; i++)
    h[c[i] & 63] += c[i];
}
__attribute__((noinline)) static void hist_xor(unsigned *h, const unsigned *c,
                                               int n) {
  for (int i = 0; i < n; i++)
    h[c[i] % 64] ^= c[i];
}
__attribute__((noinline)) static void hist_cond(unsigned *h, const unsigned *c,
                                                int n) {
  for (int i = 0; i < n; i++)
    if (c[i] & 1)
      h[c[i] & 63]++;
}
__attribute__((noinline)) static void hist_max(unsigned *h, const unsigned *c,
                                               int n) {
  for (int i = 0; i < n; i++)
    if (h[c[i] & 63] < c[i])
      h[c[i] & 63] = c[i];
}
__attribute__((noinline)) static void hist_neg(unsigned *h,
                                               const signed char *c, int n) {
  for (int i = 0; i < n; i++)
    h[c[i]] += 2;
}
__attribute__((noinline)) static void hist_rem(unsigned *h, const int *c,
                                               int n) {
  for (int i = 0; i < n; i++)
    h[c[i] % 16] += 2;
}
__attribute__((noinline)) static void sum_to(unsigned *to, const unsigned *p,
                                             int n) {
  for (int i = 0; i < n; i++)
    if (p[i] & 1)
      *to += p[i];
}
__attribute__((noinline)) static void max_to(unsigned *to, const unsigned *p,
                                             int n) {
  for (int i = 0; i < n; i++)
    if (p[i] > 1000000) {
      if (p[i] > *to)
        *to = p[i];
    }
}
__attribute__((noinline)) static void or_to(unsigned *to, const unsigned *p,
                                            int n) {
  for (int i = 0; i < n; i++)
    *to |= p[i];
}
__attribute__((noinline)) static void k_to(unsigned *to, int k,
                                           const unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    to[k] += p[i];
}
__attribute__((noinline)) static void scat(unsigned *to, const int *x, int n) {
  for (int i = 0; i < n; i++)
    to[x[i]] = (unsigned)i;
}
__attribute__((noinline)) static void scat_if(unsigned *to, const int *x,
                                              int n) {
  for (int i = 0; i < n; i++)
    if (b[i] & 1)
      to[x[i]] = (unsigned)i;
}
__attribute__((noinline)) static void scat_cont(unsigned *to, const int *x,
                                                int n, int m) {
  for (int i = 0; i < n; i++) {
    if (i >= m)
      continue;
    to[x[i]] = (unsigned)i;
  }
}
__attribute__((noinline)) static void scat_break(unsigned *to, const int *x,
                                                 int n, int m) {
  for (int i = 0; i < n; i++) {
    if (i >= m)
      break;
    to[x[i]] += (unsigned)i;
  }
}
__attribute__((noinline)) static void scat_and(unsigned *to, const int *x,
                                               int n, int m) {
  for (int i = 0; i < n; i++) {
    to[i < m ? x[i] : 0] += (unsigned)i;
  }
}
__attribute__((noinline)) static void scat_null(unsigned *to, const int *x,
                                                int n) {
  if (x)
    for (int i = 0; i < n; i++)
      to[x[i]] += 3u;
  for (int i = 0; i < n; i++)
    b[i] += 1u;
}
__attribute__((noinline)) static void scat_step(unsigned *to, const int *x,
                                                int n, int s) {
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < n; i += s)
      to[x[i]] += 3u;
}
__attribute__((noinline)) static void rows(unsigned *v, const int *s,
                                           const int *col, int n) {
  for (int i = 0; i < n; i++) {
    unsigned t = 0;
    for (int k = s[i]; k < s[i + 1]; k++)
      t += v[col[k]];
    a[i] += t;
  }
}
__attribute__((noinline)) static void rows2(unsigned *v, const int *s,
                                            const int *col, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = s[i]; k < s[i + 1]; k++)
      v[col[k]] = a[k];
  }
}
__attribute__((noinline)) static void timed(unsigned *v, int *x, int n) {
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < n; i++)
      v[x[i]] = v[x[i]] * 3u + (unsigned)i;
    for (int i = 0; i < n; i++)
      x[i] = (x[i] * (t + 1)) % n;
  }
}
__attribute__((noinline)) static void timed2(unsigned *v, int *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] / 2;
  for (int i = 0; i < n; i++)
    v[x[i]] = v[x[i]] * 3u + (unsigned)i;
}
int main(void) {
  size_t size;
  char *end = page_end(&size);
  for (int i = 0; i < 5000; i++)
    a[i] = (unsigned)i * 2654435761u >> 5, b[i] = (unsigned)i;
  static unsigned char c[3000];
  static signed char sc[3000];
  static int si[3000];
  for (int i = 0; i < 3000; i++)
    c[i] = (unsigned char)(i % 10), sc[i] = (signed char)(i % 20 - 10),
    si[i] = i % 31 - 15;
  unsigned *h = (unsigned *)end - 10;
  hist_bytes(h, c, 3000);
  show("bytes", h, 40);
  for (int i = 0; i < 3000; i++)
    b[i] = (unsigned)i % 10u + 64u * (unsigned)i;
  hist_mask(h, b, 3000);
  hist_xor(h, b, 3000);
  hist_cond(h, b, 3000);
  hist_max(h, b, 3000);
  show("masks", h, 40);
  char *e2 = page_end(&size);
  unsigned *g = (unsigned *)e2 - 10;
  hist_neg(g, sc, 3000);
  show("neg", g - 10, 80);
  unsigned *g0 = (unsigned *)(e2 - size) + 10;
  hist_neg(g0, sc, 3000);
  show("neg", g0 - 10, 80);
  unsigned *g1 = (unsigned *)(e2 - size) + 15;
  hist_rem(g1, si, 3000);
  hist_rem((unsigned *)e2 - 16, si, 3000);
  show("rem", g1 - 15, 120);
  for (int i = 0; i < 5000; i++)
    b[i] = 2u * (unsigned)i;
  sum_to(NULL, b, 4000);
  max_to(NULL, b, 4000);
  or_to(NULL, b, 0);
  k_to(NULL, 5, b, 0);
  sum_to(NULL, NULL, 0);
  hist_bytes(NULL, c, 0);
  hist_mask(NULL, NULL, 0);
  hist_cond(NULL, b, 3000);
  int *x = (int *)e2 - 1500;
  for (int i = 0; i < 1500; i++)
    x[i] = 1499 - i;
  scat(a, x, 1500);
  scat(a, x + 1500, 0);
  scat(a, NULL, 0);
  scat_cont(a, x, 4000, 1500);
  scat_break(a, x, 4000, 1500);
  scat_and(a, x, 4000, 1500);
  scat_null(a, NULL, 1000);
  scat_null(a, x, 1500);
  scat_step(a, x + 1, 1499, 3);
  scat_step(a, x, 1500, 7);
  for (int i = 0; i < 5000; i++)
    b[i] = i < 1500;
  scat_if(a, x, 5000);
  show("a", a, sizeof a);
  static int s[1001];
  for (int i = 0; i <= 1000; i++)
    s[i] = i < 500 ? 0 : (i - 500) * 3;
  int *col = (int *)e2 - 1500;
  rows(b, s, col, 1000);
  rows2(b, s, col, 1000);
  s[1000] = 0;
  rows(b, s, col, 1000);
  rows2(b, s, col, 1000);
  s[0] = 5;
  rows(b, s, col, 1000);
  rows2(b, s, col, 1000);
  rows(b, NULL, NULL, 0);
  rows(b, s, NULL, 1);
  for (int i = 0; i < 1001; i++)
    s[i] = 100000 - i;
  rows(b, s, NULL, 1000);
  rows2(b, s, NULL, 1000);
  show("b", b, sizeof b);
  for (int i = 0; i < 1500; i++)
    x[i] = i;
  timed(b, x, 1500);
  for (int i = 0; i < 1500; i++)
    x[i] = i;
  timed2(b, x, 1500);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  /* spread */
  unsigned *big = mmap(NULL, 1ul << 33, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (big != MAP_FAILED) {
    for (int i = 0; i < 1000; i++)
      x[i] = i * 2000000;
    scat(big, x, 1000);
    x[999] = x[3];
    scat(big, x, 1000);
    unsigned t = 0;
    for (int i = 0; i < 1000; i++)
      t = t * 3 + big[x[i]];
    printf("%u\n", t);
  }
  return 0;
}
