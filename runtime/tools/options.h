/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of `hocket run`.
 */
#pragma once

#include "hocket/reserve.h"

#include <stdbool.h>

struct hkt_run_options {
  struct hk_reserve_request request; /* but for process, say and context */
  unsigned *cpus, *keep;             /* that it points to */
  bool dry_run, verbose, quiet;
  char **program; /* ends with NULL; empty for a dry run */
};

/* Reads them. Returns -1 if all is well, else an exit status after a word to
 * the user: 0 for --help. */
int hkt_run_options(int argc, char **argv, struct hkt_run_options *options);
void hkt_run_options_free(struct hkt_run_options *options);
