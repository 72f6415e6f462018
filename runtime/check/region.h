/* SPDX-License-Identifier: Apache-2.0
 *
 * Flags of checked programs.
 */
#pragma once

#include "hocket/abi.h"

/* hk_wait and hk_signal of checked programs, see abi_check.h. */
void hki_check_wait(struct hk_flag *flag,
                    unsigned number) __asm__("__hocket_check_wait");
void hki_check_signal(struct hk_flag *flag,
                      unsigned number) __asm__("__hocket_check_signal");

/* The same within a task. */
void hki_check_enter_stage(struct hk_flag *stage, unsigned number) __asm__(
    "__hocket_check_enter_stage");
void hki_check_leave_stage(struct hk_flag *stage, unsigned number) __asm__(
    "__hocket_check_leave_stage");
