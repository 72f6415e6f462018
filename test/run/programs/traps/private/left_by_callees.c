// REGIONS: 1
// What a called function has left in a variable is read by the loop's own
// function, or by one that is still running around it: in the next iteration,
// or behind the loop. That this function has written all of it before, by calls
// too, does not make it an iteration's own.
#include <stdio.h>
#include <string.h>

static double buffer[64], copies[500][64], out[500], last[64];

static void fill(int i) {
  for (int k = 0; k < 64; k++)
    buffer[k] = i * 3 + k;
}

static double fill_part(int i) {
  double sum = 0;
  for (int k = 0; k <= i; k++)
    last[k] = i * 3 + k;
  for (int k = 0; k <= i; k++)
    sum += last[k];
  return sum;
}

static void parts(void) {
  for (int i = 0; i < 64; i++)
    out[100 + i] = fill_part(63 - i);
}

/* The caller reads what a loop of another function has left. */
static double around(void) {
  double sum = 0;
  memset(last, 0, sizeof last);
  parts();
  for (int i = 0; i < 64; i++)
    sum += (i + 1) * last[i];
  return sum;
}

int main(void) {
  /* Of the iteration before. */
  double sum = 0;
  fill(-1);
  for (int i = 0; i < 500; i++) {
    memcpy(copies[i], buffer, sizeof buffer);
    fill(i);
  }
  for (int i = 0; i < 500; i++)
    sum += (i + 1) * copies[i][i % 64];
  printf("%.17g\n", sum);
  /* Behind the loop. */
  sum = 0;
  for (int i = 0; i < 64; i++)
    out[i] = fill_part(63 - i);
  for (int i = 0; i < 64; i++)
    sum += (i + 1) * (out[i] + last[i]);
  printf("%.17g %.17g\n", sum, around());
  return 0;
}
