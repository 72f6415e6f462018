/* SPDX-License-Identifier: Apache-2.0
 *
 * x86-64: spin hint and floating-point environment. The SSE unit has control
 * and status in MXCSR (status in the low six bits); long double uses the x87
 * unit, with the same six status bits. fetestexcept() joins both, so raising
 * all in MXCSR is enough.
 */
#pragma once

#include <cpuid.h>

struct hki_fpu {
  unsigned mxcsr;
  unsigned short x87;
};

static inline void hki_pause(void) { __builtin_ia32_pause(); }

/* Whether a thread can go on on another stack, with other modes: not where the
 * processor keeps a stack of return addresses of its own (CET). Where it does
 * not, the instruction does nothing. */
static inline int hki_can_change_stacks(void) {
  unsigned long long top = 0;
  __asm__ volatile("rdsspq %0" : "+r"(top));
  return top == 0;
}

/* A counter that grows evenly, cheap to read; 0 where there is none. */
static inline unsigned long long hki_ticks(void) {
  return __builtin_ia32_rdtsc();
}

/* All cores count together, at a rate that stays: invariant TSC. */
static inline int hki_ticks_are_even(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d >> 8 & 1);
}

static inline unsigned hki_mxcsr(void) {
  unsigned value;
  __asm__ volatile("stmxcsr %0" : "=m"(value));
  return value;
}

static inline unsigned short hki_x87_control(void) {
  unsigned short value;
  __asm__ volatile("fnstcw %0" : "=m"(value));
  return value;
}

static inline unsigned short hki_x87_status(void) {
  unsigned short value;
  __asm__ volatile("fnstsw %0" : "=a"(value));
  return value;
}

/* The caller's rounding, flushing and trapping modes. */
static inline struct hki_fpu hki_fpu_control(void) {
  return (struct hki_fpu){hki_mxcsr() & ~0x3fu, hki_x87_control()};
}

/* Makes `wanted` the caller's modes, with no exception raised. */
static inline void hki_fpu_adopt(struct hki_fpu wanted) {
  if (hki_mxcsr() != wanted.mxcsr)
    __asm__ volatile("ldmxcsr %0" : : "m"(wanted.mxcsr));
  if (hki_x87_status() & 0x3f)
    __asm__ volatile("fnclex");
  if (hki_x87_control() != wanted.x87)
    __asm__ volatile("fldcw %0" : : "m"(wanted.x87));
}

static inline int hki_fpu_is_same(struct hki_fpu a, struct hki_fpu b) {
  return a.mxcsr == b.mxcsr && a.x87 == b.x87;
}

/* The exceptions raised since hki_fpu_adopt. */
static inline unsigned hki_fpu_raised(void) {
  return (hki_mxcsr() | hki_x87_status()) & 0x3f;
}

static inline void hki_fpu_raise(unsigned exceptions) {
  unsigned old = hki_mxcsr();
  unsigned value = old | exceptions;
  if (value != old)
    __asm__ volatile("ldmxcsr %0" : : "m"(value));
}
