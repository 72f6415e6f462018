/* SPDX-License-Identifier: Apache-2.0
 *
 * POSIX knows how many processors there are, not how to pin a thread to one.
 */
#include "platform/platform.h"

#include <unistd.h>

unsigned hki_platform_processors(unsigned **list) {
  *list = NULL;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (unsigned)online : 1;
}

long hki_platform_thread_number(void) { return 0; }

void hki_platform_program(char *name, size_t room) {
  (void)room;
  *name = 0;
}

int hki_platform_current(void) { return -1; }

bool hki_platform_pin(hki_thread thread, const unsigned *list, unsigned count) {
  (void)thread;
  (void)list;
  (void)count;
  return false;
}

bool hki_platform_move(unsigned processor) {
  (void)processor;
  return false;
}

size_t hki_platform_own_stack(void) { return 0; }

bool hki_platform_shorten_slice(unsigned long long *before) {
  (void)before;
  return false;
}

void hki_platform_restore_slice(unsigned long long before) { (void)before; }

/* Nothing is known. */
unsigned long hki_platform_interrupted(void) { return 0; }

unsigned hki_platform_set_khz(void) { return 0; }

unsigned long hki_platform_hwcap(unsigned number) {
  (void)number;
  return 0;
}
