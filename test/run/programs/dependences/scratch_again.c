// SPDX-License-Identifier: Apache-2.0
//
// Scratch arrays of an inner loop that the loop around it runs again and again:
// what one run leaves is needed where the next one, or what is between them,
// reads it.
#include "../digest.h"
#include <stdlib.h>

enum { N = 900 };
static int out[N];
static volatile int turn;

static void fill(void) {
  for (int i = 0; i < N; i++)
    out[i] = i * 37 % 101;
}

__attribute__((noinline)) static void filledAnew(int rounds, int n) {
  int row[4];
  for (int r = 1; r < rounds; r++) {
    out[r] += out[r - 1];
    for (int i = rounds; i < n; i++) {
      for (int k = 0; k < 4; k++)
        row[k] = out[i] * k + r;
      out[i] = row[1] ^ row[3];
    }
  }
  show("filled anew", out, sizeof out);
}

/* The loop around reads what the last iteration left: in its body, condition,
   step, and where the inner loop begins. */
__attribute__((noinline)) static void readBetween(int rounds, int n) {
  int row[4] = {0, 0, 0, 0};
  for (int r = 1; r < rounds; r++) {
    out[r] += row[r & 3];
    for (int i = rounds; i < n; i++) {
      for (int k = 0; k < 4; k++)
        row[k] = out[i] * k + r;
      out[i] = row[1] ^ row[3];
    }
  }
  show("read between", out, sizeof out);
}
__attribute__((noinline)) static void readByCondition(int rounds, int n) {
  int row[4] = {0, 0, 0, 0};
  for (int r = 1; r < rounds && (row[2] & 7) != 5; r += 1 + (row[3] & 1)) {
    for (int i = rounds; i < n; i++) {
      for (int k = 0; k < 4; k++)
        row[k] = out[i] * k + r;
      out[i] = row[1] ^ row[3];
    }
    out[r]++;
  }
  show("read by condition", out, sizeof out);
}
__attribute__((noinline)) static void readAtStart(int rounds, int n) {
  int row[4] = {0, 0, 0, 0};
  for (int r = 1; r < rounds; r++)
    for (int i = rounds + (row[1] & 31); i < n; i++) {
      for (int k = 0; k < 4; k++)
        row[k] = out[i] * k + r;
      out[i] = row[1] ^ row[3];
    }
  show("read at start", out, sizeof out);
}

/* Filled up to `filled`, read up to `used`: where that is more, each run needs
   what the one before left. */
__attribute__((noinline)) static void filledInPart(int rounds, int n,
                                                   int filled, int used) {
  int row[8] = {91, 92, 93, 94, 95, 96, 97, 98};
  for (int r = 1; r < rounds; r++) {
    int first = filled + (r & 1), last = used;
    for (int i = rounds; i < n; i++) {
      for (int k = 0; k < first; k++)
        row[k] = out[i] * k + r;
      int s = 0;
      for (int k = 0; k < last; k++)
        s = s * 3 + row[k];
      out[i] = s & 1023;
    }
  }
  show("filled in part", out, sizeof out);
}

/* Only some iterations fill it. */
__attribute__((noinline)) static void filledSometimes(int rounds, int n) {
  int row[2] = {7, 9};
  for (int r = 1; r < rounds; r++)
    for (int i = rounds; i < n; i++) {
      if (i % 5 != r % 5)
        row[0] = out[i] + r, row[1] = out[i] - r;
      out[i] = (row[0] * 3) ^ row[1];
    }
  show("filled sometimes", out, sizeof out);
}

/* A second loop reads what the first one left. */
__attribute__((noinline)) static void readByAnother(int rounds, int n) {
  int row[4];
  for (int r = 1; r < rounds; r++) {
    for (int i = rounds; i < n; i++) {
      for (int k = 0; k < 4; k++)
        row[k] = out[i] * k + r;
      out[i] = row[1] ^ row[3];
    }
    for (int i = rounds; i < n; i++)
      out[i] += row[i & 3];
  }
  show("read by another", out, sizeof out);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 9;
  (void)argv;
  for (int test = 0; test < 9; test++) {
    fill();
    turn = test; /* what is volatile is in no region */
    switch (turn) {
    case 0:
      filledAnew(rounds, N);
      break;
    case 1:
      readBetween(rounds, N);
      break;
    case 2:
      readByCondition(rounds, N);
      break;
    case 3:
      readAtStart(rounds, N);
      break;
    case 4:
      filledInPart(rounds, N, 6, 6);
      break;
    case 5:
      filledInPart(rounds, N, 4, 6);
      break;
    case 6:
      filledInPart(rounds, N, 5, 6);
      break;
    case 7:
      filledSometimes(rounds, N);
      break;
    case 8:
      readByAnother(rounds, N);
      break;
    }
  }
  return 0;
}
