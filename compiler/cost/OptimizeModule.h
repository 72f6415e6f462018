// SPDX-License-Identifier: Apache-2.0
//
// The target compiler's middle end, as LLVM does it.
#pragma once

#include "cost/CompileUnit.h"

namespace hocket::cost {

/// Drops everything that the functions asked for cannot reach. What they can
/// reach stays open to inlining and goes once nobody needs it.
void dropUnreached(llvm::Module &module, const std::set<std::string> &wanted);

/// Runs the optimization pipeline of `options` for the machine.
void optimizeModule(llvm::Module &module, const CompileOptions &options,
                    llvm::TargetMachine &machine);

} // namespace hocket::cost
