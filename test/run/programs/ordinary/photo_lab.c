// A photo laboratory: grey, histogram equalization, blur, sharpen, median, edges, dithering, scaling, connected areas.
// ARGS: 60 40
// BENCH: 2000 1400
// FLAGS: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../digest.h"

typedef unsigned char u8;

typedef struct {
  int w, h;
  u8 **row;
} Image;

static Image *create(int w, int h) {
  Image *im = malloc(sizeof *im);
  im->w = w;
  im->h = h;
  im->row = malloc(h * sizeof *im->row);
  u8 *all = calloc((size_t)w * h, 1);
  for (int y = 0; y < h; y++)
    im->row[y] = all + (size_t)y * w;
  return im;
}

static void destroy(Image *im) {
  free(im->row[0]);
  free(im->row);
  free(im);
}

static u8 clamp(int v) { return v < 0 ? 0 : v > 255 ? 255 : (u8)v; }

static int at(const Image *im, int x, int y) {
  if (x < 0)
    x = 0;
  if (y < 0)
    y = 0;
  if (x >= im->w)
    x = im->w - 1;
  if (y >= im->h)
    y = im->h - 1;
  return im->row[y][x];
}

static Image *scene(int w, int h) {
  Image *im = create(w, h);
  unsigned noise = 5;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      noise = noise * 69069 + 1;
      int v = (int)(100 + 50 * sin(x / 17.0) + 40 * cos((x + 2 * y) / 23.0)) + (int)(noise >> 28);
      if ((x / 25 + y / 25) % 5 == 0)
        v += 60;
      im->row[y][x] = clamp(v);
    }
  return im;
}

static void equalize(Image *im) {
  int count[256] = {0}, sum = 0;
  u8 map[256];
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      count[im->row[y][x]]++;
  for (int v = 0; v < 256; v++) {
    sum += count[v];
    map[v] = (u8)(255LL * sum / ((long long)im->w * im->h));
  }
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      im->row[y][x] = map[im->row[y][x]];
}

static Image *blur(const Image *im, double sigma) {
  int radius = (int)(3 * sigma);
  double *kernel = malloc((2 * radius + 1) * sizeof *kernel), total = 0;
  Image *half = create(im->w, im->h), *out = create(im->w, im->h);
  for (int k = -radius; k <= radius; k++)
    total += kernel[k + radius] = exp(-k * k / (2 * sigma * sigma));
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) {
      double sum = 0;
      for (int k = -radius; k <= radius; k++)
        sum += kernel[k + radius] * at(im, x + k, y);
      half->row[y][x] = clamp((int)(sum / total + 0.5));
    }
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) {
      double sum = 0;
      for (int k = -radius; k <= radius; k++)
        sum += kernel[k + radius] * at(half, x, y + k);
      out->row[y][x] = clamp((int)(sum / total + 0.5));
    }
  free(kernel);
  destroy(half);
  return out;
}

static void sharpen(Image *im, const Image *soft) {
  for (int y = 0; y < im->h; y++) {
    u8 *p = im->row[y];
    const u8 *q = soft->row[y];
    for (int x = 0; x < im->w; x++, p++, q++)
      *p = clamp(*p + (*p - *q) * 3 / 2);
  }
}

static u8 middle(const Image *im, int x, int y) {
  u8 v[9];
  int n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      v[n++] = (u8)at(im, x + dx, y + dy);
  for (int i = 1; i < 9; i++) {
    u8 key = v[i];
    int j = i - 1;
    while (j >= 0 && v[j] > key) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = key;
  }
  return v[4];
}

static Image *median(const Image *im) {
  Image *out = create(im->w, im->h);
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      out->row[y][x] = middle(im, x, y);
  return out;
}

static Image *edges(const Image *im) {
  Image *out = create(im->w, im->h);
  for (int y = 1; y < im->h - 1; y++)
    for (int x = 1; x < im->w - 1; x++) {
      const u8 *a = im->row[y - 1] + x, *b = im->row[y] + x, *c = im->row[y + 1] + x;
      int gx = a[1] + 2 * b[1] + c[1] - a[-1] - 2 * b[-1] - c[-1];
      int gy = c[-1] + 2 * c[0] + c[1] - a[-1] - 2 * a[0] - a[1];
      out->row[y][x] = clamp((int)sqrt(gx * gx + gy * gy));
    }
  return out;
}

/* Floyd-Steinberg: each pixel's error goes to its neighbours. */
static Image *dither(const Image *im) {
  Image *out = create(im->w, im->h);
  int *error = calloc((size_t)(im->w + 2) * 2, sizeof *error);
  int *now = error, *next = error + im->w + 2;
  for (int y = 0; y < im->h; y++) {
    for (int x = 0; x < im->w; x++) {
      int v = im->row[y][x] + now[x + 1] / 16;
      int bit = v >= 128;
      int e = v - (bit ? 255 : 0);
      out->row[y][x] = bit ? 255 : 0;
      now[x + 2] += 7 * e;
      next[x] += 3 * e;
      next[x + 1] += 5 * e;
      next[x + 2] += e;
    }
    int *swap = now;
    now = next;
    next = swap;
    memset(next, 0, (im->w + 2) * sizeof *next);
  }
  free(error);
  return out;
}

static Image *shrink(const Image *im, int w, int h) {
  Image *out = create(w, h);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int x0 = x * im->w / w, x1 = (x + 1) * im->w / w, y0 = y * im->h / h, y1 = (y + 1) * im->h / h;
      long sum = 0;
      for (int v = y0; v < y1; v++)
        for (int u = x0; u < x1; u++)
          sum += im->row[v][u];
      out->row[y][x] = (u8)(sum / ((x1 - x0) * (y1 - y0)));
    }
  return out;
}

/* Number of bright areas, by union of labels. */
static int areas(const Image *im, int threshold) {
  int n = im->w * im->h, count = 0;
  int *label = malloc(n * sizeof *label);
  for (int i = 0; i < n; i++)
    label[i] = i;
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) {
      if (im->row[y][x] < threshold)
        continue;
      for (int k = 0; k < 2; k++) {
        int nx = x - (k == 0), ny = y - (k == 1);
        if (nx < 0 || ny < 0 || im->row[ny][nx] < threshold)
          continue;
        int a = y * im->w + x, b = ny * im->w + nx;
        while (label[a] != a)
          a = label[a];
        while (label[b] != b)
          b = label[b] = label[label[b]];
        if (a != b)
          label[a] = b;
      }
    }
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      if (im->row[y][x] >= threshold && label[y * im->w + x] == y * im->w + x)
        count++;
  free(label);
  return count;
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 300, h = argc > 2 ? atoi(argv[2]) : 200;
  Image *im = scene(w, h);
  equalize(im);
  Image *soft = blur(im, 2.0);
  sharpen(im, soft);
  Image *clean = median(im), *lines = edges(clean), *dots = dither(clean), *small = shrink(clean, w / 3 + 1, h / 3 + 1);
  show("clean", clean->row[0], (size_t)w * h);
  show("edges", lines->row[0], (size_t)w * h);
  show("dots", dots->row[0], (size_t)w * h);
  show("small", small->row[0], (size_t)small->w * small->h);
  printf("areas %d\n", areas(clean, 150));
  destroy(small);
  destroy(dots);
  destroy(lines);
  destroy(clean);
  destroy(soft);
  destroy(im);
  return 0;
}
