/* SPDX-License-Identifier: Apache-2.0 */
#include "canny.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct canny_params params = {1.4f, 20.0f, 60.0f};
  struct image in, out;
  long count;

  if (argc != 3 && argc != 6) {
    fprintf(stderr, "usage: %s in.pgm out.pgm [sigma low high]\n", argv[0]);
    return 2;
  }
  if (argc == 6) {
    params.sigma = (float)atof(argv[3]);
    params.low = (float)atof(argv[4]);
    params.high = (float)atof(argv[5]);
    if (params.sigma <= 0.0f) {
      fprintf(stderr, "%s: sigma must be positive\n", argv[0]);
      return 2;
    }
  }
  if (pgm_read(&in, argv[1]) != 0)
    return 1;
  count = canny(&in, &out, &params);
  if (count < 0) {
    fprintf(stderr, "%s: out of memory\n", argv[0]);
    return 1;
  }
  printf("%d x %d pixels, %ld on edges\n", out.width, out.height, count);
  if (pgm_write(&out, argv[2]) != 0)
    return 1;
  image_free(&in);
  image_free(&out);
  return 0;
}
