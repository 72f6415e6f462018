// SPDX-License-Identifier: Apache-2.0
// A film through four stages: a frame is drawn, filtered, coded with a
// quantizer that follows the fill of a buffer, and its codes go into one
// stream.
//
// SMALL: 48 40 8
//
// Drawing and filtering are independent for each frame; the coder carries the
// buffer from frame to frame, and the stream is written in order: a pipeline.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int width, height;
  unsigned char *raw;
  unsigned char *smooth;
} Frame;

typedef struct {
  long fill;
  int quantizer;
  unsigned checksum;
  long bytes;
} Stream;

static void draw(Frame *f, int number) {
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++) {
      unsigned h = (unsigned)(x * 31 + y * 17 + number * 101) * 2654435761u;
      f->raw[y * f->width + x] =
          (unsigned char)((x + y + number * 3) / 4 % 200 + (h >> 28));
    }
}

static void smooth(Frame *f) {
  int w = f->width;
  for (int y = 2; y < f->height - 2; y++)
    for (int x = 2; x < w - 2; x++) {
      int sum = 0;
      for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
          sum += f->raw[(y + dy) * w + x + dx] * (3 - abs(dy)) * (3 - abs(dx));
      f->smooth[y * w + x] = (unsigned char)(sum / 81);
    }
}

static void put(Stream *s, int symbol) {
  s->checksum = (s->checksum << 5 | s->checksum >> 27) ^ (unsigned)symbol;
  s->bytes++;
}

static void code(Stream *s, const Frame *f) {
  long before = s->bytes;
  int last = 0, run = 0;
  for (int i = 0; i < f->width * f->height; i++) {
    int v = f->smooth[i] / s->quantizer;
    if (v == last && run < 255) {
      run++;
      continue;
    }
    put(s, run);
    put(s, v);
    last = v;
    run = 0;
  }
  s->fill += s->bytes - before - (long)f->width * f->height / 6;
  if (s->fill > 0 && s->quantizer < 32)
    s->quantizer++;
  else if (s->fill < 0 && s->quantizer > 1)
    s->quantizer--;
}

int main(int argc, char **argv) {
  int width = argc > 3 ? atoi(argv[1]) : 640,
      height = argc > 3 ? atoi(argv[2]) : 480;
  int frames = argc > 3 ? atoi(argv[3]) : 500;
  Stream stream = {0, 8, 1, 0};
  Frame f = {width, height, malloc((size_t)width * height),
             calloc(width, height)};
  if (!f.raw || !f.smooth)
    return 1;
  for (int n = 0; n < frames; n++) {
    draw(&f, n);
    smooth(&f);
    code(&stream, &f);
  }
  free(f.raw);
  free(f.smooth);
  printf("%ld bytes, checksum %08x, quantizer %d\n", stream.bytes,
         stream.checksum, stream.quantizer);
  return 0;
}
