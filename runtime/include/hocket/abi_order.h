/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of abi.h: waiting and signalling, inline up to where it takes time.
 */
#pragma once

/* The slow halves of hk_wait and hk_signal. */
void hk_wait_slow(struct hk_flag *flag, unsigned target)
    __asm__("__hocket_wait_slow");
void hk_wake(struct hk_flag *flag) __asm__("__hocket_wake");

/* Waits until `flag` has reached `target`; what its signaller did before is
 * then visible. Pairs with the store in hk_signal. */
static __inline__ __attribute__((always_inline, unused)) void
hk_wait(struct hk_flag *flag, unsigned target) {
  if ((int)(__atomic_load_n(&flag->value, hk_acquire) - target) < 0)
    hk_wait_slow(flag, target);
}

/* Lets waiters up to `number` go on. The store must be seen before the load of
 * `sleepers` (a sleeper counts itself, then looks at `value` again), hence
 * sequential consistency on both sides. */
static __inline__ __attribute__((always_inline, unused)) void
hk_signal(struct hk_flag *flag, unsigned number) {
  __atomic_store_n(&flag->value, number, hk_seq_cst);
  if (__atomic_load_n(&flag->sleepers, hk_seq_cst) != 0)
    hk_wake(flag);
}
