/* SPDX-License-Identifier: Apache-2.0
 *
 * 64-bit RISC-V with F and D: spin hint (`pause` of Zihintpause, a fence that
 * does nothing on older cores) and floating-point environment: `frm` has the
 * rounding mode, `fflags` the raised exceptions.
 */
#pragma once

struct hki_fpu {
  unsigned long frm;
};

static inline void hki_pause(void) {
  __asm__ volatile(".4byte 0x0100000f" : : : "memory");
}

/* Whether a thread can go on on another stack, with other modes. */
static inline int hki_can_change_stacks(void) { return 1; }

/* A counter that grows evenly, cheap to read; 0 where there is none. */
static inline unsigned long long hki_ticks(void) {
  unsigned long value;
  __asm__ volatile("rdtime %0" : "=r"(value));
  return value;
}

/* All cores count together, at a rate that stays. */
static inline int hki_ticks_are_even(void) { return 1; }

/* The caller's rounding mode. */
static inline struct hki_fpu hki_fpu_control(void) {
  struct hki_fpu fpu;
  __asm__ volatile("frrm %0" : "=r"(fpu.frm));
  return fpu;
}

static inline int hki_fpu_is_same(struct hki_fpu a, struct hki_fpu b) {
  return a.frm == b.frm;
}

/* The exceptions raised since hki_fpu_adopt. */
static inline unsigned hki_fpu_raised(void) {
  unsigned long flags;
  __asm__ volatile("frflags %0" : "=r"(flags));
  return (unsigned)flags;
}

/* Makes `wanted` the caller's mode, with no exception raised. */
static inline void hki_fpu_adopt(struct hki_fpu wanted) {
  if (hki_fpu_control().frm != wanted.frm)
    __asm__ volatile("fsrm %0" : : "r"(wanted.frm));
  if (hki_fpu_raised())
    __asm__ volatile("fsflags %0" : : "r"(0ul));
}

static inline void hki_fpu_raise(unsigned exceptions) {
  unsigned old = hki_fpu_raised();
  if (exceptions & ~old)
    __asm__ volatile("fsflags %0" : : "r"((unsigned long)(old | exceptions)));
}
