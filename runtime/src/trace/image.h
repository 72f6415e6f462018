/* SPDX-License-Identifier: Apache-2.0
 *
 * A recording to be read: that of this process, or a file's bytes, which may be
 * cut off or damaged.
 */
#pragma once

#include "trace/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A piece with names, to look them up by their place in the record. */
struct hki_texts {
  uint64_t offset, size;
  const char *bytes;
};

enum { HKI_MOST_TEXTS = 64 };

struct hki_image {
  const struct hki_recording *head;
  struct hki_moment end;                            /* of the recording */
  uint32_t core_count;                              /* 1 or more */
  const struct hki_buffer *cores[HKI_RECORD_CORES]; /* by id; NULL: none */
  uint32_t missing; /* cores that found no room in the file */
  const struct hki_buffer *spare;
  struct hki_texts texts[HKI_MOST_TEXTS];
  unsigned text_count;
};

/* Whether these are the first bytes of a recording. */
bool hki_image_is_record(const void *bytes, size_t size);

enum { HKI_PROBLEM_ROOM = 160 };

/* Reads a file's bytes, which are at a multiple of 8. False: it cannot be
 * trusted; what is wrong is in `problem`. What is said to be in `image` is then
 * within the bytes, and all numbers are such as the printer can take. */
bool hki_image_read(struct hki_image *image, const void *bytes, size_t size,
                    char problem[static HKI_PROBLEM_ROOM]);

/* The name of a region's task; NULL if there is none. */
const char *hki_image_task(const struct hki_image *image,
                           const struct hki_traced_region *region,
                           uint32_t task);

enum { HKI_NO_TASK = ~0u };

/* The task that signals the flag at this address; HKI_NO_TASK. */
uint32_t hki_image_signaller(const struct hki_image *image,
                             const struct hki_traced_region *region,
                             uint64_t flag);
