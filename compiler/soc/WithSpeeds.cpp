// SPDX-License-Identifier: Apache-2.0
#include "soc/SocSpec.h"

#include <algorithm>
#include <numeric>

namespace hocket::soc {

namespace {

using Positions = std::vector<uint32_t>; ///< of cores in the spec

/// Cores of one type, the fastest first, in groups of about equal speed.
std::vector<Positions> groups(Positions cores,
                              const std::map<uint32_t, double> &speeds,
                              double equalWithin) {
  std::stable_sort(cores.begin(), cores.end(), [&](uint32_t a, uint32_t b) {
    return speeds.at(a) > speeds.at(b);
  });
  std::vector<Positions> result;
  for (uint32_t core : cores) {
    const bool isNew =
        result.empty() ||
        speeds.at(core) < speeds.at(result.back().front()) * (1 - equalWithin);
    if (isNew)
      result.emplace_back();
    result.back().push_back(core);
  }
  return result;
}

double mean(const Positions &cores, const std::map<uint32_t, double> &speeds) {
  double sum = 0;
  for (uint32_t core : cores)
    sum += speeds.at(core);
  return sum / double(cores.size());
}

/// The groups of a type in order: each has one of its own, where its speed is
/// not that of the type.
void divide(SocSpec &spec, uint32_t type, const std::vector<Positions> &groups,
            const std::map<uint32_t, double> &speeds) {
  const CoreType original = spec.types[type];
  for (size_t g = 0; g < groups.size(); ++g) {
    const double speed = mean(groups[g], speeds);
    const uint32_t its = speed == 1 ? type : uint32_t(spec.types.size());
    if (speed != 1) {
      spec.types.push_back(original);
      spec.types[its].name += "-" + std::to_string(g + 1);
    }
    spec.types[its].capacity = original.capacity * speed;
    for (uint32_t core : groups[g]) {
      spec.cores[core].type = its;
      spec.cores[core].speed = speed;
    }
  }
}

} // namespace

SocSpec withSpeeds(SocSpec spec, const std::map<unsigned, double> &speeds,
                   double equalWithin) {
  std::map<uint32_t, double> known; // by position
  std::map<uint32_t, Positions> byType;
  for (uint32_t i : spec.usableCores(0)) {
    auto found = speeds.find(spec.cores[i].id);
    if (found == speeds.end())
      return spec;
    known[i] = found->second;
    byType[spec.cores[i].type].push_back(i);
  }
  for (const auto &[type, cores] : byType)
    divide(spec, type, groups(cores, known, equalWithin), known);
  // The fastest type has 1.
  double most = 0;
  for (const auto &[core, speed] : known)
    most = std::max(most, spec.types[spec.cores[core].type].capacity);
  for (CoreType &type : spec.types)
    type.capacity = std::min(1.0, type.capacity / most);
  return spec;
}

} // namespace hocket::soc
