// SPDX-License-Identifier: Apache-2.0
//
// Linearized arrays with row lengths that fit, that are too short by one, zero
// or negative; unsigned subscripts that wrap around; distances in bytes.
#include "../digest.h"

#include <stddef.h>
#include <string.h>

// No task of a region of its caller: the call's own region uses all cores.
static volatile int goesOn = 1;
#define ALONE(call)                                                            \
  do {                                                                         \
    call;                                                                      \
    if (!goesOn)                                                               \
      return;                                                                  \
  } while (0)

#define N 20000
static double data[2 * N], more[2 * N];
static float pixels[N];

static void rows(int n, int m, int ld, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * ld + j] = a[i * ld + j] * 0.5 + i - j;
}

static void down(int n, int m, int ld, double *a, double *b) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = m; j > 0; j -= 2)
      a[(n - 1 - i) * ld + j - 1] = b[i * ld + j] + 1;
}

static void planes(int n, int m, int l, int ldm, int ldl, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        a[(i * ldm + j) * ldl + k] += i * 100 + j * 10 + k;
}

static void wrapping(unsigned n, unsigned off, double *a) {
  for (unsigned i = 0; i < n; i++)
    a[(i * 0x40000000u + off) >> 18] = i;
}

static void offset(unsigned n, unsigned off, double *a) {
  for (unsigned i = 0; i < n; i++)
    a[i + off] += i;
}

static void around(unsigned n, unsigned factor, double *a) {
  for (unsigned i = 0; i < n; i++)
    a[(i * factor) % 8192u] += i * 0.25;
}

static void bytes(int n, int m, size_t pitch, char *base) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *(double *)(base + i * pitch + j * 8) += i - j;
}

struct image {
  int width, height, stride;
  float *pixels;
};

static void paint(struct image *p) {
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++)
      p->pixels[y * p->stride + x] += (float)(x * y);
}

static void fresh(void) {
  for (int i = 0; i < 2 * N; i++)
    data[i] = i % 13, more[i] = i % 7;
  memset(pixels, 0, sizeof pixels);
}

static void run(void) {
  static const int lengths[] = {50, 51, 49, 1, 0, -1, -50, -60, 100};
  for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
    int ld = lengths[k];
    double *middle = data + (ld < 0 ? N : 0);
    for (int n = 0; n <= 128; n = n ? n * 4 : 2) {
      ALONE(fresh());
      ALONE(rows(n, 50, ld, middle));
      ALONE(rows(n, 0, ld, middle));
      show("rows", data, sizeof data);
      ALONE(down(n, 50, ld, middle, more + (ld < 0 ? N : 0)));
      ALONE(down(n, 50, ld, middle, middle + ld));
      show("down", data, sizeof data);
      ALONE(planes(n, 4, 10, 4, ld < 0 ? 10 : ld / 4, data));
      ALONE(planes(n, 4, 10, 3, 10, data));
      show("planes", data, sizeof data);
      ALONE(bytes(n, 10, (size_t)(ld < 0 ? 72 : ld / 50 * 80), (char *)data));
      show("bytes", data, sizeof data);
      struct image image = {20, n, ld > 60 ? 19 : 20, pixels};
      ALONE(paint(&image));
      show("pixels", pixels, sizeof pixels);
    }
  }
  for (unsigned n = 0; n < 3000; n = n * 3 + 1) {
    ALONE(fresh());
    ALONE(offset(n, 5, data));
    ALONE(around(n, 3, data));
    ALONE(around(n, 0x80000001u, data));
    ALONE(wrapping(n, 77, data));
    show("unsigned", data, sizeof data);
    show("more", more, sizeof more);
  }
}

int main(void) {
  run();
  return 0;
}
