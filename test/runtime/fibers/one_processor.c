/* SPDX-License-Identifier: Apache-2.0
 *
 * Linked into a test, leaves it one processor for all of its cores: they are
 * fibers of one thread.
 */
#define _GNU_SOURCE
#include "processors.h"

__attribute__((constructor)) static void leave_one(void) {
  keep_processors(1);
  setenv("HOCKET_CORES", "64", 0);
}
