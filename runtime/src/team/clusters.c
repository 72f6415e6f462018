/* SPDX-License-Identifier: Apache-2.0
 *
 * Entering a region with cores of several clusters, where all caches are
 * coherent: as any other. Beside cache.c what a port replaces. */
#include "hocket/abi.h"

#include "hocket/abi_clusters.h"

int hk_run_clusters(struct hk_region *region, void *frame, unsigned long bytes,
                    const unsigned char *clusters) {
  (void)bytes, (void)clusters;
  return hk_run(region, frame);
}
