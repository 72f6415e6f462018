// SPDX-License-Identifier: Apache-2.0
//
// Arguments that are loaded from memory: what they hold may change while the
// loop runs, and what they lead to may be shared.
#include "../../digest.h"

#include <stdlib.h>

struct Image {
  unsigned char *at;
  long pitch;
};
static unsigned char store[40000];
static unsigned char *rows[400];
static struct Image image;
static long offsets[400];
static unsigned char *kept;

/* 32 bytes. */
static void put(int seed, unsigned char *to) {
  for (int k = 0; k < 32; k++)
    to[k] = (unsigned char)(seed * 31 >> (k & 7));
}
static void putAt(int seed, unsigned char *to, long pitch) {
  for (int k = 0; k < pitch; k++)
    to[k] ^= (unsigned char)(seed + k);
}
static void putBack(int seed, unsigned char *to) {
  for (int k = 0; k < 32; k++)
    to[-k] = (unsigned char)(seed * 3 + k);
}
/* Moves what the next call gets. */
static void putAndMove(int seed, unsigned char *to, unsigned char **next) {
  to[0] = (unsigned char)seed;
  *next = to + 1 + (seed & 1);
}
static void keep(int seed, unsigned char *to) {
  if (kept)
    *kept = (unsigned char)seed;
  kept = to;
}

static void one(unsigned char **table, long n, long stride) {
  for (long i = 0; i < n; i++)
    put((int)i, table[0] + i * stride);
}
static void ofStruct(struct Image *of, long n) {
  for (long i = 0; i < n; i++)
    putAt((int)i, of->at + i * of->pitch, of->pitch);
}
static void ofAnother(struct Image *of, long n, long pitch) {
  for (long i = 0; i < n; i++)
    putAt((int)i, of->at + i * pitch, of->pitch);
}
static void each(unsigned char **table, long n) {
  for (long i = 0; i < n; i++)
    put((int)i, table[i]);
}
static void moved(unsigned char **table, long n) {
  for (long i = 0; i < n; i++)
    putAndMove((int)i, table[0], &table[0]);
}
static void fromOffsets(unsigned char *to, long n) {
  for (long i = 0; i < n; i++)
    put((int)i, to + offsets[i]);
}
static void selfChanging(unsigned char *to, long n) {
  for (long i = 0; i + 8 < n; i++)
    putAt((int)i, to + offsets[0], 8 + (offsets[0] = i));
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atoi(argv[1]) : 300;
  rows[0] = store;
  one(rows, n, 32);
  show("apart", store, sizeof store);
  one(rows, n, 31);
  show("by one", store, sizeof store);
  image.at = store + 5;
  image.pitch = 40;
  ofStruct(&image, n);
  ofAnother(&image, n, 40);
  ofAnother(&image, n, 39);
  show("struct", store, sizeof store);
  for (long i = 0; i < n; i++)
    rows[i] = store + 33 * i;
  each(rows, n);
  show("each", store, sizeof store);
  rows[100] = rows[200] + 7;
  each(rows, n);
  show("two meet", store, sizeof store);
  rows[0] = store;
  moved(rows, n);
  printf("moved %ld\n", (long)(rows[0] - store));
  for (long i = 0; i < 400; i++)
    offsets[i] = i * 32 - (i == 77);
  fromOffsets(store, n);
  show("offsets", store, sizeof store);
  selfChanging(store, n);
  show("changing", store, sizeof store);
  image.at = store + 64;
  for (long i = 0; i < n; i++)
    putBack((int)i, image.at + i * 32);
  for (long i = 0; i < n; i++)
    putBack((int)i, image.at + i * 31);
  show("back", store, sizeof store);
  for (long i = 0; i < n; i++)
    keep((int)i, image.at + i);
  show("kept", store, sizeof store);
  return 0;
}
