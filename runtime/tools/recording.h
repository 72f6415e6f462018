/* SPDX-License-Identifier: Apache-2.0
 *
 * For `hocket trace`: what a program had recorded when it ended without writing
 * its trace (FILE.part).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether these are a file's first bytes. */
bool hkt_is_recording(const void *bytes, size_t size);

enum { HKT_PROBLEM_ROOM = 160 };

/* The trace in the trace event format, which is to be freed, and its length;
 * NULL: why not is in `problem`. The bytes are at a multiple of 8. */
char *hkt_recording_to_json(const void *bytes, size_t size, size_t *length,
                            char *problem);

#ifdef __cplusplus
}
#endif
