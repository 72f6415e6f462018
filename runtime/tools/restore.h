/* SPDX-License-Identifier: Apache-2.0
 *
 * hocket restore: puts back what programs have left that ended together with
 * their watchdogs.
 */
#pragma once

#include "machine/files/files.h"

#include <stdio.h>

/* The command; see struct hkt_command. */
int hkt_restore(int argc, char **argv);

/* The same, of another machine than this and to another file. */
int hkt_restore_of(const struct hki_files *files, int argc, char **argv,
                   FILE *out);
