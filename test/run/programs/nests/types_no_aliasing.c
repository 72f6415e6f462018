// SPDX-License-Identifier: Apache-2.0
//
// The same where types say nothing of aliasing.
// FLAGS: -O2 -fno-strict-aliasing
// HOCKETCC: --always-transform
#include "types_of_loads.h"
