/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of abi_order.h in programs to be checked (--check-dependences): both
 * functions are the checking runtime's, which has to see each call.
 */
#pragma once

void hk_wait(struct hk_flag *flag, unsigned target)
    __asm__("__hocket_check_wait");
void hk_signal(struct hk_flag *flag, unsigned number)
    __asm__("__hocket_check_signal");
