/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a search may read ahead: its chunks look at elements behind the one
 * that ends it, which C promises to nobody. They are read, and what they hold
 * is not used; so all that matters is that the reads do not fault.
 */
#include "hocket/abi.h"
#include "platform/platform.h"

int hk_is_readable(const volatile void *base, long long low, long long high) {
  /* Finding out takes time for each page, and pages that were never touched are
   * mapped, so there is an end. */
  const long long most = 1LL << 30;
  if (!hk_at_most(low, high))
    return 0;
  if (high - low > most)
    return 0;
  return low == high ||
         hki_platform_is_readable((unsigned long)base + (unsigned long)low,
                                  (size_t)(high - low));
}
