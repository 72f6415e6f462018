/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of our own.
 */
#pragma once

#include <stddef.h>

/* Zeroed memory of our own, never seen by the program. Ends the program if
 * there is none. */
void *hki_allocate(size_t bytes);
void hki_release(void *block, size_t bytes);
