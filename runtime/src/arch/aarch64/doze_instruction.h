/* SPDX-License-Identifier: Apache-2.0
 *
 * AArch64: WFE ends when another core stores to what the exclusive load before
 * it has marked; WFET (FEAT_WFxT) after some time as well. Plain WFE is used
 * only where the kernel has the event stream on, which ends it each 100 us: the
 * wait must end for who has a deadline, too.
 */
#pragma once

enum { HKI_WFE = 1, HKI_WFET = 2 };

/* How to wait for a word, found from AT_HWCAP (EVTSTRM) and AT_HWCAP2 (WFXT) as
 * Linux gives them; 0: it cannot. */
static inline unsigned hki_doze_kind(unsigned long hwcap,
                                     unsigned long hwcap2) {
  return hwcap2 & 1ul << 31 ? HKI_WFET : hwcap & 1ul << 2 ? HKI_WFE : 0;
}

static inline unsigned hki_load_marked(const unsigned *word) {
  unsigned value;
  __asm__ volatile("ldaxr %w0, %1" : "=r"(value) : "Q"(*word) : "memory");
  return value;
}

/* Some 10 us of the generic timer's ticks, 1 at least. */
static inline unsigned long hki_doze_end(void) {
  unsigned long now, rate;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
  __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(rate));
  return now + rate / 100000 + 1;
}

/* Returns when `*word` is not, or no more, `value`; after some time, at most
 * 100 us; or for no reason. The register behind s0_3_c1_c0_0 is how assemblers
 * that do not know WFET spell it. */
static inline void hki_doze_once(unsigned kind, const unsigned *word,
                                 unsigned value) {
  unsigned long end = kind == HKI_WFET ? hki_doze_end() : 0;
  if (hki_load_marked(word) != value)
    return;
  if (kind == HKI_WFET)
    __asm__ volatile("msr s0_3_c1_c0_0, %0" : : "r"(end) : "memory");
  else if (kind == HKI_WFE)
    __asm__ volatile("wfe" : : : "memory");
}
