// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 0
//
// Compound literals live as long as the block that they stand in: pointers to
// them are followed later in it, when the stack has been used for other things.
#include "../digest.h"

enum { N = 300 };
struct record {
  const int *at;
  int value;
};
static struct record records[N];
static int work[50], out[N];

static int use(struct record *r, int k) {
  int s = 0;
  for (int i = 0; i < 50; i++)
    work[i] = k * i;
  for (int i = 0; i < 3; i++)
    s += r->at[i] * work[i + 2];
  return s;
}

static int one(struct record *r, int i) {
  int other[40], first;
  r->at = (int[]){i, i + 1, i + 2};
  first = use(r, i);
  for (int k = 0; k < 40; k++)
    other[k] = first + k;
  first += other[i & 31];
  r->value = use(r, i) + ((int[]){5, 6, 7})[i % 3];
  r->at = 0;
  return r->value + first;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    int s = 0;
    for (int k = 0; k < 2; k++)
      s += one(&records[i], i + k);
    out[i] = s;
  }
  for (int i = 0; i < N; i++)
    out[i] ^= records[i].value;
  show("out", out, sizeof out);
  return 0;
}
