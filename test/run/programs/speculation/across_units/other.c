// SPDX-License-Identifier: Apache-2.0
#include "shared.h"

static int factor = 1000;

int far(int x) { return x * factor; }

int there(int x) { return work(x + 1) * factor; }
