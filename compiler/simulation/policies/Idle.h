// SPDX-License-Identifier: Apache-2.0
//
// What a core does that has no thread. In the gaps of a plan it does what that
// says, whatever the policy.
#pragma once

#include "simulation/engine/State.h"

#include <string_view>

namespace hocket::simulation {

/// By name: `awake`, `lightest`, `deepest`, `menu`; null for any other.
std::unique_ptr<IdlePolicy> idlePolicy(std::string_view name);

/// All of these names.
std::vector<std::string_view> idlePolicyNames();

} // namespace hocket::simulation
