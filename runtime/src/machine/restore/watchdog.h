/* SPDX-License-Identifier: Apache-2.0
 *
 * A process that waits for the program to end, however it ends, and then puts
 * back what the journal tells of. It is forked with the journal, before the
 * first change. It has no file of the program's open, nor its terminal, is in a
 * session of its own, blocks all signals, and gives back the program's memory.
 * The program's wait(2) does not see it. exec of the program does not matter to
 * it, and forked children of the program neither.
 */
#pragma once

#include "machine/files/files.h"
#include "machine/format/owner.h"

#include <sys/types.h>

/* Starts it for the journal at `path`; when this returns it is ready. Its pid,
 * or -errno. */
pid_t hki_watchdog_start(const struct hki_files *files, const char *path,
                         const struct hki_owner *owner);

/* Ends it, without it putting back anything. */
void hki_watchdog_stop(pid_t watchdog);
