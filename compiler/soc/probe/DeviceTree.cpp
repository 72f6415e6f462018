// SPDX-License-Identifier: Apache-2.0
#include "soc/probe/DeviceTree.h"

#include <map>

namespace hocket::soc {
namespace {

std::string treeOf(const SysFiles &at) { return at.proc() + "device-tree/"; }

/// The first cell of a property.
std::optional<uint32_t> cell(const std::string &path) {
  std::vector<uint32_t> cells = SysFiles::cells(path);
  return cells.empty() ? std::nullopt : std::optional(cells.front());
}

/// The node with this phandle, below the root or one of its children; empty:
/// none. Tables of operating points stand there.
std::string nodeOf(const SysFiles &at, uint32_t phandle) {
  std::string root = treeOf(at);
  for (const std::string &name : SysFiles::folders(root)) {
    std::string node = root + name + "/";
    if (cell(node + "phandle") == phandle)
      return node;
    for (const std::string &inner : SysFiles::folders(node))
      if (cell(node + inner + "/phandle") == phandle)
        return node + inner + "/";
  }
  return "";
}

/// By clock in kHz, the volts that a table has; 0 where it contradicts itself,
/// as with entries for chips of several grades.
std::map<uint64_t, double> voltagesOf(const std::string &table) {
  std::map<uint64_t, double> volts;
  for (const std::string &name : SysFiles::folders(table)) {
    std::string entry = table + name + "/";
    std::vector<uint32_t> hertz = SysFiles::cells(entry + "opp-hz");
    // The voltage to set, or that and its limits; more are of several supplies.
    std::vector<uint32_t> micro = SysFiles::cells(entry + "opp-microvolt");
    if (hertz.size() != 2 || (micro.size() != 1 && micro.size() != 3))
      continue;
    uint64_t khz = (uint64_t(hertz[0]) << 32 | hertz[1]) / 1000;
    auto [place, isNew] = volts.try_emplace(khz, double(micro[0]) / 1e6);
    if (!isNew && place->second != double(micro[0]) / 1e6)
      place->second = 0;
  }
  return volts;
}

} // namespace

double capacitancePf(const SysFiles &at, unsigned cpu) {
  auto coefficient = cell(at.cpu(cpu) + "of_node/dynamic-power-coefficient");
  return coefficient && *coefficient <= 1000000 ? *coefficient : 0;
}

void addVoltages(const SysFiles &at, unsigned cpu,
                 std::vector<OperatingPoint> &points) {
  auto phandle = cell(at.cpu(cpu) + "of_node/operating-points-v2");
  std::string table = phandle ? nodeOf(at, *phandle) : "";
  if (table.empty())
    return;
  std::map<uint64_t, double> volts = voltagesOf(table);
  for (const OperatingPoint &point : points) {
    auto found = volts.find(point.frequencyHz / 1000);
    if (found == volts.end() || found->second < 0.1 || found->second > 5)
      return;
  }
  for (OperatingPoint &point : points)
    point.voltage = volts.at(point.frequencyHz / 1000);
}

void refineIdle(const SysFiles &at, IdleState &state) {
  if (state.name.find('/') != std::string::npos)
    return;
  std::string node = treeOf(at) + "cpus/idle-states/" + state.name + "/";
  auto entry = cell(node + "entry-latency-us");
  auto exit = cell(node + "exit-latency-us");
  if (entry && exit && double(*entry) + double(*exit) == state.exitUs) {
    state.entryUs = *entry;
    state.exitUs = *exit;
  }
}

} // namespace hocket::soc
