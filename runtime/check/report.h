/* SPDX-License-Identifier: Apache-2.0
 *
 * Conflicts, and all that the program is told.
 */
#pragma once

#include "check.h"

hki_site hki_site_of(const void *code);
/* Says so on standard error, once for each pair of places. */
void hki_report(const struct hki_access *first, const struct hki_access *second,
                const void *address);
/* Ends the program if a conflict has been reported. */
void hki_report_end(void);
/* Likewise; ends the program with HKI_CONFLICT_STATUS. */
void hki_fail(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));
/* "hocket: ..." on standard error, as for printf. */
void hki_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
