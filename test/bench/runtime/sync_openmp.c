/* SPDX-License-Identifier: Apache-2.0
 *
 * The twin of sync.c. OpenMP's hand-over from thread to thread is a doacross
 * loop: iteration i waits for i - 1, which another thread has.
 */
#include "steps.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static double meet(int threads, int rounds) {
  double start = seconds();
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < rounds; i++) {
#pragma omp barrier
  }
  return (seconds() - start) * 1e9;
}

static double hand_over(int rounds) {
  double start = seconds();
#pragma omp parallel for num_threads(2) schedule(static, 1) ordered(1)
  for (int i = 0; i < rounds; i++) {
#pragma omp ordered depend(sink : i - 1)
    __asm__ volatile("" : : : "memory");
#pragma omp ordered depend(source)
  }
  return (seconds() - start) * 1e9;
}

static double enter(int threads, int rounds) {
  double start = seconds();
  for (int i = 0; i < rounds; i++) {
#pragma omp parallel num_threads(threads)
    __asm__ volatile("" : : : "memory"); /* not to be left out */
  }
  return (seconds() - start) * 1e9;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  int threads = atoi(argv[1]), rounds = atoi(argv[2]);
  omp_set_dynamic(0);
  enter(threads, rounds / 10 + 1);
  printf("%.1f ", meet(threads, rounds) / rounds);
  printf("%.1f ", hand_over(rounds) / rounds);
  printf("%.1f\n", enter(threads, rounds) / rounds);
  return 0;
}
