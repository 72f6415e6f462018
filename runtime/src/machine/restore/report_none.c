/* SPDX-License-Identifier: Apache-2.0
 *
 * Where nothing of the machine is changed.
 */
#include "machine/restore/report.h"

#include <errno.h>

int hki_report_tell(const char *folder, bool stays,
                    void (*each)(void *context, const char *line),
                    void *context) {
  (void)folder, (void)stays, (void)each, (void)context;
  return -ENOTSUP;
}
