/* SPDX-License-Identifier: Apache-2.0
 * Independent studies of unlike data. */
#ifndef PHASES_H
#define PHASES_H

#include <stddef.h>
#include <stdint.h>

/* signal.c */
#define LAGS 256
void signal_generate(float *signal, int length);
void signal_autocorrelation(const float *signal, int length,
                            double *correlation);
int signal_period(const double *correlation);

/* records.c */
struct record {
  uint32_t key;
  uint32_t value;
};
void records_generate(struct record *records, int count);
void records_sort(struct record *records, struct record *scratch, int count);
uint64_t records_digest(const struct record *records, int count);

/* blob.c */
void blob_generate(unsigned char *blob, size_t size);
uint32_t blob_crc32(const unsigned char *blob, size_t size);

/* image.c */
struct image_stats {
  double mean;
  double deviation;
  int median;
  int darkest;
  int brightest;
};
void image_generate(unsigned char *pixels, int width, int height);
void image_study(const unsigned char *pixels, int count,
                 struct image_stats *stats);

/* text.c */
#define TEXT_BUCKETS 4096
struct text_stats {
  long words;
  long longest;
  uint32_t fullest_bucket;
  uint32_t fullest_count;
  uint64_t digest;
};
void text_generate(char *text, size_t size);
void text_study(const char *text, size_t size, struct text_stats *stats);

#endif
