/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: its heap. Blocks of its own are no memory that the parent knows;
 * so all of them have to be freed when it ends.
 */
#pragma once

#include <stdbool.h>

/* In the parent, before there are children: where their heaps are to be. The
 * program never gets memory there: what a child finds at an address is its own,
 * or what the parent has. False: no memory. */
bool hki_arena_set_aside(void);

/* Before the first iteration, and before hki_shadow_start. False: no memory. */
bool hki_arena_start(void);

/* No block is left. */
bool hki_arena_is_empty(void);
