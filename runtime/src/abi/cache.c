/* SPDX-License-Identifier: Apache-2.0
 *
 * Caches of clusters that are not coherent: a system of one kernel for all
 * cores has none, so there is nothing to be done. A port to a chip without such
 * a system has its own file in the place of this one. */
#include "hocket/abi.h"

#include "hocket/abi_clusters.h"

void hk_cache_write_back(const volatile void *first, unsigned long bytes) {
  (void)first, (void)bytes;
}

void hk_cache_invalidate(const volatile void *first, unsigned long bytes) {
  (void)first, (void)bytes;
}

void hk_cache_write_back_all(void) {}

void hk_cache_invalidate_all(void) {}

int hk_is_at_line(const volatile void *address, unsigned long bytes) {
  return (unsigned long)address % bytes == 0;
}
