// SPDX-License-Identifier: Apache-2.0
//
// The stages of a compilation, in their order. A phase's name is the same
// everywhere: its folder, --stop-after=NAME, --print-after=NAME, its tests in
// test/lit/NAME and its row in docs/passes/README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hocket::driver {

enum class Phase : uint8_t {
  Frontend,
  Analysis,
  Polyhedral,
  Inlining,
  Taskgraph,
  Cost,
  Scheduling,
  Codegen,
  Report,
};

std::string_view name(Phase phase);
std::optional<Phase> findPhase(std::string_view name);
/// All names in order, separated by commas, for messages.
std::string phaseNames();

} // namespace hocket::driver
