/* SPDX-License-Identifier: Apache-2.0 */
#include "platform/give_up.h"

extern void __lsan_ignore_object(const void *object) __attribute__((weak));

void hki_give_up(const void *object) {
  if (object && __lsan_ignore_object)
    __lsan_ignore_object(object);
}
