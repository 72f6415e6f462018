/* SPDX-License-Identifier: Apache-2.0
 *
 * hk_reserve on another machine: a test's folder and journal.
 */
#pragma once

#include "hocket/reserve.h"

struct hki_files;

int hki_reserve(const struct hki_files *files, const char *folder,
                const struct hk_reserve_request *request,
                struct hk_reservation **reservation);
