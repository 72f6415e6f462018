// SPDX-License-Identifier: Apache-2.0
//
// The same with any order that may be.
// HOCKETCC: --always-transform
#include "recurrences.h"
