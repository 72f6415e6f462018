// SPDX-License-Identifier: Apache-2.0
// A picture coder: 8 x 8 cosine transform, quantization, run lengths in zigzag
// order, and the way back to measure the error.
//
// SMALL: 64 48
//
// All blocks are independent up to where their codes lie in the output: here
// each has room of its own.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Edge = 8, Area = Edge * Edge };

typedef struct {
  int length;
  short code[2 * Area];
} Code;

static float basis[Edge][Edge];
static int order[Area];

static void prepare(void) {
  for (int k = 0; k < Edge; k++)
    for (int i = 0; i < Edge; i++)
      basis[k][i] = (k == 0 ? sqrtf(0.125f) : 0.5f) *
                    cosf((float)((2 * i + 1) * k) * 3.14159265f / 16.0f);
  int n = 0;
  for (int sum = 0; sum < 2 * Edge - 1; sum++)
    for (int i = 0; i <= sum; i++) {
      int y = sum % 2 ? i : sum - i, x = sum - y;
      if (y < Edge && x < Edge)
        order[n++] = y * Edge + x;
    }
}

static void transform(float block[Edge][Edge], int inverse) {
  float half[Edge][Edge];
  for (int y = 0; y < Edge; y++)
    for (int k = 0; k < Edge; k++) {
      float sum = 0.0f;
      for (int i = 0; i < Edge; i++)
        sum += block[y][i] * (inverse ? basis[i][k] : basis[k][i]);
      half[y][k] = sum;
    }
  for (int k = 0; k < Edge; k++)
    for (int x = 0; x < Edge; x++) {
      float sum = 0.0f;
      for (int i = 0; i < Edge; i++)
        sum += half[i][x] * (inverse ? basis[i][k] : basis[k][i]);
      block[k][x] = sum;
    }
}

static void encode(const unsigned char *picture, int width, int step,
                   Code *out) {
  float block[Edge][Edge];
  for (int y = 0; y < Edge; y++)
    for (int x = 0; x < Edge; x++)
      block[y][x] = (float)picture[y * width + x] - 128.0f;
  transform(block, 0);
  int run = 0, n = 0;
  for (int k = 0; k < Area; k++) {
    int level = (int)lrintf(block[order[k] / Edge][order[k] % Edge] /
                            (float)(step + 3 * k));
    if (level == 0) {
      run++;
      continue;
    }
    out->code[n++] = (short)run;
    out->code[n++] = (short)level;
    run = 0;
  }
  out->length = n;
}

static void decode(const Code *in, int step, unsigned char *picture,
                   int width) {
  float block[Edge][Edge] = {{0.0f}};
  int k = 0;
  for (int n = 0; n < in->length; n += 2) {
    k += in->code[n];
    block[order[k] / Edge][order[k] % Edge] =
        (float)(in->code[n + 1] * (step + 3 * k));
    k++;
  }
  transform(block, 1);
  for (int y = 0; y < Edge; y++)
    for (int x = 0; x < Edge; x++) {
      int v = (int)lrintf(block[y][x]) + 128;
      picture[y * width + x] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

int main(int argc, char **argv) {
  int width = argc > 2 ? atoi(argv[1]) : 3200,
      height = argc > 2 ? atoi(argv[2]) : 2400;
  int columns = width / Edge, rows = height / Edge;
  unsigned char *picture = malloc((size_t)width * height),
                *copy = calloc(width, height);
  Code *codes = malloc((size_t)rows * columns * sizeof *codes);
  if (!picture || !copy || !codes)
    return 1;
  prepare();
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      picture[y * width + x] =
          (unsigned char)(128 + 60 * sinf((float)x / 19.0f) +
                          50 * cosf((float)(x + y) / 31.0f));
  for (int step = 4; step <= 20; step += 4) {
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < columns; c++)
        encode(picture + r * Edge * width + c * Edge, width, step,
               &codes[r * columns + c]);
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < columns; c++)
        decode(&codes[r * columns + c], step,
               copy + r * Edge * width + c * Edge, width);
    long size = 0, error = 0;
    for (int i = 0; i < rows * columns; i++)
      size += codes[i].length;
    for (int i = 0; i < width * height; i++)
      error += (picture[i] - copy[i]) * (picture[i] - copy[i]);
    printf("step %d: %ld codes, squared error %ld\n", step, size, error);
  }
  free(picture);
  free(copy);
  free(codes);
  return 0;
}
