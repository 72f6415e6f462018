/* SPDX-License-Identifier: Apache-2.0
 *
 * x86-64: UMONITOR and UMWAIT (CPUID leaf 7, WAITPKG), or MONITORX and MWAITX
 * (AMD, leaf 0x80000001). The address is armed, then the word looked at: a
 * store after that look ends the wait, one before it is seen by it.
 */
#pragma once

#include <cpuid.h>

enum { HKI_UMWAIT = 1, HKI_MWAITX = 2, HKI_DOZE_TICKS = 20000 };

/* How to wait for a word, found by CPUID; 0: it cannot. */
static inline unsigned hki_doze_kind(unsigned long hwcap,
                                     unsigned long hwcap2) {
  unsigned a, b, c, d;
  (void)hwcap;
  (void)hwcap2;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & 1u << 5))
    return HKI_UMWAIT;
  if (__get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & 1u << 29))
    return HKI_MWAITX;
  return 0;
}

/* In C0.1 (control bit 0), from which a core comes back faster than from C0.2.
 */
__attribute__((target("waitpkg"))) static inline void
hki_umwait(const unsigned *word, unsigned value) {
  unsigned long long end = __builtin_ia32_rdtsc() + HKI_DOZE_TICKS;
  __asm__ volatile("umonitor %0" : : "r"(word) : "memory");
  if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
    __asm__ volatile("umwait %0"
                     :
                     : "r"(1u), "a"((unsigned)end), "d"((unsigned)(end >> 32))
                     : "memory", "cc");
}

/* ECX bit 1: EBX holds the most ticks to wait. */
__attribute__((target("mwaitx"))) static inline void
hki_mwaitx(const unsigned *word, unsigned value) {
  __asm__ volatile("monitorx" : : "a"(word), "c"(0u), "d"(0u) : "memory");
  if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
    __asm__ volatile("mwaitx"
                     :
                     : "a"(0u), "b"((unsigned)HKI_DOZE_TICKS), "c"(2u)
                     : "memory");
}

/* Returns when `*word` is not, or no more, `value`; after some microseconds; or
 * for no reason. */
static inline void hki_doze_once(unsigned kind, const unsigned *word,
                                 unsigned value) {
  if (kind == HKI_UMWAIT)
    hki_umwait(word, value);
  else if (kind == HKI_MWAITX)
    hki_mwaitx(word, value);
}
