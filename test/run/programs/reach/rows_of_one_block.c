// Rows that are parts of one block: apart, in falling and in mixed order, overlapping by one byte or wholly, one row twice,
// two arrays of pointers into one block, rows of which only some are used and others lead nowhere.
#include "../digest.h"

#include <stdlib.h>

#define W 83
#define H 61

typedef unsigned char u8;
typedef struct {
  int w, h;
  u8 **row;
} Image;

static Image *create(int w, int h, int distance) {
  Image *im = malloc(sizeof *im);
  im->w = w;
  im->h = h;
  im->row = malloc((h + 1) * sizeof *im->row);
  int step = distance < 0 ? -distance : distance;
  u8 *all = calloc((size_t)(step + w) * (h + 1), 1);
  for (int y = 0; y < h; y++)
    im->row[y] = all + (size_t)(distance < 0 ? h - 1 - y : y) * step;
  return im;
}

static void fill(Image *im) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      im->row[y][x] = (u8)(7 * y + 3 * x);
}

static void mix(Image *im) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      im->row[y][x] = (u8)(im->row[y][x] * 5 + y + x);
}

static void walk(Image *im, const Image *soft) {
  for (int y = 0; y < im->h; y++) {
    u8 *p = im->row[y];
    const u8 *q = soft->row[y];
    for (int x = 0; x < im->w; x++, p++, q++)
      *p = (u8)(*p * 3 - *q);
  }
}

static void edges(const Image *im, Image *out) {
  for (int y = 1; y < im->h - 1; y++)
    for (int x = 1; x < im->w - 1; x++) {
      const u8 *a = im->row[y - 1] + x, *c = im->row[y + 1] + x;
      out->row[y][x] = (u8)(a[-1] + 2 * a[1] - c[0] + out->row[y][x - 1] * 0);
    }
}

static void plain(const Image *im, u8 *line, int n) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < n; x++)
      im->row[y][x] = (u8)(im->row[y][x] + line[x]);
}

static void some(Image *im, const int *used) {
  for (int y = 0; y < im->h; y++)
    if (used[y])
      for (int x = 0; x < im->w; x++)
        im->row[y][x] = (u8)(im->row[y][x] + used[y]);
}

/* Neighbours that are read only where there are some. */
static void walls(const Image *im, Image *out) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) {
      int sum = im->row[y][x];
      if (y > 0)
        sum += 3 * im->row[y - 1][x];
      if (y + 1 < im->h)
        sum -= im->row[y + 1][x];
      out->row[y][x] = (u8)sum;
    }
}

/* Of the rows behind those that surely are read. */
static void beyond(const Image *im, Image *out, int n) {
  for (int y = 0; y < im->h - 2; y++)
    for (int x = 0; x < im->w; x++) {
      int sum = im->row[y][x];
      if (y < n)
        sum += 5 * im->row[y + 2][x];
      out->row[y][x] = (u8)sum;
    }
}

/* All rows twice in each iteration: read, then written. */
static void columns(Image *im, int n) {
  for (int x = 0; x < im->w; x++) {
    int sum = 0;
    for (int y = 0; y < n; y++)
      sum += im->row[y][x];
    for (int y = 0; y < n; y++)
      im->row[y][x] = (u8)(im->row[y][x] * 3 + sum);
  }
}

/* ... the second time fewer, or others. */
static void some_columns(Image *im, int from, int n) {
  for (int x = 0; x < im->w; x++) {
    int sum = 0;
    for (int y = 0; y < n; y++)
      sum += im->row[y][x];
    for (int y = from; y < im->h; y++)
      im->row[y][x] = (u8)(im->row[y][x] + sum);
  }
}

static u8 *planes[9];
static void collide(int w, const u8 *solid) {
  for (int x = 0; x < w; x++) {
    if (solid[x] % 7 == 3)
      continue;
    int sum = 0;
    for (int q = 0; q < 9; q++)
      sum += planes[q][x];
    for (int q = 0; q < 9; q++)
      planes[q][x] = (u8)(planes[q][x] + sum * q);
  }
}

static void report(const char *name, const Image *im) {
  unsigned long long all = 0;
  for (int y = 0; y < im->h; y++)
    all = all * 31 + digest(im->row[y], im->w);
  printf("%s %016llx\n", name, all);
}

static void work(const char *name, Image *im, const Image *other) {
  fill(im);
  mix(im);
  report(name, im);
  walk(im, other);
  report("  walked", im);
  edges(other, im);
  report("  edges", im);
  edges(im, im);
  report("  edges of itself", im);
  if (im->h > 0)
    plain(im, im->row[im->h / 2], im->w);
  report("  its own line", im);
  walls(other, im);
  report("  walls", im);
  walls(im, im);
  report("  walls of itself", im);
  beyond(other, im, im->h / 2);
  beyond(im, im, im->h);
  report("  beyond", im);
  columns(im, im->h);
  report("  columns", im);
  some_columns(im, 0, im->h / 2);
  some_columns(im, im->h / 3, im->h);
  report("  some columns", im);
  for (int q = 0; q < 9 && im->h > 9; q++)
    planes[q] = im->row[q];
  if (im->h > 9)
    collide(im->w, other->row[2]);
  report("  collide", im);
}

static void all(int w, int h) {
  printf("%d x %d\n", w, h);
  Image *other = create(w, h, w);
  fill(other);
  work("apart", create(w, h, w), other);
  work("far apart", create(w, h, w + 40), other);
  work("falling", create(w, h, -w), other);
  work("overlapping", create(w, h, w > 0 ? w - 1 : 0), other);
  work("falling and overlapping", create(w, h, w > 1 ? 1 - w : 0), other);
  work("one row", create(w, h, 0), other);

  Image *mixed = create(w, h, w);
  for (int y = 0; y + 3 < h; y += 2) {
    u8 *t = mixed->row[y];
    mixed->row[y] = mixed->row[y + 3];
    mixed->row[y + 3] = t;
  }
  work("mixed", mixed, other);
  if (h > 5)
    mixed->row[h - 2] = mixed->row[1];
  work("one row twice", mixed, other);

  Image *same = create(w, h, w);
  for (int y = 0; y < h; y++)
    same->row[y] = other->row[h - 1 - y];
  work("rows of another", same, other);

  Image *holes = create(w, h, w);
  int *used = calloc(h + 1, sizeof *used);
  fill(holes);
  for (int y = 0; y < h; y++)
    used[y] = y % 3;
  u8 *kept = h > 3 ? holes->row[3] : 0;
  if (h > 3)
    holes->row[3] = 0;
  some(holes, used);
  if (h > 3)
    holes->row[3] = kept;
  report("some", holes);
}

int main(void) {
  all(W, H);
  all(W, 0);
  all(0, H);
  all(1, 1);
  all(3, 2);
  all(5, 7);
}
