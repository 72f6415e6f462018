/* SPDX-License-Identifier: Apache-2.0
 *
 * phases SCALE [out.txt]: five studies that have nothing to do with each
 * other, then one report of all. */
#include "phases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  double correlation[LAGS];
  struct image_stats image;
  struct text_stats text_result;
  struct record *records, *scratch;
  float *signal;
  unsigned char *blob, *pixels;
  char *text;
  uint64_t sorted, all;
  uint32_t crc;
  int scale, length, count, width, height, period;
  size_t blob_size, text_size;
  FILE *out = stdout;

  if (argc < 2 || argc > 3 || (scale = atoi(argv[1])) < 1 || scale > 1000) {
    fprintf(stderr, "usage: %s SCALE (1 to 1000) [out.txt]\n", argv[0]);
    return 2;
  }
  length = 2500 * scale;
  count = 12000 * scale;
  blob_size = (size_t)400000 * (size_t)scale;
  width = 500;
  height = 800 * scale;
  text_size = (size_t)170000 * (size_t)scale;
  signal = malloc((size_t)length * sizeof *signal);
  records = malloc((size_t)count * sizeof *records);
  scratch = malloc((size_t)count * sizeof *scratch);
  blob = malloc(blob_size);
  pixels = malloc((size_t)width * (size_t)height);
  text = malloc(text_size);
  if (!signal || !records || !scratch || !blob || !pixels || !text) {
    fprintf(stderr, "%s: out of memory\n", argv[0]);
    return 1;
  }

  signal_generate(signal, length);
  signal_autocorrelation(signal, length, correlation);
  period = signal_period(correlation);

  records_generate(records, count);
  records_sort(records, scratch, count);
  sorted = records_digest(records, count);

  blob_generate(blob, blob_size);
  crc = blob_crc32(blob, blob_size);

  image_generate(pixels, width, height);
  image_study(pixels, width * height, &image);

  text_generate(text, text_size);
  text_study(text, text_size, &text_result);

  all = sorted ^ crc ^ text_result.digest ^ (uint64_t)period << 40 ^
        (uint64_t)image.median << 50;
  if (argc == 3 && !(out = fopen(argv[2], "w"))) {
    perror(argv[2]);
    return 1;
  }
  fprintf(out, "signal  period %d, power %.6f\n", period,
          correlation[0] / length);
  fprintf(out,
          "records digest %016" PRIx64 ", keys %" PRIu32 " to %" PRIu32 "\n",
          sorted, records[0].key, records[count - 1].key);
  fprintf(out, "blob    crc %08" PRIx32 "\n", crc);
  fprintf(out, "image   mean %.6f, deviation %.6f, median %d, from %d to %d\n",
          image.mean, image.deviation, image.median, image.darkest,
          image.brightest);
  fprintf(out,
          "text    %ld words, longest %ld, bucket %" PRIu32 " has %" PRIu32
          ", digest %016" PRIx64 "\n",
          text_result.words, text_result.longest, text_result.fullest_bucket,
          text_result.fullest_count, text_result.digest);
  fprintf(out, "all     %016" PRIx64 "\n", all);
  if (out != stdout && fclose(out) != 0) {
    fprintf(stderr, "%s: write error\n", argv[2]);
    return 1;
  }
  free(signal);
  free(records);
  free(scratch);
  free(blob);
  free(pixels);
  free(text);
  return 0;
}
