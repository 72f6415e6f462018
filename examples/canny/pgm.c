/* SPDX-License-Identifier: Apache-2.0 */
#include "pgm.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* The next number of a PGM header; comments run from '#' to the end of line. */
static int read_number(FILE *file) {
  int c = fgetc(file);
  int value = 0;

  while (isspace(c) || c == '#') {
    if (c == '#')
      while (c != '\n' && c != EOF)
        c = fgetc(file);
    c = fgetc(file);
  }
  if (!isdigit(c))
    return -1;
  while (isdigit(c) && value < 100000000) {
    value = 10 * value + (c - '0');
    c = fgetc(file);
  }
  return value;
}

int image_alloc(struct image *image, int width, int height) {
  image->width = width;
  image->height = height;
  image->pixels = malloc((size_t)width * (size_t)height);
  if (!image->pixels) {
    fprintf(stderr, "out of memory for an image of %d x %d\n", width, height);
    return -1;
  }
  return 0;
}

void image_free(struct image *image) {
  free(image->pixels);
  image->pixels = NULL;
}

int pgm_read(struct image *image, const char *path) {
  FILE *file = fopen(path, "rb");
  int width, height, maxval;
  size_t size;

  if (!file) {
    perror(path);
    return -1;
  }
  if (fgetc(file) != 'P' || fgetc(file) != '5') {
    fprintf(stderr, "%s: not a binary PGM file\n", path);
    fclose(file);
    return -1;
  }
  width = read_number(file);
  height = read_number(file);
  maxval = read_number(file);
  if (width < 1 || height < 1 || width > 65535 || height > 65535 ||
      maxval != 255) {
    fprintf(stderr, "%s: bad size or depth in the header\n", path);
    fclose(file);
    return -1;
  }
  if (image_alloc(image, width, height) != 0) {
    fclose(file);
    return -1;
  }
  size = (size_t)width * (size_t)height;
  if (fread(image->pixels, 1, size, file) != size) {
    fprintf(stderr, "%s: file is too short\n", path);
    image_free(image);
    fclose(file);
    return -1;
  }
  fclose(file);
  return 0;
}

int pgm_write(const struct image *image, const char *path) {
  FILE *file = fopen(path, "wb");
  size_t size = (size_t)image->width * (size_t)image->height;
  int failed;

  if (!file) {
    perror(path);
    return -1;
  }
  failed = fprintf(file, "P5\n%d %d\n255\n", image->width, image->height) < 0 ||
           fwrite(image->pixels, 1, size, file) != size;
  failed |= fclose(file) != 0;
  if (failed) {
    fprintf(stderr, "%s: write error\n", path);
    return -1;
  }
  return 0;
}
