// Codes a film: motion search by blocks, residual, integer transform, rate by exponential Golomb lengths; frame by frame.
// ARGS: 64 48 3
// BENCH: 1280 704 40
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MB 16
#define RANGE 8

struct frame {
  int width, height;
  uint8_t *y;
};

struct motion {
  int8_t dx, dy;
  unsigned short cost;
};

struct stats {
  long bits;
  long long error;
  int still;
};

static struct frame newFrame(int width, int height) {
  struct frame f = {width, height, malloc((size_t)width * height)};
  if (!f.y)
    exit(1);
  return f;
}

static void film(struct frame *f, int number) {
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++) {
      int v = ((x + 2 * number) * 3 ^ (y + number)) & 127;
      int dx = x - (20 + 3 * number), dy = y - (20 + number);
      if (dx * dx + dy * dy < 150)
        v += 100;
      f->y[y * f->width + x] = (uint8_t)v;
    }
}

static int difference(const uint8_t *a, const uint8_t *b, int stride, int limit) {
  int sum = 0;
  for (int y = 0; y < MB; y++) {
    for (int x = 0; x < MB; x++)
      sum += abs(a[y * stride + x] - b[y * stride + x]);
    if (sum >= limit)
      return sum;
  }
  return sum;
}

static struct motion search(const struct frame *now, const struct frame *before, int bx, int by) {
  struct motion best = {0, 0, 0};
  int bestCost = INT_MAX;
  const uint8_t *block = now->y + (size_t)by * now->width + bx;
  for (int dy = -RANGE; dy <= RANGE; dy++)
    for (int dx = -RANGE; dx <= RANGE; dx++) {
      int x = bx + dx, y = by + dy;
      if (x < 0 || y < 0 || x + MB > now->width || y + MB > now->height)
        continue;
      int cost = 4 * (abs(dx) + abs(dy));
      cost += difference(block, before->y + (size_t)y * now->width + x, now->width, bestCost);
      if (cost < bestCost) {
        bestCost = cost;
        best.dx = (int8_t)dx;
        best.dy = (int8_t)dy;
      }
    }
  best.cost = (unsigned short)(bestCost > 65535 ? 65535 : bestCost);
  return best;
}

static void transform4(int *b, int stride) {
  for (int i = 0; i < 4; i++) {
    int *r = b + i * stride;
    int s0 = r[0] + r[3], s1 = r[1] + r[2], d0 = r[0] - r[3], d1 = r[1] - r[2];
    r[0] = s0 + s1;
    r[1] = 2 * d0 + d1;
    r[2] = s0 - s1;
    r[3] = d0 - 2 * d1;
  }
  for (int i = 0; i < 4; i++) {
    int *c = b + i;
    int s0 = c[0] + c[3 * stride], s1 = c[stride] + c[2 * stride];
    int d0 = c[0] - c[3 * stride], d1 = c[stride] - c[2 * stride];
    c[0] = s0 + s1;
    c[stride] = 2 * d0 + d1;
    c[2 * stride] = s0 - s1;
    c[3 * stride] = d0 - 2 * d1;
  }
}

static int golombBits(int v) {
  unsigned u = v > 0 ? 2u * v - 1 : 2u * -v;
  int bits = 1;
  u++;
  while (u > 1) {
    u >>= 1;
    bits += 2;
  }
  return bits;
}

/* Codes one block against its prediction; leaves the decoded picture in `out`. */
static int codeBlock(const struct frame *now, const struct frame *before, struct frame *out, int bx, int by,
                     struct motion m, int q, long long *error) {
  int residual[MB * MB], bits = golombBits(m.dx) + golombBits(m.dy);
  int stride = now->width;
  const uint8_t *guess = before->y + (size_t)(by + m.dy) * stride + bx + m.dx;
  const uint8_t *block = now->y + (size_t)by * stride + bx;
  uint8_t *to = out->y + (size_t)by * stride + bx;
  for (int y = 0; y < MB; y++)
    for (int x = 0; x < MB; x++)
      residual[y * MB + x] = block[y * stride + x] - guess[y * stride + x];
  for (int y = 0; y < MB; y += 4)
    for (int x = 0; x < MB; x += 4) {
      int copy[16];
      for (int i = 0; i < 16; i++)
        copy[i] = residual[(y + i / 4) * MB + x + i % 4];
      transform4(copy, 4);
      for (int i = 0; i < 16; i++)
        bits += golombBits(copy[i] / (q * 6));
    }
  for (int y = 0; y < MB; y++)
    for (int x = 0; x < MB; x++) {
      int r = residual[y * MB + x];
      int v = guess[y * stride + x] + r / q * q;
      to[y * stride + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
      int d = to[y * stride + x] - block[y * stride + x];
      *error += d * d;
    }
  return bits;
}

static struct stats codeFrame(const struct frame *now, const struct frame *before, struct frame *out,
                              struct motion *field, int q) {
  struct stats s = {0, 0, 0};
  int across = now->width / MB, down = now->height / MB;
  for (int b = 0; b < across * down; b++)
    field[b] = search(now, before, b % across * MB, b / across * MB);
  for (int b = 0; b < across * down; b++) {
    s.bits += codeBlock(now, before, out, b % across * MB, b / across * MB, field[b], q, &s.error);
    if (field[b].dx == 0 && field[b].dy == 0)
      s.still++;
  }
  return s;
}

/* Smooths the borders of the blocks. */
static void deblock(struct frame *f) {
  for (int y = 0; y < f->height; y++)
    for (int x = MB; x < f->width; x += MB) {
      uint8_t *p = f->y + (size_t)y * f->width + x;
      int gap = p[0] - p[-1];
      if (abs(gap) < 12) {
        p[-1] = (uint8_t)(p[-1] + gap / 4);
        p[0] = (uint8_t)(p[0] - gap / 4);
      }
    }
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 176, height = argc > 2 ? atoi(argv[2]) : 144;
  int frames = argc > 3 ? atoi(argv[3]) : 6, q = 6;
  struct frame now = newFrame(width, height), before = newFrame(width, height), out = newFrame(width, height);
  struct motion *field = calloc((size_t)(width / MB) * (height / MB), sizeof *field);
  film(&before, 0);
  memcpy(out.y, before.y, (size_t)width * height);
  for (int n = 1; n < frames; n++) {
    film(&now, n);
    struct stats s = codeFrame(&now, &before, &out, field, q);
    deblock(&out);
    int sumX = 0, sumY = 0;
    for (int b = 0; b < (width / MB) * (height / MB); b++) {
      sumX += field[b].dx;
      sumY += field[b].dy;
    }
    printf("frame %d: %ld bits, error %lld, still %d, motion %d %d, q %d\n", n, s.bits, s.error, s.still, sumX, sumY, q);
    /* Rate control: the next frame's quantizer depends on this frame's bits. */
    if (s.bits > (long)width * height)
      q++;
    else if (q > 2)
      q--;
    struct frame swap = before;
    before = out;
    out = swap;
    memcpy(out.y, before.y, (size_t)width * height);
  }
  free(field);
  free(now.y);
  free(before.y);
  free(out.y);
  return 0;
}
