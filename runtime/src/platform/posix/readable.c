/* SPDX-License-Identifier: Apache-2.0
 *
 * POSIX has no way to find that out; so it is not known.
 */
#include "platform/platform.h"

bool hki_platform_is_readable(unsigned long first, size_t bytes) {
  (void)first;
  (void)bytes;
  return false;
}
