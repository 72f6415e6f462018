/* SPDX-License-Identifier: Apache-2.0
 *
 * The wait instruction is found once for the process: CPUID takes many
 * microseconds in a virtual machine, and there is one kind of processor (cores
 * of one system that differ have the instructions that all of them have).
 */
#include "waits/doze.h"

#include "arch.h"
#include "doze_instruction.h"
#include "platform/platform.h"

enum { UNKNOWN, NONE, KINDS };

static unsigned doze_kind(void) {
  static unsigned found; /* UNKNOWN, NONE, or KINDS and more */
  unsigned kind = __atomic_load_n(&found, __ATOMIC_RELAXED);
  if (kind == UNKNOWN) {
    kind = hki_doze_kind(hki_platform_hwcap(0), hki_platform_hwcap(1));
    kind = kind ? KINDS + kind : NONE;
    __atomic_store_n(&found, kind, __ATOMIC_RELAXED);
  }
  return kind < KINDS ? 0 : kind - KINDS;
}

bool hki_can_doze(void) { return doze_kind() != 0; }

/* Looks a few times before each reading of the clock. */
void hki_doze(const unsigned *word, unsigned value,
              unsigned long long deadline) {
  unsigned kind = doze_kind();
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) {
    if (hki_platform_clock() >= deadline)
      return;
    if (kind != 0)
      hki_doze_once(kind, word, value);
    for (unsigned i = 0; kind == 0 && i < 16; i++)
      hki_pause();
  }
}
