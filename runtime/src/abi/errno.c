/* SPDX-License-Identifier: Apache-2.0
 *
 * errno for emitted C, which may not include <errno.h>: the program's own text
 * may have declared the names in it differently. */
#include "hocket/abi.h"

#include <errno.h>

int *hk_errno(void) { return &errno; }
