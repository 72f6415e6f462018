// SPDX-License-Identifier: Apache-2.0
//
// What a loop does, told apart: by calls of one function, and besides.
#pragma once

#include "precomputation/CallTree.h"

#include <map>
#include <vector>

namespace hocket::precomputation {

struct LoopEffects {
  ir::NodeId loop = ir::NodeId::None;
  /// A call of the function, in the loop or in what it calls, with its items.
  struct Call {
    ir::StmtId stmt = ir::StmtId::None;
    const ir::CallSite *site = nullptr;
    std::vector<const analysis::EffectItem *> items;
  };
  std::vector<Call> calls;
  std::set<ir::ObjectId> written; ///< besides
  bool isKnown = true; ///< else the loop may touch anything, or is too large
  bool readsClock = false; ///< in a statement that calls the function
};

LoopEffects effectsBesides(const ir::Program &program,
                           const analysis::Effects &effects, CallTree &tree,
                           ir::NodeId loop, ir::FunctionId function);

} // namespace hocket::precomputation
