// SPDX-License-Identifier: Apache-2.0
/* chromakey: composites an actor filmed before a green screen over a new
 * background.  For each frame a matte is pulled from the colour difference,
 * eroded, feathered and smoothed over time; green spill is removed. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define MAT(p, y, x) ((p)[(size_t)(y) * W + (x)])

typedef struct { uint8_t r, g, b; } rgb;

static int W = 640, H = 360, FRAMES = 120;
static rgb *film, *backdrop, *result;
static float *matte, *eroded, *blurtmp, *previous;
static int have_previous = 0;

static uint32_t hash2(uint32_t x, uint32_t y)
{
  uint32_t h = x * 374761393u + y * 668265263u;
  h = (h ^ (h >> 13)) * 1274126177u;
  return h ^ (h >> 16);
}

static uint8_t sat(float v)
{
  if (v < 0) return 0;
  if (v > 255) return 255;
  return (uint8_t)(v + 0.5f);
}

static void shoot_frame(int t)
{
  float cx = W * (0.5f + 0.3f * sinf(t * 0.11f)), cy = H * 0.55f;
  float hx = cx + 10 * sinf(t * 0.4f), hy = H * 0.28f;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int noise = (int)(hash2(x + 977 * t, y) & 15) - 8;
      float bx = (x - cx) / (W * 0.10f), by = (y - cy) / (H * 0.33f);
      float dx = (x - hx) / (W * 0.05f), dy = (y - hy) / (H * 0.12f);
      float body = bx * bx + by * by, head = dx * dx + dy * dy;
      rgb c;
      if (head < 1.0f) {
        c.r = sat(210 + noise); c.g = sat(165 + noise + 12 * head); c.b = sat(140 + noise);
      } else if (body < 1.0f) {
        c.r = sat(60 + noise); c.g = sat(60 + 50 * body + noise); c.b = sat(150 + noise);
      } else {
        float vign = 1.0f - 0.25f * fabsf((float)x / W - 0.5f);
        c.r = sat(40 * vign + noise); c.g = sat(190 * vign + noise); c.b = sat(50 * vign + noise);
      }
      MAT(film, y, x) = c;
    }
}

static void paint_backdrop(void)
{
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      rgb *c = &MAT(backdrop, y, x);
      c->r = (uint8_t)(120 + 100 * y / H);
      c->g = (uint8_t)(90 + (hash2(x / 8, y / 8) & 31));
      c->b = (uint8_t)(200 - 120 * y / H);
    }
}

static void pull_matte(void)
{
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      rgb c = MAT(film, y, x);
      float m = c.r > c.b ? c.r : c.b;
      float diff = (c.g - m) / 255.0f;
      float a = 1.0f - (diff - 0.08f) / 0.30f;
      MAT(matte, y, x) = a < 0 ? 0 : a > 1 ? 1 : a;
    }
}

static void erode(int r)
{
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      float lo = 1.0f;
      for (int j = -r; j <= r; j++) {
        int yy = y + j;
        if (yy < 0 || yy >= H) continue;
        for (int i = -r; i <= r; i++) {
          int xx = x + i;
          if (xx < 0 || xx >= W) continue;
          float v = MAT(matte, yy, xx);
          if (v < lo) lo = v;
        }
      }
      MAT(eroded, y, x) = lo;
    }
}

static void feather(const float *k, int r)
{
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      float s = 0;
      for (int i = -r; i <= r; i++) {
        int xx = x + i < 0 ? 0 : x + i >= W ? W - 1 : x + i;
        s += k[i + r] * MAT(eroded, y, xx);
      }
      MAT(blurtmp, y, x) = s;
    }
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      float s = 0;
      for (int i = -r; i <= r; i++) {
        int yy = y + i < 0 ? 0 : y + i >= H ? H - 1 : y + i;
        s += k[i + r] * MAT(blurtmp, yy, x);
      }
      MAT(matte, y, x) = s;
    }
}

static void smooth_in_time(void)
{
  if (have_previous)
    for (long i = 0; i < (long)W * H; i++)
      matte[i] = 0.75f * matte[i] + 0.25f * previous[i];
  memcpy(previous, matte, sizeof(float) * W * H);
  have_previous = 1;
}

/* returns the number of pixels with partial coverage */
static long composite(void)
{
  long partial = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      rgb f = MAT(film, y, x), b = MAT(backdrop, y, x), *o = &MAT(result, y, x);
      float a = MAT(matte, y, x), g = f.g;
      float limit = 0.5f * (f.r + f.b);
      if (g > limit + 10) g = limit + 10;      /* spill */
      o->r = sat(a * f.r + (1 - a) * b.r);
      o->g = sat(a * g + (1 - a) * b.g);
      o->b = sat(a * f.b + (1 - a) * b.b);
      if (a > 0.02f && a < 0.98f) partial++;
    }
  return partial;
}

static uint32_t digest(void)
{
  uint32_t s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      rgb c = MAT(result, y, x);
      s += (c.r + 3u * c.g + 7u * c.b) * (uint32_t)(x * 5 + y * 11 + 1);
    }
  return s;
}

int main(int argc, char **argv)
{
  if (argc > 1) FRAMES = atoi(argv[1]);
  if (argc > 3) { W = atoi(argv[2]); H = atoi(argv[3]); }
  size_t n = (size_t)W * H;
  film = malloc(n * sizeof(rgb)); backdrop = malloc(n * sizeof(rgb)); result = malloc(n * sizeof(rgb));
  matte = malloc(n * sizeof(float)); eroded = malloc(n * sizeof(float));
  blurtmp = malloc(n * sizeof(float)); previous = malloc(n * sizeof(float));
  if (!film || !backdrop || !result || !matte || !eroded || !blurtmp || !previous) {
    perror("chromakey");
    return 1;
  }
  float kernel[9], total = 0;
  for (int i = 0; i < 9; i++) total += kernel[i] = expf(-(i - 4) * (i - 4) / 8.0f);
  for (int i = 0; i < 9; i++) kernel[i] /= total;
  paint_backdrop();
  uint32_t all = 1;
  for (int t = 0; t < FRAMES; t++) {
    shoot_frame(t);
    pull_matte();
    erode(2);
    feather(kernel, 4);
    smooth_in_time();
    long partial = composite();
    uint32_t d = digest();
    all = all * 31 + d;
    if (t % 6 == 0) printf("frame %3d  edge pixels %6ld  digest %08x\n", t, partial, d);
  }
  printf("%d frames %dx%d, digest %08x\n", FRAMES, W, H, all);
  return 0;
}
