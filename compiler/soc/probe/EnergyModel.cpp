// SPDX-License-Identifier: Apache-2.0
#include "soc/probe/EnergyModel.h"

#include <algorithm>
#include <map>

namespace hocket::soc {
namespace {

/// Milliwatts of one unit of the model's; 0: its scale is its own.
double unitOf(const std::string &model) {
  constexpr uint64_t microwatts = 1, artificial = 4;
  if (auto flags = SysFiles::number(model + "flags"))
    return (*flags & microwatts) != 0 && (*flags & artificial) == 0 ? 1e-3 : 0;
  return SysFiles::text(model + "units") == "milliWatts" ? 1 : 0;
}

/// By clock in kHz, the milliwatts of one core.
std::map<uint64_t, double> powersOf(const std::string &model) {
  std::map<uint64_t, double> powers;
  double unit = unitOf(model);
  if (unit == 0)
    return powers;
  for (const std::string &name : SysFiles::folders(model)) {
    auto khz = SysFiles::number(model + name + "/frequency");
    auto power = SysFiles::number(model + name + "/power");
    if (khz && power && *power != 0)
      powers[*khz] = double(*power) * unit;
  }
  return powers;
}

} // namespace

void addPower(const SysFiles &at, unsigned cpu,
              std::vector<OperatingPoint> &points) {
  std::string all = at.sys() + "kernel/debug/energy_model/";
  for (const std::string &name : SysFiles::folders(all)) {
    std::string model = all + name + "/";
    std::vector<unsigned> cpus = SysFiles::cpuList(model + "cpus");
    if (std::find(cpus.begin(), cpus.end(), cpu) == cpus.end())
      continue;
    std::map<uint64_t, double> powers = powersOf(model);
    for (const OperatingPoint &point : points) {
      auto found = powers.find(point.frequencyHz / 1000);
      if (found == powers.end() || found->second > 1e6)
        return;
    }
    for (OperatingPoint &point : points)
      point.coreMw = powers.at(point.frequencyHz / 1000);
    return;
  }
}

} // namespace hocket::soc
