// SPDX-License-Identifier: Apache-2.0
//
// Two independent groups of loops, each with an outer sequential loop: cores
// may take them in different orders. (Seed 36 of random_programs.py, smaller.)
#include "../digest.h"
#include <stdlib.h>

static unsigned va[4096], vb[4096], vc[4096], ma[64][64], mb[64][64];
static double da[4096], db[4096];
static unsigned s0 = 1, s1 = 2, s2 = 3;
static unsigned *heap, *moving = va;
static int links[4096];
struct view {
  unsigned *data;
  int length;
};

static unsigned pure(unsigned x) { return x * 2654435761u >> 7; }
static unsigned counted(unsigned x) {
  s2 += x & 3;
  return x ^ s2;
}
static void put(unsigned *p, int i, unsigned v) { p[i] = v; }
static void f0(unsigned *p, unsigned *q, int n, struct view *v) {
  for (int i1 = n - 1; i1 >= 0; i1--)
    p[i1 + 0] = q[i1 + 0] * 3u + (unsigned)i1;
  for (int i2 = 0; i2 < n; i2++)
    p[i2 + 0] += q[i2 + 1] * 3u + (unsigned)i2;
  v->length = n / 2;
}
static void f1(unsigned *p, unsigned *q, int n, struct view *v) {
  for (int i3 = 0; i3 < n; i3++)
    p[i3 + 2] ^= q[i3 + 2] * 3u + (unsigned)i3;
  for (int i4 = n - 1; i4 >= 0; i4--)
    p[i4 + 3] += q[i4 + 3] * 3u + (unsigned)i4;
  v->length = n / 2;
}

int main(void) {
  heap = malloc(4096 * sizeof *heap);
  if (!heap)
    return 1;
  for (int i = 0; i < 4096; i++) {
    va[i] = (unsigned)i * 7u;
    vb[i] = (unsigned)i ^ 0x155u;
    vc[i] = 0;
    heap[i] = (unsigned)(i % 13);
    da[i] = i * 0.37;
    db[i] = 1.0 / (i + 1);
    links[i] = (i * 37 + 11) % 4096;
  }
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      ma[i][j] = (unsigned)(i * j);
      mb[i][j] = (unsigned)(i - j);
    }
  for (int t10 = 0; t10 < 5; t10++) {
    for (int i11 = 0; i11 < 999; i11++) {
      s2 += s2;
      vc[(i11 * 3 + 7) & 4095] *= ((s0 >> 1) + (s1 * s2));
      if (s1 & 1) {
        moving[i11] -= 709u;
      }
    }
    for (int i12 = 63; i12 >= 0; i12--) {
      if (((ma[i12 + 0][i12] >> 1) >> 6) & 1) {
        vb[i12] = (pure(384u) |
                   (ma[i12 + 0][34] > ma[i12 + 0][i12 + 0] ? vb[1951]
                                                           : ma[i12][i12]));
      } else {
        vc[i12 + 1] = (vc[2 * i12 + 0] | ((unsigned)i12 + moving[2 * i12 + 0]));
      }
      if (((s1 & s0) ^ 419u) & 1) {
        heap[i12 % 2] = ((884u == (unsigned)i12 ? vc[i12 + 12]
                                                : va[(i12 * 5 + 3) & 4095]) >>
                         2);
      } else {
        va[i12 + 4] |= ((283u >> 5) & (s0 * vc[2 * i12 + 1]));
      }
    }
  }
  for (int i15 = 0; i15 < 64; i15++) {
    unsigned work16[16];
    for (int k17 = 0; k17 < 16; k17++)
      work16[k17] = ((364u >> 1) >> 1);
    for (int i18 = i15; i18 < 64; i18++) {
      unsigned x19 = vc[63 - i18];
      ma[i15][i15] =
          ((x19 | 683u) > (797u | (unsigned)i15) ? pure((unsigned)i15)
                                                 : vc[i18 + 2]);
      da[i15] += da[63 - i18] * 0.5 + 1e-3;
      vb[(i18 * 3 + 6) & 4095] = (vb[i18 * 64 + i15] + (vb[63 - i15] | s2));
    }
    for (int i20 = 0; i20 < 64; i20++) {
      work16[6] = (((unsigned)i20 >> 5) - (522u * 941u));
      for (int i21 = 1; i21 < 63; i21 += 2) {
        da[2 * i21 + 0] += da[i21 * 64 + i20] * 0.5 + 1e-3;
      }
    }
    mb[i15 + 0][i15 + 0] += (129u >> 8);
  }
  show("va", va, sizeof va);
  show("vb", vb, sizeof vb);
  show("vc", vc, sizeof vc);
  show("ma", ma, sizeof ma);
  show("mb", mb, sizeof mb);
  show("da", da, sizeof da);
  show("db", db, sizeof db);
  show("heap", heap, 4096 * sizeof *heap);
  printf("%u %u %u\n", s0, s1, s2);
  free(heap);
  return 0;
}
