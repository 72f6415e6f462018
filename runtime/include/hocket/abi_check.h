/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of abi_order.h in programs to be checked (--check-dependences): the
 * functions are the checking runtime's, which has to see each wait and signal,
 * and must not take what chunks tell each other for a conflict.
 */
#pragma once

void hk_wait(struct hk_flag *flag, unsigned target)
    __asm__("__hocket_check_wait");
void hk_signal(struct hk_flag *flag, unsigned number)
    __asm__("__hocket_check_signal");

void hk_enter_stage(struct hk_flag *stage, unsigned number)
    __asm__("__hocket_check_enter_stage");
void hk_leave_stage(struct hk_flag *stage, unsigned number)
    __asm__("__hocket_check_leave_stage");

long long hk_found(const struct hk_search *search)
    __asm__("__hocket_check_found");
void hk_find(struct hk_search *search, long long number)
    __asm__("__hocket_check_find");
void hk_search_anew(struct hk_search *search)
    __asm__("__hocket_check_search_anew");

long long hk_take(struct hk_turn *turn, unsigned instance, unsigned chunk,
                  unsigned chunks, long long trips, long long size)
    __asm__("__hocket_check_take");

/* No traces here. */
static __inline__ __attribute__((always_inline, unused)) void
hk_begin_task(const struct hk_core *core, unsigned task) {
  (void)core, (void)task;
}
static __inline__ __attribute__((always_inline, unused)) void
hk_end_task(const struct hk_core *core) {
  (void)core;
}
