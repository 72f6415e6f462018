/* SPDX-License-Identifier: Apache-2.0
 *
 * 32-bit ARM from v7 on with VFP (armhf): spin hint and floating-point
 * environment. FPSCR holds modes (bits 8-26) and raised exceptions (0-4, 7).
 */
#pragma once

struct hki_fpu {
  unsigned fpscr;
};

static inline void hki_pause(void) { __asm__ volatile("yield" : : : "memory"); }

/* Whether a thread can go on on another stack, with other modes. */
static inline int hki_can_change_stacks(void) { return 1; }

/* A counter that grows evenly, cheap to read; 0 where there is none. */
static inline unsigned long long hki_ticks(void) { return 0; }

static inline int hki_ticks_are_even(void) { return 0; }

static inline unsigned hki_fpscr(void) {
  unsigned value;
  __asm__ volatile("vmrs %0, fpscr" : "=r"(value));
  return value;
}

/* The caller's rounding, flushing and trapping modes. */
static inline struct hki_fpu hki_fpu_control(void) {
  return (struct hki_fpu){hki_fpscr() & 0x07ff9f00u};
}

/* Makes `wanted` the caller's modes, with no exception raised. */
static inline void hki_fpu_adopt(struct hki_fpu wanted) {
  if ((hki_fpscr() & 0x07ff9f9fu) != wanted.fpscr)
    __asm__ volatile("vmsr fpscr, %0" : : "r"(wanted.fpscr));
}

static inline int hki_fpu_is_same(struct hki_fpu a, struct hki_fpu b) {
  return a.fpscr == b.fpscr;
}

/* The exceptions raised since hki_fpu_adopt. */
static inline unsigned hki_fpu_raised(void) { return hki_fpscr() & 0x9f; }

static inline void hki_fpu_raise(unsigned exceptions) {
  unsigned old = hki_fpscr();
  if (exceptions & ~old)
    __asm__ volatile("vmsr fpscr, %0" : : "r"(old | exceptions));
}
