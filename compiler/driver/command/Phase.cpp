// SPDX-License-Identifier: Apache-2.0
//
// Names of the phases.
#include "driver/command/Phase.h"

#include <array>

namespace hocket::driver {
namespace {

constexpr std::array<std::string_view, 9> names = {
    "frontend", "analysis",   "polyhedral", "inlining", "taskgraph",
    "cost",     "scheduling", "codegen",    "report"};

} // namespace

std::string_view name(Phase phase) {
  return names[static_cast<std::size_t>(phase)];
}

std::optional<Phase> findPhase(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name)
      return static_cast<Phase>(i);
  return std::nullopt;
}

std::string phaseNames() {
  std::string result;
  for (std::string_view one : names)
    result += (result.empty() ? "" : ", ") + std::string(one);
  return result;
}

} // namespace hocket::driver
