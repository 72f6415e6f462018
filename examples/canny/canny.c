/* SPDX-License-Identifier: Apache-2.0 */
#include "canny.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RADIUS 16

enum { NO_EDGE = 0, WEAK_EDGE = 128, STRONG_EDGE = 255 };

/* Direction of the gradient, rounded to one of the four axes of the grid. */
enum { AXIS_E, AXIS_SE, AXIS_S, AXIS_SW };

static int make_kernel(float *kernel, float sigma) {
  int radius = (int)ceilf(3.0f * sigma);
  float sum = 0.0f;
  int i;

  if (radius < 1)
    radius = 1;
  if (radius > MAX_RADIUS)
    radius = MAX_RADIUS;
  for (i = -radius; i <= radius; i++) {
    kernel[i + radius] = expf(-(float)(i * i) / (2.0f * sigma * sigma));
    sum += kernel[i + radius];
  }
  for (i = 0; i <= 2 * radius; i++)
    kernel[i] /= sum;
  return radius;
}

static int clamp(int v, int lo, int hi) {
  return v < lo ? lo : v > hi ? hi : v;
}

/* Separable blur: rows into `tmp`, then columns into `out`. */
static void gaussian_blur(const struct image *in, float *tmp, float *out,
                          const float *kernel, int radius) {
  int width = in->width, height = in->height;
  int x, y, k;

  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      float sum = 0.0f;
      if (x >= radius && x < width - radius) {
        for (k = -radius; k <= radius; k++)
          sum += kernel[k + radius] * in->pixels[y * width + x + k];
      } else {
        for (k = -radius; k <= radius; k++)
          sum += kernel[k + radius] *
                 in->pixels[y * width + clamp(x + k, 0, width - 1)];
      }
      tmp[y * width + x] = sum;
    }
  }
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      float sum = 0.0f;
      for (k = -radius; k <= radius; k++)
        sum +=
            kernel[k + radius] * tmp[clamp(y + k, 0, height - 1) * width + x];
      out[y * width + x] = sum;
    }
  }
}

static unsigned char axis_of(float gx, float gy) {
  float angle = atan2f(gy, gx) * (float)(180.0 / 3.14159265358979323846);

  if (angle < 0.0f)
    angle += 180.0f;
  if (angle < 22.5f || angle >= 157.5f)
    return AXIS_E;
  if (angle < 67.5f)
    return AXIS_SE;
  if (angle < 112.5f)
    return AXIS_S;
  return AXIS_SW;
}

/* Sobel operator; the frame of one pixel around the image has no gradient. */
static void gradients(const float *blurred, float *magnitude,
                      unsigned char *axis, int width, int height) {
  int x, y;

  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      int i = y * width + x;
      float gx, gy;

      if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        magnitude[i] = 0.0f;
        axis[i] = AXIS_E;
        continue;
      }
      gx = blurred[i - width + 1] + 2.0f * blurred[i + 1] +
           blurred[i + width + 1] - blurred[i - width - 1] -
           2.0f * blurred[i - 1] - blurred[i + width - 1];
      gy = blurred[i + width - 1] + 2.0f * blurred[i + width] +
           blurred[i + width + 1] - blurred[i - width - 1] -
           2.0f * blurred[i - width] - blurred[i - width + 1];
      magnitude[i] = sqrtf(gx * gx + gy * gy);
      axis[i] = axis_of(gx, gy);
    }
  }
}

/* Keeps what is a maximum across its edge, classed by the two thresholds. */
static void thin_and_class(const float *magnitude, const unsigned char *axis,
                           struct image *out, float low, float high) {
  int width = out->width, height = out->height;
  int x, y;

  for (y = 1; y < height - 1; y++) {
    for (x = 1; x < width - 1; x++) {
      int i = y * width + x;
      float m = magnitude[i], before, after;

      switch (axis[i]) {
      case AXIS_E:
        before = magnitude[i - 1];
        after = magnitude[i + 1];
        break;
      case AXIS_SE:
        before = magnitude[i - width - 1];
        after = magnitude[i + width + 1];
        break;
      case AXIS_S:
        before = magnitude[i - width];
        after = magnitude[i + width];
        break;
      default:
        before = magnitude[i - width + 1];
        after = magnitude[i + width - 1];
        break;
      }
      if (m < low || m < before || m <= after)
        out->pixels[i] = NO_EDGE;
      else
        out->pixels[i] = m < high ? WEAK_EDGE : STRONG_EDGE;
    }
  }
}

/* Follows each strong edge into the weak ones that touch it. */
static int trace_edges(struct image *out) {
  int width = out->width, height = out->height;
  int *stack = malloc((size_t)width * (size_t)height * sizeof *stack);
  int top = 0, i, dx, dy;

  if (!stack)
    return -1;
  for (i = 0; i < width * height; i++)
    if (out->pixels[i] == STRONG_EDGE)
      stack[top++] = i;
  while (top > 0) {
    i = stack[--top];
    for (dy = -1; dy <= 1; dy++) {
      for (dx = -1; dx <= 1; dx++) {
        int j = i + dy * width + dx;
        if (out->pixels[j] == WEAK_EDGE) {
          out->pixels[j] = STRONG_EDGE;
          stack[top++] = j;
        }
      }
    }
  }
  free(stack);
  return 0;
}

static long drop_weak_edges(struct image *out) {
  long count = 0;
  int i;

  for (i = 0; i < out->width * out->height; i++) {
    if (out->pixels[i] == STRONG_EDGE)
      count++;
    else
      out->pixels[i] = NO_EDGE;
  }
  return count;
}

long canny(const struct image *in, struct image *out,
           const struct canny_params *params) {
  int width = in->width, height = in->height;
  size_t size = (size_t)width * (size_t)height;
  float kernel[2 * MAX_RADIUS + 1];
  float *tmp, *blurred, *magnitude;
  unsigned char *axis;
  long count = -1;
  int radius;

  if (image_alloc(out, width, height) != 0)
    return -1;
  memset(out->pixels, NO_EDGE, size);
  tmp = malloc(size * sizeof *tmp);
  blurred = malloc(size * sizeof *blurred);
  magnitude = malloc(size * sizeof *magnitude);
  axis = malloc(size);
  if (tmp && blurred && magnitude && axis) {
    radius = make_kernel(kernel, params->sigma);
    gaussian_blur(in, tmp, blurred, kernel, radius);
    gradients(blurred, magnitude, axis, width, height);
    thin_and_class(magnitude, axis, out, params->low, params->high);
    if (trace_edges(out) == 0)
      count = drop_weak_edges(out);
  }
  free(axis);
  free(magnitude);
  free(blurred);
  free(tmp);
  return count;
}
