// SPDX-License-Identifier: Apache-2.0
// Run-length coding of a file in blocks, which then lie one after another in
// the output, and decoding them again.
//
// SMALL: 5000
//
// Blocks are coded independently, each in a place of its own; where they go in
// the output is a running sum; copying is independent again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Block = 65536, Room = 2 * Block };

static int encode(const unsigned char *in, int n, unsigned char *out) {
  int k = 0;
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && run < 255 && in[i + run] == in[i])
      run++;
    out[k++] = (unsigned char)run;
    out[k++] = in[i];
    i += run;
  }
  return k;
}

static int decode(const unsigned char *in, int n, unsigned char *out) {
  int k = 0;
  for (int i = 0; i < n; i += 2) {
    memset(out + k, in[i + 1], in[i]);
    k += in[i];
  }
  return k;
}

int main(int argc, char **argv) {
  long size = argc > 1 ? atol(argv[1]) : 160000000;
  int blocks = (int)((size + Block - 1) / Block);
  unsigned char *data = malloc(size), *back = calloc(1, size);
  unsigned char *room = malloc((size_t)blocks * Room);
  int *length = malloc(blocks * sizeof *length);
  long *start = malloc((blocks + 1) * sizeof *start);
  if (!data || !back || !room || !length || !start)
    return 1;
#pragma omp parallel for schedule(static)
  for (long i = 0; i < size; i++)
    data[i] = (unsigned char)((i / 9 * 7 ^ i / 61) % 5);

#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < blocks; b++) {
    long first = (long)b * Block;
    int n = first + Block < size ? Block : (int)(size - first);
    length[b] = encode(data + first, n, room + (size_t)b * Room);
  }
  start[0] = 0;
  for (int b = 0; b < blocks; b++)
    start[b + 1] = start[b] + length[b];
  unsigned char *packed = malloc(start[blocks]);
  if (!packed)
    return 1;
#pragma omp parallel for schedule(static)
  for (int b = 0; b < blocks; b++)
    memcpy(packed + start[b], room + (size_t)b * Room, length[b]);

#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < blocks; b++)
    decode(packed + start[b], length[b], back + (long)b * Block);
  printf("%ld bytes in %ld, %s\n", size, start[blocks],
         memcmp(data, back, size) == 0 ? "same" : "DIFFERENT");
  free(data);
  free(back);
  free(room);
  free(length);
  free(start);
  free(packed);
  return 0;
}
