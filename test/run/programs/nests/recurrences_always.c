// SPDX-License-Identifier: Apache-2.0
//
// The same with any order that may be.
// FLAGS: -lm
// HOCKETCC: --always-transform
#include "recurrences.h"
