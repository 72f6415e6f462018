/* SPDX-License-Identifier: Apache-2.0
 *
 * The back ends that there are on Linux.
 */
#include "power/linux/cpufreq.h"
#include "power/linux/limits.h"
#include "power/linux/mmio.h"
#include "power/none.h"
#include "power/port.h"
#include "power/sim.h"

const struct hki_power_backend *
hki_power_backend(enum hk_power_backend backend) {
  static const struct hki_power_backend *const all[] = {
      [HK_POWER_CPUFREQ] = &hki_power_cpufreq,
      [HK_POWER_LIMITS] = &hki_power_limits,
      [HK_POWER_MMIO] = &hki_power_mmio,
      [HK_POWER_SIM] = &hki_power_sim,
      [HK_POWER_NONE] = &hki_power_none,
  };
  return all[backend];
}
