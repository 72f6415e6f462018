/* SPDX-License-Identifier: Apache-2.0
 *
 * 64-bit RISC-V: instructions that wait for a word (Zawrs) are not used yet, as
 * few chips have them.
 */
#pragma once

/* How to wait for a word, found from what the kernel tells of the processor
 * (AT_HWCAP, AT_HWCAP2); 0: it cannot. */
static inline unsigned hki_doze_kind(unsigned long hwcap,
                                     unsigned long hwcap2) {
  (void)hwcap;
  (void)hwcap2;
  return 0;
}

/* Returns when `*word` is not, or no more, `value`; after some microseconds; or
 * for no reason. */
static inline void hki_doze_once(unsigned kind, const unsigned *word,
                                 unsigned value) {
  (void)kind;
  (void)word;
  (void)value;
}
