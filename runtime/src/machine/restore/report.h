/* SPDX-License-Identifier: Apache-2.0
 *
 * What was put back after a program's end by somebody else: its watchdog, or
 * the next program. Nobody is there to be told then - the program's standard
 * error is closed with it, and a watchdog that kept it open would keep who
 * reads it from seeing the program's end. So it is noted in the file `report`
 * beside the journals, and told by who comes next: `hocket run`, a program that
 * changes the machine under HOCKET_VERBOSE, `hocket restore`, `hocket doctor`.
 */
#pragma once

#include "machine/files/files.h"
#include "machine/format/owner.h"
#include "machine/restore/undo.h"

enum { HKI_REPORT_ROOM = 4096 };

struct hki_report {
  const char *journal; /* its path */
  const struct hki_owner *owner;
  const char *by; /* who puts back: "its watchdog" */
  unsigned changes, put_back;
  struct hki_line details; /* of what was not put back */
  char text[HKI_REPORT_ROOM];
};

/* A report on the journal at `path`. The next two are for struct hki_undo: what
 * is heard until it is over is appended to the file; nothing if it was no
 * change. Who finds the journal gone finds the report. No allocation: for the
 * watchdog. */
void hki_report_begin(struct hki_report *report, const char *path,
                      const struct hki_owner *owner, const char *by);
void hki_report_hear(void *report, const struct hki_undone *undone);
void hki_report_end(void *report);

/* Calls `each` with each line of the file in `folder`; NULL: the user's. Then
 * removes it, but if it `stays`. 0 or -errno: -ENOENT: there is nothing to
 * tell. */
int hki_report_tell(const char *folder, bool stays,
                    void (*each)(void *context, const char *line),
                    void *context);
