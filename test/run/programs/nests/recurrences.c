// SPDX-License-Identifier: Apache-2.0
//
// Rows side by side where each run waits for the one before it.
// FLAGS: -lm
#include "recurrences.h"
