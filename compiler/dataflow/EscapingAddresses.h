// SPDX-License-Identifier: Apache-2.0
//
// Does the address of a variable get away from a loop's iterations? A chunk's
// copy has another address than the variable: `where[i] = buffer` would leave a
// pointer to the copy, `if (p == buffer)` would compare with it.
#pragma once

#include "analysis/library/LibraryTable.h"
#include "dataflow/ProgramIndex.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace hocket::polyhedral {

class EscapingAddresses {
public:
  /// \param stmts of the loop, those of seen-through calls among them.
  EscapingAddresses(const ProgramIndex &index, ir::NodeId loop,
                    const std::vector<ir::StmtId> &stmts)
      : index_(index), program_(index.program()), loop_(loop), stmts_(stmts) {}

  /// May be, other than into variables of one iteration and functions that keep
  /// nothing.
  bool escapes(ir::ObjectId object);

private:
  bool carries(ir::ExprId value, const ir::Stmt &stmt);
  bool computesCarrier(const ir::Expr &expr, const ir::Stmt &stmt);
  void findCarriers();
  bool isCompared(ir::ExprId value, const ir::Stmt &stmt);
  bool isOfIteration(ir::ExprId address) const;
  bool isStored(const ir::Stmt &stmt);
  bool isPassed(const ir::Stmt &stmt);
  bool keeps(const ir::CallSite &site, unsigned argument);

  const ProgramIndex &index_;
  const ir::Program &program_;
  ir::NodeId loop_;
  const std::vector<ir::StmtId> &stmts_;
  ir::ObjectId object_ = ir::ObjectId::None;
  std::map<std::pair<ir::ExprId, ir::StmtId>, bool> known_, compared_;
  std::set<ir::ObjectId> carriers_; ///< variables that may hold it
  std::optional<analysis::LibraryTable> library_;
};

} // namespace hocket::polyhedral
