// SPDX-License-Identifier: Apache-2.0
#include "loops/search/ReadAhead.h"

#include "analysis/library/LibraryTable.h"

#include <algorithm>

namespace hocket::polyhedral {

bool runsAlone(const ir::Program &program) {
  if (!program.isClosed)
    return false;
  std::vector<char> isUsed(program.functions.size(), 0);
  for (const ir::Stmt &stmt : program.stmts) {
    if (stmt.isOpaque)
      return false;
    for (const ir::CallSite &site : stmt.calls)
      if (isValid(site.callee))
        isUsed[ir::index(site.callee)] = 1;
  }
  const analysis::LibraryTable library;
  return std::all_of(
      program.functions.begin(), program.functions.end(),
      [&](const ir::Function &function) {
        if (isValid(function.body) ||
            (!function.isAddressTaken && !isUsed[ir::index(function.id)]))
          return true;
        const analysis::LibraryFunction *known =
            library.find(program, function);
        return known && !known->isUnknown && !known->isAsync;
      });
}

} // namespace hocket::polyhedral
