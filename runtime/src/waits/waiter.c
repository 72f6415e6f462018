/* SPDX-License-Identifier: Apache-2.0 */
#include "waits/waiter.h"

_Thread_local struct hki_waiter *hki_own_waiter;
