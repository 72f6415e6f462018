/* SPDX-License-Identifier: Apache-2.0
 *
 * The twin of steps.c: a barrier between steps.  steps_openmp THREADS TURNS
 * STEPS
 */
#include "steps.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  unsigned turns = (unsigned)atoi(argv[2]), steps = (unsigned)atoi(argv[3]);
  double start = seconds();
  omp_set_dynamic(0);
#pragma omp parallel num_threads(atoi(argv[1]))
  for (unsigned i = 0; i < steps; i++) {
    work(turns);
#pragma omp barrier
  }
  printf("%.6f\n", seconds() - start);
  return 0;
}
