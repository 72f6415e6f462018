// A picture codec in the manner of JPEG: blocks, cosine transform, quantization, zigzag, run lengths; and back.
// ARGS: 64 48 50
// BENCH: 2400 1600 50
// FLAGS: -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 8

typedef struct {
  int width, height, stride;
  uint8_t *data;
} Plane;

typedef struct {
  uint8_t *bytes;
  size_t used, room;
} Buffer;

static const uint8_t baseTable[64] = {
    16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
    14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
    18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

static double cosine[BLOCK][BLOCK];
static int zigzag[64];
static int table[64];

static void makeTables(int quality) {
  for (int u = 0; u < BLOCK; u++)
    for (int x = 0; x < BLOCK; x++)
      cosine[u][x] = (u == 0 ? sqrt(0.125) : 0.5) * cos((2 * x + 1) * u * M_PI / 16);
  int x = 0, y = 0;
  for (int i = 0; i < 64; i++) {
    zigzag[i] = y * 8 + x;
    if ((x + y) % 2 == 0) {
      if (x == 7)
        y++;
      else if (y == 0)
        x++;
      else
        x++, y--;
    } else {
      if (y == 7)
        x++;
      else if (x == 0)
        y++;
      else
        x--, y++;
    }
  }
  int factor = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  for (int i = 0; i < 64; i++) {
    int q = (baseTable[i] * factor + 50) / 100;
    table[i] = q < 1 ? 1 : q > 255 ? 255 : q;
  }
}

static Plane makePlane(int width, int height) {
  Plane p = {width, height, (width + BLOCK - 1) / BLOCK * BLOCK, NULL};
  size_t rows = (height + BLOCK - 1) / BLOCK * BLOCK;
  p.data = calloc(p.stride * rows, 1);
  if (!p.data)
    exit(1);
  return p;
}

static void paint(Plane *p) {
  for (int y = 0; y < p->height; y++) {
    uint8_t *row = p->data + (size_t)y * p->stride;
    for (int x = 0; x < p->width; x++) {
      double v = 128 + 60 * sin(x * 0.05) * cos(y * 0.03) + 30 * sin((x * x + y * y) * 0.0005);
      row[x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
  }
}

static void loadBlock(const Plane *p, int bx, int by, double block[64]) {
  for (int y = 0; y < BLOCK; y++)
    for (int x = 0; x < BLOCK; x++)
      block[y * 8 + x] = p->data[(size_t)(by * 8 + y) * p->stride + bx * 8 + x] - 128.0;
}

static void forward(const double in[64], double out[64]) {
  double half[64];
  for (int y = 0; y < 8; y++)
    for (int u = 0; u < 8; u++) {
      double sum = 0;
      for (int x = 0; x < 8; x++)
        sum += in[y * 8 + x] * cosine[u][x];
      half[y * 8 + u] = sum;
    }
  for (int v = 0; v < 8; v++)
    for (int u = 0; u < 8; u++) {
      double sum = 0;
      for (int y = 0; y < 8; y++)
        sum += half[y * 8 + u] * cosine[v][y];
      out[v * 8 + u] = sum;
    }
}

static void backward(const double in[64], double out[64]) {
  double half[64];
  for (int v = 0; v < 8; v++)
    for (int x = 0; x < 8; x++) {
      double sum = 0;
      for (int u = 0; u < 8; u++)
        sum += in[v * 8 + u] * cosine[u][x];
      half[v * 8 + x] = sum;
    }
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 8; x++) {
      double sum = 0;
      for (int v = 0; v < 8; v++)
        sum += half[v * 8 + x] * cosine[v][y];
      out[y * 8 + x] = sum;
    }
}

static void transformAll(const Plane *p, int16_t *coefficients) {
  int across = p->stride / 8, down = (p->height + 7) / 8;
  for (int by = 0; by < down; by++)
    for (int bx = 0; bx < across; bx++) {
      double block[64], frequencies[64];
      int16_t *out = coefficients + ((size_t)by * across + bx) * 64;
      loadBlock(p, bx, by, block);
      forward(block, frequencies);
      for (int i = 0; i < 64; i++)
        out[i] = (int16_t)lrint(frequencies[zigzag[i]] / table[zigzag[i]]);
    }
}

static void put(Buffer *b, uint8_t byte) {
  if (b->used == b->room) {
    b->room = b->room ? 2 * b->room : 1024;
    b->bytes = realloc(b->bytes, b->room);
    if (!b->bytes)
      exit(1);
  }
  b->bytes[b->used++] = byte;
}

static void encode(const int16_t *coefficients, size_t blocks, Buffer *out) {
  int last = 0;
  for (size_t n = 0; n < blocks; n++) {
    const int16_t *c = coefficients + n * 64;
    int difference = c[0] - last, run = 0;
    last = c[0];
    put(out, (uint8_t)(difference & 255));
    put(out, (uint8_t)(difference >> 8 & 255));
    for (int i = 1; i < 64; i++) {
      if (c[i] == 0) {
        run++;
        continue;
      }
      put(out, (uint8_t)(run + 1));
      put(out, (uint8_t)(c[i] & 255));
      put(out, (uint8_t)(c[i] >> 8 & 255));
      run = 0;
    }
    put(out, 0);
  }
}

static void decode(const Buffer *in, size_t blocks, int16_t *coefficients) {
  const uint8_t *p = in->bytes;
  int last = 0;
  memset(coefficients, 0, blocks * 64 * sizeof *coefficients);
  for (size_t n = 0; n < blocks; n++) {
    int16_t *c = coefficients + n * 64;
    int at = 0;
    last += (int16_t)(p[0] | p[1] << 8);
    p += 2;
    c[0] = (int16_t)last;
    while (*p) {
      at += *p++;
      c[at] = (int16_t)(p[0] | p[1] << 8);
      p += 2;
    }
    p++;
  }
}

static void rebuild(const int16_t *coefficients, Plane *p) {
  int across = p->stride / 8, down = (p->height + 7) / 8;
  for (int n = 0; n < across * down; n++) {
    double frequencies[64], block[64];
    for (int i = 0; i < 64; i++)
      frequencies[zigzag[i]] = coefficients[(size_t)n * 64 + i] * table[zigzag[i]];
    backward(frequencies, block);
    uint8_t *corner = p->data + (size_t)(n / across) * 8 * p->stride + n % across * 8;
    for (int y = 0; y < 8; y++)
      for (int x = 0; x < 8; x++) {
        double v = block[y * 8 + x] + 128.5;
        corner[(size_t)y * p->stride + x] = v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
      }
  }
}

static double psnr(const Plane *a, const Plane *b) {
  long long sum = 0;
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++) {
      int d = a->data[(size_t)y * a->stride + x] - b->data[(size_t)y * b->stride + x];
      sum += d * d;
    }
  return 10 * log10(255.0 * 255 * a->width * a->height / (sum + 1));
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 320, height = argc > 2 ? atoi(argv[2]) : 200;
  int quality = argc > 3 ? atoi(argv[3]) : 75;
  Plane picture = makePlane(width, height), result = makePlane(width, height);
  size_t blocks = (size_t)(picture.stride / 8) * ((height + 7) / 8);
  int16_t *coefficients = malloc(blocks * 64 * sizeof *coefficients);
  int16_t *read = malloc(blocks * 64 * sizeof *read);
  Buffer stream = {NULL, 0, 0};
  if (!coefficients || !read)
    return 1;
  makeTables(quality);
  paint(&picture);
  transformAll(&picture, coefficients);
  encode(coefficients, blocks, &stream);
  decode(&stream, blocks, read);
  rebuild(read, &result);
  unsigned check = 0;
  for (size_t i = 0; i < stream.used; i++)
    check = check * 31 + stream.bytes[i];
  printf("%zu bytes, check %08x, psnr %.4f\n", stream.used, check, psnr(&picture, &result));
  free(stream.bytes);
  free(read);
  free(coefficients);
  free(picture.data);
  free(result.data);
  return 0;
}
