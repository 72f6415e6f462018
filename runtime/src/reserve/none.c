/* SPDX-License-Identifier: Apache-2.0
 *
 * Where there is no reservation.
 */
#include "hocket/reserve.h"

#include <errno.h>
#include <stddef.h>

int hk_reserve(const struct hk_reserve_request *request,
               struct hk_reservation **reservation) {
  *reservation = NULL;
  return request->level == HK_RESERVE_OFF ? -EINVAL : -ENOTSUP;
}

unsigned hk_reservation_cpus(const struct hk_reservation *reservation,
                             unsigned *cpus, unsigned room) {
  (void)reservation, (void)cpus, (void)room;
  return 0;
}

enum hk_reserve_level
hk_reservation_level(const struct hk_reservation *reservation) {
  (void)reservation;
  return HK_RESERVE_OFF;
}

int hk_release(struct hk_reservation *reservation) {
  (void)reservation;
  return 0;
}
