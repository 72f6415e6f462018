/* SPDX-License-Identifier: Apache-2.0
 *
 * For one file of a platform that has no coroutines.
 */
#pragma once

#include "platform/platform.h"

bool hki_platform_has_coroutines(void) { return false; }

bool hki_platform_make_coroutine(struct hki_coroutine *coroutine,
                                 void (*run)(void *), void *argument) {
  (void)coroutine;
  (void)run;
  (void)argument;
  return false;
}

void hki_platform_jump(struct hki_coroutine *from, struct hki_coroutine *to) {
  (void)from;
  (void)to;
}
