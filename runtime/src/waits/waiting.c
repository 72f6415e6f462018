/* SPDX-License-Identifier: Apache-2.0 */
#include "waits/waiting.h"

#include "platform/platform.h"
#include "settings/say.h"

struct hki_waiting hki_waiting = {.spin = HKI_SPIN};

void hki_check_orphan(void) {
  long process = __atomic_load_n(&hki_waiting.process, __ATOMIC_RELAXED);
  if (hki_is_orphan())
    hki_say("a child forked within a region cannot finish the region");
  else if (process != 0 && process != hki_platform_process())
    hki_say("a process made without fork() cannot run regions");
  else
    return;
  hki_platform_abort();
}
