// SPDX-License-Identifier: Apache-2.0
//
// How often each machine block runs for one run of its function.
#pragma once

#include <vector>

namespace llvm {
class MachineBranchProbabilityInfo;
class MachineFunction;
class MachineLoopInfo;
} // namespace llvm

namespace hocket::cost {

/// Indexed by block number; the entry has 1, what is never reached 0.
std::vector<double>
blockFrequencies(const llvm::MachineFunction &function,
                 const llvm::MachineLoopInfo &loops,
                 const llvm::MachineBranchProbabilityInfo &probabilities);

} // namespace hocket::cost
