// SPDX-License-Identifier: Apache-2.0
//
// Which functions of the program have instrumented clones.
#pragma once

#include "analysis/Effects.h"
#include "analysis/library/LibraryTable.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::speculation {

class CalledFunctions {
public:
  CalledFunctions(const ir::Program &program, const analysis::Effects &effects,
                  const analysis::LibraryTable &library)
      : program_(program), effects_(effects), library_(library) {}

  /// Empty: calls of the function can be calls of a clone; else why not.
  const std::string &whyNotCloned(ir::FunctionId function);
  /// All functions with bodies in the unit of `function` that its statements
  /// may come to by calls, and those that they pass on, in order of id. What
  /// has no clone is not followed. Of other units there are none: their text
  /// means something else here.
  std::vector<ir::FunctionId> reachedFrom(const std::vector<ir::StmtId> &stmts,
                                          ir::FunctionId function);
  /// Loops inside each other, calls included, at the statement's deepest; a
  /// recursive function counts as two.
  unsigned heightOf(ir::NodeId node);

private:
  /// That a call in the caller may come to.
  std::vector<ir::FunctionId> calleesOf(const ir::CallSite &call,
                                        ir::FunctionId caller) const;
  bool changesOwnState(ir::FunctionId function) const;
  bool isWritten(ir::ObjectId object) const;
  bool showsAddress(ir::FunctionId function, ir::ObjectId object) const;
  unsigned heightOfFunction(ir::FunctionId function);

  const ir::Program &program_;
  const analysis::Effects &effects_;
  const analysis::LibraryTable &library_;
  std::map<ir::FunctionId, std::string> why_;
  std::map<ir::FunctionId, unsigned> heights_;
  std::map<ir::FunctionId, bool> isOpen_;
};

/// Functions with bodies that the program calls, each behind its callers but
/// for recursion. Others stay for what one core runs: their calls have been
/// written out.
std::vector<ir::FunctionId> callersFirst(const ir::Program &program,
                                         const analysis::Effects &effects);

} // namespace hocket::speculation
