// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --no-call-tasks
// REGIONS: 6
//
// Scratch that is filled under a condition which nothing can be said of: it is
// an iteration's own where it is filled whenever it is read, and not where the
// condition has changed, a case or a label is come to from elsewhere, or the
// filling is left early. What stays in it is read by others, or by nobody.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 400, ITEMS = 600 };
static double x[ITEMS], out[ITEMS];
static double w[N], w2[N], w3[N], w4[N], w5[N], w6[N], w7[N], w8[N], w9[N];
static int place[N];

static void print(const char *name) {
  double sum = 0;
  for (int i = 0; i < ITEMS; i++)
    sum = sum * 0.99 + out[i];
  printf("%s %.17g\n", name, sum);
  memset(out, 0, sizeof out);
}

/* Its own: read where it is filled. */
static void under_a_condition(void) {
  for (int i = 0; i < ITEMS; i++)
    if (x[i] > 0.5) {
      for (int k = 0; k < N; k++)
        w[k] = x[i] * k;
      for (int k = 0; k < N; k++)
        out[i] += w[k] * w[N - 1 - k];
    }
}

static void behind_continue(void) {
  for (int i = 0; i < ITEMS; i++) {
    if (x[i] <= 0.5)
      continue;
    for (int k = 0; k < N; k++)
      w2[k] = x[i] - k;
    for (int k = 0; k < N; k++)
      out[i] += w2[(k * 7) % N];
  }
}

static double partly(int n, double v) {
  if (n < 1 || n > N)
    return -1;
  for (int j = 0; j < n; j++)
    w3[j] = v * j;
  for (int k = 1; k < n; k++)
    w3[0] = w3[0] * 0.5 + w3[k];
  return w3[0];
}

static void behind_return(void) {
  for (int i = 0; i < ITEMS; i++)
    out[i] = partly(i % (N + 20), x[i]);
}

/* Its own: all of it is written, so a place that data chooses is, too. */
static void at_places_of_data(void) {
  for (int i = 0; i < ITEMS; i++) {
    int at = i % N;
    for (int k = 0; k < N; k++)
      w4[k] = x[i] * (k + 1);
    for (int k = 0; k < N; k++) {
      at = place[at];
      out[i] += w4[at] / (k + 1);
    }
  }
}

/* Not its own: the second condition holds where the first does not. */
static void another_condition(void) {
  for (int i = 0; i < ITEMS; i++) {
    double v = x[i];
    if (v > 0.5)
      for (int k = 0; k < N; k++)
        w5[k] = v * k;
    v = 1 - v;
    if (v > 0.3)
      for (int k = 0; k < N; k++)
        out[i] += w5[k];
  }
}

/* Not its own: a case comes past the filling. */
static void cases(int first) {
  for (int i = 0; i < ITEMS; i++)
    switch ((i + first) % 3) {
    case 0:
      for (int k = 0; k < N; k++)
        w6[k] = x[i] * k;
      /* fall through */
    case 1:
      for (int k = 0; k < N; k++)
        out[i] += w6[k];
      break;
    default:
      out[i] = 1;
    }
}

/* Not its own: the filling ends early, and the rest is of before. */
static void left_early(void) {
  for (int i = 0; i < ITEMS; i++) {
    for (int k = 0; k < N; k++) {
      if (x[i] * k > 40)
        break;
      w7[k] = x[i] + k;
    }
    for (int k = 0; k < N; k++)
      out[i] += w7[k];
  }
}

/* Its own, but what the last filling left is printed by another function. */
static void left_for_others(void) {
  for (int i = 0; i < ITEMS; i++)
    if (x[i] > 0.5) {
      for (int k = 0; k < N; k++)
        w8[k] = x[i] * k;
      for (int k = 0; k < N; k++)
        out[i] += w8[k] * w8[N - 1 - k];
    }
}

static void what_is_left(void) { printf("left %.17g\n", w8[17]); }

/* Its own, and read once more behind the loop. */
static void read_behind(void) {
  double sum = 0;
  for (int i = 0; i < ITEMS; i++)
    if (x[i] > 0.5) {
      for (int k = 0; k < N; k++)
        w9[k] = x[i] * k;
      for (int k = 0; k < N; k++)
        out[i] += w9[k] * w9[N - 1 - k];
    }
  for (int k = 0; k < N; k++)
    sum += w9[k];
  printf("behind %.17g\n", sum);
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < ITEMS; i++)
    x[i] = i * 0.37 - (int)(i * 0.37);
  for (int k = 0; k < N; k++)
    place[k] = (k * 37 + 11) % N;
  under_a_condition();
  print("under a condition");
  behind_continue();
  print("behind continue");
  behind_return();
  print("behind return");
  at_places_of_data();
  print("at places of data");
  another_condition();
  print("another condition");
  cases(argc);
  print("cases");
  left_early();
  print("left early");
  left_for_others();
  print("left for others");
  what_is_left();
  read_behind();
  print("read behind");
  return 0;
}
