/* SPDX-License-Identifier: Apache-2.0
 *
 * What the chunks of a search tell each other (abi_check.h). That is no order
 * and no conflict, so nothing is recorded.
 */
#define _GNU_SOURCE
#include "check.h"

long long
hki_check_found(const struct hk_search *search) __asm__("__hocket_check_found");
void hki_check_find(struct hk_search *search,
                    long long number) __asm__("__hocket_check_find");
void hki_check_search_anew(struct hk_search *search) __asm__(
    "__hocket_check_search_anew");

long long hki_check_found(const struct hk_search *search) {
  return search->first;
}

void hki_check_find(struct hk_search *search, long long number) {
  if (number < search->first)
    search->first = number;
}

void hki_check_search_anew(struct hk_search *search) {
  search->first = hk_nowhere();
}
