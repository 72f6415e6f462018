// SPDX-License-Identifier: Apache-2.0
// A stream of audio blocks: decode from mu-law, filter with a resonator that
// carries its state, transform, quantize, and pack into the output.
//
// SMALL: 20
//
// Decoding, transform and quantization are independent for each block; the
// resonator and the packer carry state from block to block: a pipeline.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Block = 256 };

typedef struct {
  float y1, y2;
} Resonator;

typedef struct {
  unsigned bits, crc;
  int used;
  long bytes;
} Packer;

static float cosine[Block][2 * Block];
static float expand[256];

static void prepare(void) {
  for (int k = 0; k < Block; k++)
    for (int i = 0; i < 2 * Block; i++)
      cosine[k][i] = cosf(3.14159265f / Block * ((float)i + 0.5f + Block / 2) *
                          ((float)k + 0.5f));
  for (int c = 0; c < 256; c++) {
    int magnitude = ((c & 15) << 3) + 132;
    magnitude = (magnitude << (c >> 4 & 7)) - 132;
    expand[c] = (float)(c & 128 ? -magnitude : magnitude) / 32768.0f;
  }
}

static void read_block(unsigned char *in, int number) {
  for (int i = 0; i < Block; i++)
    in[i] = (unsigned char)((unsigned)(number * Block + i) * 2654435761u >> 24);
}

static void decode(const unsigned char *in, float *out) {
  for (int i = 0; i < Block; i++)
    out[i] = expand[in[i]];
}

static void resonate(Resonator *r, float *x) {
  for (int i = 0; i < Block; i++) {
    float y = x[i] + 1.6f * r->y1 - 0.8f * r->y2;
    r->y2 = r->y1;
    r->y1 = y;
    x[i] = y;
  }
}

static void transform(const float *before, const float *now, float *out) {
  for (int k = 0; k < Block; k++) {
    float sum = 0.0f;
    for (int i = 0; i < Block; i++)
      sum += before[i] * cosine[k][i];
    for (int i = 0; i < Block; i++)
      sum += now[i] * cosine[k][Block + i];
    out[k] = sum;
  }
}

static void quantize(const float *in, int *out) {
  for (int k = 0; k < Block; k++)
    out[k] = (int)(in[k] * 64.0f / (1.0f + (float)k));
}

static void pack(Packer *p, const int *levels) {
  for (int k = 0; k < Block; k++) {
    unsigned v = levels[k] < 0 ? (unsigned)(-2 * levels[k] - 1)
                               : (unsigned)(2 * levels[k]);
    int length = 1;
    while (v >> length)
      length++;
    p->bits = p->bits << length | v;
    p->used += length;
    while (p->used >= 8) {
      p->used -= 8;
      p->crc = (p->crc << 7 | p->crc >> 25) ^ (p->bits >> p->used & 255);
      p->bytes++;
    }
  }
}

int main(int argc, char **argv) {
  int blocks = argc > 1 ? atoi(argv[1]) : 8000;
  Resonator resonator = {0.0f, 0.0f};
  Packer packer = {0, 1, 0, 0};
  prepare();
  unsigned char in[Block];
  float wave[2][Block] = {{0.0f}}, spectrum[Block];
  int levels[Block];
  for (int b = 0; b < blocks; b++) {
    float *now = wave[b % 2], *before = wave[1 - b % 2];
    read_block(in, b);
    decode(in, now);
    resonate(&resonator, now);
    transform(before, now, spectrum);
    quantize(spectrum, levels);
    pack(&packer, levels);
  }
  printf("%ld bytes, crc %08x, state %.9g\n", packer.bytes, packer.crc,
         resonator.y1);
  return 0;
}
