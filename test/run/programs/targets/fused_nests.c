// SPDX-License-Identifier: Apache-2.0
//
// Machines that have fused operations without being asked for them.
// FLAGS: -O3
// HOCKETCC: --always-transform -fhocket-contract=pinned
#include "../fused/by_order.c"
