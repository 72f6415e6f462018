/* SPDX-License-Identifier: Apache-2.0
 *
 * No processes beside the program: fork() is seen by it, and nobody says what
 * memory there is.
 */
#include "platform/children.h"

#include "platform/platform.h"

#include <stdlib.h>

long hki_platform_split(void) { return -1; }

void hki_platform_be_child(long parent, const unsigned *processors,
                           unsigned count) {
  (void)parent;
  (void)processors;
  (void)count;
}

bool hki_platform_confine(bool is_strict) {
  (void)is_strict;
  return false;
}

void hki_platform_leave(void) { hki_platform_abort(); }

bool hki_platform_has_ended(long child) {
  (void)child;
  return true;
}

void hki_platform_end(long child) { (void)child; }

void hki_platform_tell_end(long child) { (void)child; }

void *hki_platform_reserve(size_t bytes, bool is_shared) {
  (void)bytes;
  (void)is_shared;
  return NULL;
}

void *hki_platform_set_aside(size_t bytes) {
  (void)bytes;
  return NULL;
}

bool hki_platform_open(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
  return false;
}

bool hki_platform_close(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
  return false;
}

void hki_platform_release(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
}

void hki_platform_fill(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
}

void hki_platform_discard(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
}

bool hki_platform_forget(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
  return false;
}

void hki_platform_sleep_shared_for(const unsigned *word, unsigned expected,
                                   unsigned long ns) {
  (void)word;
  (void)expected;
  (void)ns;
}

unsigned long hki_platform_stack_end(void) { return 0; }

int hki_platform_areas(struct hki_area *areas, unsigned room) {
  (void)areas;
  (void)room;
  return -1;
}

unsigned long hki_platform_faults(void) { return 0; }
