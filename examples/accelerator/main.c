/* A radar that never was: each pulse is compressed by a long filter, which the
 * accelerator of the board can do, while the CPUs smooth the picture of the
 * pulses before. */
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 4096, TAPS = 256, ROWS = 192, COLUMNS = 512 };

static int pulse[SAMPLES + TAPS], taps[TAPS], echo[SAMPLES];
static int picture[ROWS][COLUMNS], smooth[ROWS][COLUMNS];

static void receive(int number) {
  unsigned state = 12345u + (unsigned)number;
  for (int i = 0; i < SAMPLES + TAPS; i++) {
    state = state * 1103515245u + 12345u;
    pulse[i] = (int)(state >> 20 & 255) - 128;
  }
}

static void compress(const int *in, const int *with, int *out) {
  for (int i = 0; i < SAMPLES; i++) {
    int sum = 0;
    for (int k = 0; k < TAPS; k++)
      sum += in[i + k] * with[k];
    out[i] = sum >> 8;
  }
}

static void smoothen(void) {
  for (int y = 1; y < ROWS - 1; y++)
    for (int x = 1; x < COLUMNS - 1; x++) {
      int sum = 0;
      for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
          sum += picture[y + v][x + u] * (4 - 2 * (u != 0) - (v != 0));
      smooth[y][x] = sum / 12;
    }
}

/* The echo becomes a row of the picture. */
static void show(int row) {
  for (int x = 0; x < COLUMNS; x++) {
    int sum = 0;
    for (int i = 0; i < SAMPLES / COLUMNS; i++)
      sum += abs(echo[x * (SAMPLES / COLUMNS) + i]);
    picture[row][x] = sum;
  }
}

int main(int argc, char **argv) {
  int pulses = argc > 1 ? atoi(argv[1]) : 300;
  for (int k = 0; k < TAPS; k++)
    taps[k] = k * 37 % 61 - 30;
  unsigned long long checksum = 0;
  for (int t = 0; t < pulses; t++) {
    receive(t);
#pragma hocket accelerator(correlator, 20000, in(pulse, taps), out(echo))
    compress(pulse, taps, echo);
    smoothen();
    for (int y = 0; y < ROWS; y += 16)
      checksum = checksum * 31 + (unsigned)smooth[y][t % COLUMNS];
    show(t % ROWS);
  }
  printf("%d pulses: %llx\n", pulses, checksum);
  return 0;
}
