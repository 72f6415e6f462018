/* SPDX-License-Identifier: Apache-2.0
 *
 * In the parent: where heaps of children are, and blocks of theirs that have
 * stayed. Address space set aside, in regions: each child has one for itself,
 * from where those blocks end that stay there. When the program has freed all
 * of a region, it is as new.
 */
#pragma once

#include "speculate/heap/kept.h"

/* Before there are children. The program never gets memory there: what a child
 * finds at an address is its own, or what the parent has. False: no memory. */
bool hki_regions_set_aside(void);

/* For the next child, a region from `first` on. False: there is no room. */
bool hki_regions_choose(unsigned first, struct hki_heap *heap);

/* Makes room for what has been kept. False: no memory. */
bool hki_regions_open(const struct hki_heap *heap, const struct hki_kept *kept);

/* Then: the blocks are there. */
void hki_regions_adopt(const struct hki_heap *heap,
                       const struct hki_kept *kept);

/* It is a block that has stayed. Any thread. */
bool hki_regions_have(const void *block);

/* How much of such a block the program may use. */
size_t hki_regions_room(const void *block);

/* The program has freed such a block. Any thread. True: it is time to tidy. */
bool hki_regions_free(void *block);

/* By the thread whose loops run ahead: memory of regions where nothing stays
 * any more is given back. */
void hki_regions_tidy(void);
