/* SPDX-License-Identifier: Apache-2.0
 *
 * What memory the process has. A child asks which of it others have too; the
 * parent, before it reads or writes where a child has been, whether there is
 * anything: its own iterations may have unmapped it.
 */
#pragma once

#include "platform/children.h"

struct hki_memory {
  struct hki_area *areas; /* in order */
  unsigned count, room;
  unsigned last; /* that was asked for */
};

/* Makes room. False: there is none. */
bool hki_memory_make(struct hki_memory *memory);

/* Looks. False: it cannot be known. */
bool hki_memory_look(struct hki_memory *memory);

/* The 8 bytes at an address that is a multiple of 8 can be read, and written.
 */
bool hki_memory_may_read(struct hki_memory *memory, unsigned long at);
bool hki_memory_may_write(struct hki_memory *memory, unsigned long at);

/* Knows from now on only the areas that other processes have too. */
void hki_memory_keep_shared(struct hki_memory *memory);

/* Nothing can be written to what it knows; as before again. False: that is not
 * possible. */
bool hki_memory_close_shared(const struct hki_memory *memory);
void hki_memory_open_shared(const struct hki_memory *memory);

/* There is an area around this address. */
bool hki_memory_has(struct hki_memory *memory, unsigned long at);
