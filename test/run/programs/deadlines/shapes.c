// HOCKETCC: --soc=generic-4
// Loops with a deadline in all shapes, left in all ways.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double frame[64][64], next[64][64];

static void step(int t) {
  for (int i = 1; i < 63; i++)
    for (int j = 1; j < 63; j++)
      next[i][j] = 0.25 * (frame[i - 1][j] + frame[i + 1][j] + frame[i][j - 1] +
                           frame[i][j + 1]) +
                   t;
  for (int i = 1; i < 63; i++)
    for (int j = 1; j < 63; j++)
      frame[i][j] = next[i][j];
}

static int left_by_return(int n) {
#pragma hocket deadline(100us)
  for (int t = 0;; t++) {
    step(t);
    if (t == n)
      return t;
  }
}

static int left_by_goto(int n) {
  int t = 0;
#pragma hocket deadline(100us)
  while (1) {
    if (++t < n)
      continue;
    step(t);
    if (t > n + 2)
      goto out;
  }
out:
  return t;
}

static int recursive(int depth) {
  int sum = 0;
#pragma hocket deadline(50us)
  for (int i = 0; i < 2; i++)
    sum += depth ? recursive(depth - 1) : i + 1;
  return sum;
}

static int nested(void) {
  int count = 0;
#pragma hocket deadline(1ms)
  for (int i = 0; i < 3; i++)
#pragma hocket deadline(20us)
    for (int j = 0; j < 5; j++)
      if (j == 3)
        break;
      else
        count += i + j;
  return count;
}

static int never(int n) {
  int i = 7;
#pragma hocket deadline(1s)
  for (i = 0; i < n; i++)
    step(i);
  return i;
}

int main(void) {
  int t = 0;
  memset(frame, 0, sizeof frame);
  frame[20][30] = 1e3;
  errno = 0;
#pragma hocket deadline(200us)
  do
    step(t);
  while (++t < 20);
  printf("%d %d\n", t, errno);
  printf("%d %d %d %d %d\n", left_by_return(5), left_by_goto(4), recursive(2),
         nested(), never(0));
  double sum = 0;
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      sum += frame[i][j];
  printf("%.17g\n", sum);
  return 0;
}
