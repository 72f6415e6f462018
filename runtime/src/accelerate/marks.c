/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands around statements that accelerators may run, in the text that the
 * compiler reads. It says what they are given and give back, and does nothing:
 * compilers that optimize leave no call of it. */
#include "hocket/abi_accelerator.h"

int hk_mark_task(int mark, int given, int taken) {
  (void)given;
  (void)taken;
  return mark;
}

int hk_mark_given(const volatile void *at, int mark, unsigned long bytes) {
  (void)at;
  (void)bytes;
  return mark;
}

int hk_mark_taken(volatile void *at, int mark, unsigned long bytes) {
  (void)at;
  (void)bytes;
  return mark;
}
