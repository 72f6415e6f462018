/* SPDX-License-Identifier: Apache-2.0 */
#include "recording.h"

#include "trace/image.h"
#include "trace/print.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)HKT_PROBLEM_ROOM == (int)HKI_PROBLEM_ROOM, "one room");

bool hkt_is_recording(const void *bytes, size_t size) {
  return hki_image_is_record(bytes, size);
}

/* NULL without memory. */
static char *print(const struct hki_image *image, size_t *length) {
  char *text = NULL;
  FILE *file = open_memstream(&text, length);
  bool is_whole = file && hki_trace_print(file, image);
  if (file && fclose(file) != 0)
    is_whole = false;
  if (is_whole)
    return text;
  free(text);
  return NULL;
}

char *hkt_recording_to_json(const void *bytes, size_t size, size_t *length,
                            char *problem) {
  struct hki_image *image = malloc(sizeof *image);
  char *text = NULL;
  if (!image || hki_image_read(image, bytes, size, problem)) {
    text = image ? print(image, length) : NULL;
    if (!text)
      snprintf(problem, HKT_PROBLEM_ROOM, "%s", strerror(ENOMEM));
  }
  free(image);
  return text;
}
