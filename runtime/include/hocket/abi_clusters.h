/* SPDX-License-Identifier: Apache-2.0
 *
 * What emitted C calls beside abi.h where its regions have cores of clusters
 * that nobody keeps coherent (--incoherent-clusters). This text is also pasted
 * into preprocessed units, as abi.h is.
 *
 * All clusters have the same memory at the same addresses, each its own caches.
 * Within a cluster these are coherent, and what is said here of a line holds
 * for all caches of the cluster. A core sees what cores of other clusters have
 * written after these have written it back, and its own cluster has dropped
 * what it had of it. A line is written back as a whole.
 *
 * The flags of such regions stand in the section `hk_uncached`, which the
 * program's linker script puts where no cache keeps it. On a machine whose
 * caches are all coherent, as under Linux, the calls do nothing.
 */
#pragma once

/* Dirty lines of these bytes are written to memory, and are clean then. */
void hk_cache_write_back(
    const volatile void *first,
    unsigned long bytes) __asm__("__hocket_cache_write_back");

/* No line of these bytes stays in the cluster's caches; dirty ones are written
 * to memory before that. Other cores of the cluster may write to the same lines
 * meanwhile, and lose nothing. */
void hk_cache_invalidate(
    const volatile void *first,
    unsigned long bytes) __asm__("__hocket_cache_invalidate");

/* The same of all lines. */
void hk_cache_write_back_all(void) __asm__("__hocket_cache_write_back_all");
void hk_cache_invalidate_all(void) __asm__("__hocket_cache_invalidate_all");

/* A line of `bytes` begins there. Out of line, so that compilers do not answer
 * from what a declaration promises. */
int hk_is_at_line(const volatile void *address,
                  unsigned long bytes) __asm__("__hocket_is_at_line");

/* As hk_run, where the region's cores are of several clusters: that of core c
 * is clusters[c], that of the entering thread 0. The programs get a copy of the
 * frame, of `bytes`, that no cache keeps; what they leave in it is copied back.
 * While it runs, the runtime writes to no line of memory that the program's own
 * objects are in. Returns 0, having done nothing, where the runtime cannot. */
int hk_run_clusters(
    struct hk_region *region, void *frame, unsigned long bytes,
    const unsigned char *clusters) __asm__("__hocket_run_clusters");
