/* SPDX-License-Identifier: Apache-2.0
 *
 * AArch64: spin hint and floating-point environment. `yield` does nothing on
 * most cores; `isb` stalls the front end for some ten cycles, which is what a
 * spin loop wants.
 */
#pragma once

struct hki_fpu {
  unsigned long fpcr;
};

static inline void hki_pause(void) { __asm__ volatile("isb" : : : "memory"); }

/* Whether a thread can go on on another stack, with other modes: not where the
 * processor keeps a stack of return addresses of its own (GCS). CHKFEAT clears
 * the bits of what is on; older processors take it for a hint, and do nothing.
 */
static inline int hki_can_change_stacks(void) {
  register unsigned long long features __asm__("x16") = 1;
  __asm__ volatile("hint #40" : "+r"(features));
  return features != 0;
}

/* A counter that grows evenly, cheap to read; 0 where there is none. */
static inline unsigned long long hki_ticks(void) {
  unsigned long value;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
}

/* All cores count together, at a rate that stays. */
static inline int hki_ticks_are_even(void) { return 1; }

/* The caller's rounding, flushing and trapping modes. */
static inline struct hki_fpu hki_fpu_control(void) {
  struct hki_fpu fpu;
  __asm__ volatile("mrs %0, fpcr" : "=r"(fpu.fpcr));
  return fpu;
}

static inline int hki_fpu_is_same(struct hki_fpu a, struct hki_fpu b) {
  return a.fpcr == b.fpcr;
}

/* The exceptions raised since hki_fpu_adopt. */
static inline unsigned hki_fpu_raised(void) {
  unsigned long fpsr;
  __asm__ volatile("mrs %0, fpsr" : "=r"(fpsr));
  return (unsigned)fpsr & 0x9f;
}

/* Makes `wanted` the caller's modes, with no exception raised. */
static inline void hki_fpu_adopt(struct hki_fpu wanted) {
  if (hki_fpu_control().fpcr != wanted.fpcr)
    __asm__ volatile("msr fpcr, %0" : : "r"(wanted.fpcr));
  if (hki_fpu_raised())
    __asm__ volatile("msr fpsr, %0" : : "r"(0ul));
}

static inline void hki_fpu_raise(unsigned exceptions) {
  unsigned long fpsr;
  __asm__ volatile("mrs %0, fpsr" : "=r"(fpsr));
  if (exceptions & ~fpsr)
    __asm__ volatile("msr fpsr, %0" : : "r"(fpsr | exceptions));
}
