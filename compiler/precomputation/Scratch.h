// SPDX-License-Identifier: Apache-2.0
//
// Memory that calls of a function use and leave empty: nobody reads what one
// has left there. So a call that is not made need not leave it either.
#pragma once

#include "precomputation/CallTree.h"

#include <map>
#include <tuple>

namespace hocket::precomputation {

class Scratch {
public:
  Scratch(const ir::Program &program, const analysis::Effects &effects,
          CallTree &tree, bool strictAliasing)
      : program_(program), effects_(effects), tree_(tree),
        strictAliasing_(strictAliasing) {}

  /// \param object a variable with static storage
  /// \param within the function of the loop around the calls
  bool isScratch(ir::ObjectId object, ir::FunctionId function,
                 ir::FunctionId within);

private:
  bool find(ir::ObjectId object, ir::FunctionId function,
            ir::FunctionId within);
  bool onlyInside(ir::ObjectId object, ir::FunctionId function) const;

  const ir::Program &program_;
  const analysis::Effects &effects_;
  CallTree &tree_;
  const bool strictAliasing_;
  std::map<std::tuple<ir::ObjectId, ir::FunctionId, ir::FunctionId>, bool>
      known_;
};

} // namespace hocket::precomputation
