// SPDX-License-Identifier: Apache-2.0
//
// Members of a union that share bytes.
#include "../../digest.h"
union word {
  unsigned u;
  unsigned short h[2];
  unsigned char c[4];
};
union both {
  union word words[500];
  unsigned short halves[1000];
  unsigned char bytes[2000];
};
static union word w[700];
static union both g;
static void halves(union word *p, union word *q, int n) {
  for (int i = 0; i < n; i++)
    p[i].h[0] = (unsigned short)(q[i].u >> 13);
}
static void next(union word *p, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1].c[3] = (unsigned char)(p[i].h[1] + i);
}
int main(void) {
  for (int i = 0; i < 700; i++)
    w[i].u = (unsigned)i * 2654435761u;
  halves(w, w, 600);
  halves(w + 1, w, 600);
  halves(w, w + 1, 600);
  next(w, 600);
  show("w", w, sizeof w);
  for (int i = 0; i < 500; i++)
    g.words[i].u = (unsigned)i;
  for (int i = 0; i < 900; i++)
    g.halves[i] = (unsigned short)(g.bytes[i] + i);
  for (int i = 0; i < 400; i++)
    g.words[i].c[1] = (unsigned char)g.halves[i + 3];
  for (int i = 0; i < 1900; i++)
    g.bytes[i + 4] = (unsigned char)(g.bytes[i] + 1);
  show("g", &g, sizeof g);
  return 0;
}
