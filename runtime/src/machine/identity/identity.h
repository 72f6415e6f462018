/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a program's chip is the machine's. Linux names boards by the strings
 * of their device tree (`compatible`), and ARM's cores by their identification
 * register (MIDR): in sysfs with 64 bits, in /proc/cpuinfo with 32. What the
 * machine does not tell - containers hide the tree, others than ARM have
 * neither - speaks neither for it nor against it.
 */
#pragma once

#include "hocket/abi_chip.h"

#include <stdbool.h>
#include <stddef.h>

enum hki_identity {
  HKI_IDENTITY_UNKNOWN, /* nothing is known of the chip, or of the machine */
  HKI_IDENTITY_SAME,
  HKI_IDENTITY_OTHER,
};

/* Of this machine. `why` gets what tells it from the chip, for people; "" if
 * nothing does. */
enum hki_identity hki_identify(const struct hk_chip *chip, char *why,
                               size_t room);

/* The rest is Linux's alone. */
struct hki_files;

/* The board by the first of the strings of the device tree. Its length, or
 * -errno. */
int hki_identity_board(const struct hki_files *files, char *name, size_t room);

/* What a processor tells of itself; false: nothing. */
bool hki_identity_core(const struct hki_files *files, unsigned cpu,
                       unsigned *implementer, unsigned *part);

/* hki_identify, of another machine than this. */
enum hki_identity hki_identify_by(const struct hki_files *files,
                                  const struct hk_chip *chip, char *why,
                                  size_t room);
