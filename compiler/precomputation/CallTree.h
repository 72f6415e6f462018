// SPDX-License-Identifier: Apache-2.0
//
// Which functions a function comes to, and how much a call of one does.
#pragma once

#include "analysis/Effects.h"

#include <map>
#include <set>

namespace hocket::precomputation {

class CallTree {
public:
  CallTree(const ir::Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects) {}

  /// The function and all that it may call, in turn.
  const std::set<ir::FunctionId> &reachedFrom(ir::FunctionId function);
  bool reaches(ir::FunctionId from, ir::FunctionId to) {
    return reachedFrom(from).count(to) != 0;
  }
  /// Accesses that a call makes, roughly.
  double workOf(ir::FunctionId function);

private:
  double workBelow(ir::NodeId node);

  const ir::Program &program_;
  const analysis::Effects &effects_;
  std::map<ir::FunctionId, std::set<ir::FunctionId>> reached_;
  std::map<ir::FunctionId, double> work_;
};

} // namespace hocket::precomputation
