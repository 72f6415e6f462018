/* SPDX-License-Identifier: Apache-2.0
 *
 * A recording as a file that Chrome and Perfetto read.
 */
#pragma once

#include "trace/image.h"

#include <stdbool.h>
#include <stdio.h>

/* Writes it in the trace event format; false: not all of it. */
bool hki_trace_print(FILE *file, const struct hki_image *image);
