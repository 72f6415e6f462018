/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops with a deadline: what is checked does not depend on when it runs.
 */
#include "hocket/abi_points.h"

void hk_deadline_turn(struct hk_deadline *loop) { loop->turns++; }

void hk_deadline_end(struct hk_deadline *loop) { (void)loop; }
