/* SPDX-License-Identifier: Apache-2.0
 *
 * 32-bit ARM from v7 on: WFE ends when another core stores to what the
 * exclusive load before it has marked. Used only where the kernel has the event
 * stream on, which ends it each 100 us: the wait must end for who has a
 * deadline, too.
 */
#pragma once

/* How to wait for a word, found from AT_HWCAP (EVTSTRM) as Linux gives it; 0:
 * it cannot. */
static inline unsigned hki_doze_kind(unsigned long hwcap,
                                     unsigned long hwcap2) {
  (void)hwcap2;
  return hwcap & 1ul << 21 ? 1 : 0;
}

/* Returns when `*word` is not, or no more, `value`; after 100 us at most; or
 * for no reason. */
static inline void hki_doze_once(unsigned kind, const unsigned *word,
                                 unsigned value) {
  unsigned seen;
  __asm__ volatile("ldrex %0, %1" : "=r"(seen) : "Q"(*word) : "memory");
  __asm__ volatile("dmb ish" : : : "memory");
  if (kind != 0 && seen == value)
    __asm__ volatile("wfe" : : : "memory");
}
