// SPDX-License-Identifier: Apache-2.0
//
// Scratch memory of one file that functions of another fill.
#include <stdio.h>
#include "b.h"
static double mine[64];      // given to the other file only
double shared_row[64];       // the other file names it, too
static double kept[64];      // the other file keeps its address
static int counts[8];
double *through;             // leads to mine2
static double mine2[64];
static double out[500];

static void own(int n) { fill(n, 0.25, shared_row); }

int main(void) {
  for (int k = 0; k < 500; k++) {
    fill(64, k * 0.5, mine);
    double s = 0;
    for (int i = 0; i < 64; i++)
      s += mine[i] * mine[(i * 7) % 64];
    out[k] = s;
  }
  printf("%.17g %.17g %.17g\n", out[3], out[499], mine[5]);
  for (int k = 0; k < 500; k++) {
    fill(64, k * 0.3, shared_row);
    out[k] = look(k);
  }
  printf("%.17g %.17g %.17g\n", out[3], out[499], shared_row[5]);
  for (int k = 0; k < 500; k++) {
    keep(kept, k);
    out[k] = kept[k % 64] + peek(k + 1);
  }
  printf("%.17g %.17g %.17g\n", out[3], out[499], kept[5]);
  through = mine2;
  for (int k = 0; k < 500; k++) {
    fill(64, k * 0.7, mine2);
    out[k] = via(k);
  }
  printf("%.17g %.17g %.17g\n", out[3], out[499], mine2[5]);
  for (int k = 0; k < 500; k++) {
    own(64);
    shared_row[k % 64] += k;
    out[k] = look(k) + shared_row[1];
  }
  printf("%.17g %.17g %.17g\n", out[3], out[499], shared_row[5]);
  for (int k = 0; k < 500; k++) {
    clear(counts);
    for (int i = 0; i < k; i++)
      counts[i & 7] += i;
    out[k] = total(counts);
  }
  printf("%.17g %.17g %d\n", out[3], out[499], counts[5]);
  for (int k = 0; k < 500; k++) {
    part(k % 64, k, mine);
    out[k] = mine[3];
  }
  printf("%.17g %.17g %.17g\n", out[3], out[499], mine[5]);
  return 0;
}
