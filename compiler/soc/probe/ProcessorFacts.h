// SPDX-License-Identifier: Apache-2.0
//
// What Linux tells of one processor, by number, and nothing where a file is not
// there. Formats: see ProbeHost.cpp.
#pragma once

#include "soc/SocSpec.h"
#include "soc/probe/SysFiles.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hocket::soc {

/// The threads of its physical core, itself among them; empty: not known.
std::vector<unsigned> siblings(const SysFiles &at, unsigned cpu);

/// Whether a list names more than the threads of one physical core.
bool isSharedBeyond(const SysFiles &at, unsigned cpu,
                    const std::vector<unsigned> &list);

/// Speed on any scale. The kernel's capacities, or else, where the machine has
/// performance and efficiency cores, the firmware's (CPPC) or the highest
/// clocks.
double rawSpeed(const SysFiles &at, unsigned cpu);

/// An ARM core's name from its identification register; else native.
std::string modelOf(const SysFiles &at, unsigned cpu);

/// What an ARM core's identification register says; none on others.
std::optional<CoreModel> identificationOf(const SysFiles &at, unsigned cpu);

/// The machine's name in its device tree: of the strings that it goes by the
/// first, which is the board's. Empty: it has none.
std::string boardOf(const SysFiles &at);

/// Its caches for data, by level; none without such files.
std::vector<Cache> caches(const SysFiles &at, unsigned cpu);

/// What it can wait in, as cpuidle tells it.
std::vector<IdleState> idleStates(const SysFiles &at, unsigned cpu);

/// Cores whose clock changes with this one's; none if clocks are fixed. The
/// kernel separates these with blanks.
/// \param dir its cpufreq/.
std::vector<unsigned> frequencyMates(const std::string &dir, unsigned cpu);

/// Its clocks in kHz, lowest first; empty: not told. `dir`: its cpufreq/.
std::vector<uint64_t> frequencies(const std::string &dir);

/// The clock of a machine that does not change it, as far as it is told: by
/// /proc/cpuinfo or, of this processor, by the firmware (CPPC).
uint64_t fixedHz(const SysFiles &at, unsigned cpu);

} // namespace hocket::soc
