// SPDX-License-Identifier: Apache-2.0
//
// Sizes and pointers that are loaded before a nest have the types that they are
// declared with, whatever may alias them.
// FLAGS: -O2
// HOCKETCC: --always-transform
#include "types_of_loads.h"
