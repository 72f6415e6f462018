/* SPDX-License-Identifier: Apache-2.0
 *
 * The time, for pipelines that find out whether overlapping pays. */
#include "hocket/abi.h"
#include "platform/platform.h"

unsigned long long hk_clock(void) {
  unsigned long long now = hki_platform_clock();
  return now != 0 ? now : 1;
}
