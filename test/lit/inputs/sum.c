// Adds up an array in independent steps; prints the sum. Used by many tests.
#include <stdio.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif

static double a[SIZE], b[SIZE];

int main(int argc, char **argv) {
  int scale = argc > 1 ? atoi(argv[1]) : 3;
  for (int i = 0; i < SIZE; i++)
    a[i] = (double)(i % 7) * scale;
  for (int i = 0; i < SIZE; i++)
    b[i] = a[i] * a[i] + 1.0;
  double sum = 0.0;
  for (int i = 0; i < SIZE; i++)
    sum += b[i];
  printf("%.3f\n", sum);
  return 0;
}
