/* SPDX-License-Identifier: Apache-2.0
 * Reading and writing 8 bit grey images (binary PGM). */
#ifndef PGM_H
#define PGM_H

struct image {
  int width;
  int height;
  unsigned char *pixels; /* height rows of width bytes */
};

/* Both return 0, or -1 after a message on stderr. */
int pgm_read(struct image *image, const char *path);
int pgm_write(const struct image *image, const char *path);

int image_alloc(struct image *image, int width, int height);
void image_free(struct image *image);

#endif
