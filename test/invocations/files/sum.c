/* A loop that may run in parallel. */
#include <stdio.h>

#define N 100000
static double a[N], b[N];

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; ++i)
    a[i] = i * 0.5;
  for (int i = 0; i < N; ++i)
    b[i] = a[i] * a[i] + 1;
  for (int i = 0; i < N; ++i)
    sum += b[i];
  printf("%.3f\n", sum);
  return 0;
}
