/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

__thread struct hki_core *hki_current;
const char *hki_region_name = "?";
unsigned hki_active;
