// SPDX-License-Identifier: Apache-2.0
// A contraction as in coupled-cluster chemistry, with packed tensors:
// r[a][b][i][j] = sum over c, d of v[a][b][c][d] * t[c][d][i][j].
//
// SMALL: 5 7
//
// All pairs (a, b) are independent; the tensors are linear in memory and their
// extents are known at run time only.
#include <stdio.h>
#include <stdlib.h>

static void contract(int virt, int occ, const double *v, const double *t,
                     double *r) {
  int pairs = occ * occ;
#pragma omp parallel for collapse(2) schedule(static)
  for (int a = 0; a < virt; a++)
    for (int b = 0; b < virt; b++) {
      double *out = r + ((long)a * virt + b) * pairs;
      const double *in = v + ((long)a * virt + b) * virt * virt;
      for (int k = 0; k < pairs; k++)
        out[k] = 0.0;
      for (int c = 0; c < virt; c++)
        for (int d = 0; d < virt; d++) {
          double factor = in[c * virt + d];
          for (int k = 0; k < pairs; k++)
            out[k] += factor * t[((long)c * virt + d) * pairs + k];
        }
    }
}

int main(int argc, char **argv) {
  int occ = argc > 2 ? atoi(argv[1]) : 14;
  int virt = argc > 2 ? atoi(argv[2]) : 70;
  long square = (long)virt * virt, pairs = (long)occ * occ;
  double *v = malloc(square * square * sizeof *v);
  double *t = malloc(square * pairs * sizeof *t);
  double *r = malloc(square * pairs * sizeof *r);
  if (!v || !t || !r)
    return 1;
  for (long i = 0; i < square * square; i++)
    v[i] = (i % 97) / 97.0 - 0.5;
  for (long i = 0; i < square * pairs; i++)
    t[i] = (i % 89) / 89.0 - 0.5;
  contract(virt, occ, v, t, r);
  double energy = 0.0;
  for (long i = 0; i < square * pairs; i++)
    energy += r[i] * t[i];
  printf("energy %.17g, last %.17g\n", energy, r[square * pairs - 1]);
  free(v);
  free(t);
  free(r);
  return 0;
}
