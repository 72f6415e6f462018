// SPDX-License-Identifier: Apache-2.0
// Integral images: sums over all rectangles from the corner, then a local
// threshold from the mean of a window, for pages of a scanner.
//
// SMALL: -DWIDTH=60 -DHEIGHT=50 -DPAGES=2
//
// Sums along rows are independent for each row, sums down the columns for each
// column; the threshold is independent for each pixel.
#include <stdio.h>

#ifndef WIDTH
#define WIDTH 2480
#define HEIGHT 1754
#define PAGES 60
#endif

enum { Half = 12 };

static unsigned char page[HEIGHT][WIDTH], ink[HEIGHT][WIDTH];
static int sum[HEIGHT + 1][WIDTH + 1];

static void scan(int number) {
#pragma omp for schedule(static)
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      int paper = 140 + 60 * x / WIDTH + 30 * y / HEIGHT;
      page[y][x] = (x * 5 + y * 3 + number) % 23 < 4 ? paper - 90 : paper;
    }
}

static void integrate(void) {
#pragma omp for schedule(static)
  for (int y = 0; y < HEIGHT; y++) {
    int row = 0;
    for (int x = 0; x < WIDTH; x++) {
      row += page[y][x];
      sum[y + 1][x + 1] = row;
    }
  }
  for (int y = 1; y < HEIGHT; y++)
#pragma omp for schedule(static) nowait
    for (int x = 1; x <= WIDTH; x++)
      sum[y + 1][x] += sum[y][x];
#pragma omp barrier
}

static void threshold(void) {
#pragma omp for schedule(static)
  for (int y = 0; y < HEIGHT; y++) {
    int top = y < Half ? 0 : y - Half,
        bottom = y + Half + 1 > HEIGHT ? HEIGHT : y + Half + 1;
    for (int x = 0; x < WIDTH; x++) {
      int left = x < Half ? 0 : x - Half,
          right = x + Half + 1 > WIDTH ? WIDTH : x + Half + 1;
      int area = (bottom - top) * (right - left);
      int total = sum[bottom][right] - sum[top][right] - sum[bottom][left] +
                  sum[top][left];
      ink[y][x] = page[y][x] * area * 10 < total * 8;
    }
  }
}

int main(void) {
  long black = 0;
#pragma omp parallel
  for (int p = 0; p < PAGES; p++) {
    scan(p);
    integrate();
    threshold();
#pragma omp for schedule(static) reduction(+ : black)
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
        black += ink[y][x];
  }
  printf("%ld black pixels, last sum %d\n", black, sum[HEIGHT][WIDTH]);
  return 0;
}
