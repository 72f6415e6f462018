/* SPDX-License-Identifier: Apache-2.0
 *
 * Any processor: no spin hint; workers keep the floating-point environment that
 * threads start with, and exceptions they raise stay with them.
 */
#pragma once

struct hki_fpu {
  char none;
};

static inline void hki_pause(void) { __asm__ volatile("" : : : "memory"); }

/* Whether a thread can go on on another stack, with other modes. */
static inline int hki_can_change_stacks(void) { return 0; }

/* A counter that grows evenly, cheap to read; 0 where there is none. */
static inline unsigned long long hki_ticks(void) { return 0; }

static inline int hki_ticks_are_even(void) { return 0; }

static inline struct hki_fpu hki_fpu_control(void) {
  return (struct hki_fpu){0};
}

static inline void hki_fpu_adopt(struct hki_fpu wanted) { (void)wanted; }

static inline int hki_fpu_is_same(struct hki_fpu a, struct hki_fpu b) {
  (void)a;
  (void)b;
  return 1;
}

static inline unsigned hki_fpu_raised(void) { return 0; }

static inline void hki_fpu_raise(unsigned exceptions) { (void)exceptions; }
