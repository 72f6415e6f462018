// SPDX-License-Identifier: Apache-2.0
//
// Which functions of the program have instrumented clones.
#pragma once

#include "ir/Program.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::speculation {

class CalledFunctions {
public:
  explicit CalledFunctions(const ir::Program &program) : program_(program) {}

  /// Empty: calls of the function can be calls of a clone; else why not.
  const std::string &whyNotCloned(ir::FunctionId function);
  /// All functions with bodies that the statements may come to by calls of
  /// names, and by functions that they pass, in order of id. What has no clone
  /// is not followed.
  std::vector<ir::FunctionId> reachedFrom(const std::vector<ir::StmtId> &stmts);
  /// Loops inside each other, calls included, at the statement's deepest; a
  /// recursive function counts as two.
  unsigned heightOf(ir::NodeId node);

private:
  unsigned heightOfFunction(ir::FunctionId function);

  const ir::Program &program_;
  std::map<ir::FunctionId, std::string> why_;
  std::map<ir::FunctionId, unsigned> heights_;
  std::map<ir::FunctionId, bool> isOpen_;
};

} // namespace hocket::speculation
