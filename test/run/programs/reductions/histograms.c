// SPDX-License-Identifier: Apache-2.0
//
// Sums into array elements: chosen by data, by a second loop, per row.
#include "../digest.h"

#define N 200000
static int data[N], bins[256], rows[500], columns[400], pairs[16][16];
static double weights[64];

int main(void) {
  for (int i = 0; i < N; i++)
    data[i] = (int)((i * 2654435761u) >> 16);
  for (int i = 0; i < N; i++)
    bins[data[i] & 255]++;
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < 400; j++)
      rows[i] += data[i * 400 + j];
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < 400; j++)
      columns[j] ^= data[i * 400 + j];
  for (int i = 1; i < N; i++)
    pairs[data[i - 1] & 15][data[i] & 15] += i;
  for (int i = 0; i < N; i++)
    weights[data[i] & 63] += i * 0.1;
  show("bins", bins, sizeof bins);
  show("rows", rows, sizeof rows);
  show("columns", columns, sizeof columns);
  show("pairs", pairs, sizeof pairs);
  show("weights", weights, sizeof weights);
  return 0;
}
