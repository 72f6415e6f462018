// SPDX-License-Identifier: Apache-2.0
//
// Does the address that a pointer holds get away from a loop's iterations? A
// chunk's copy of what it leads to has another address: `where[i] = buffer`
// would leave a pointer to the copy, `if (p == buffer)` would compare with it.
// (EscapingAddresses.h asks the same of a variable's address.)
#pragma once

#include "symbolic/AffineModel.h"

#include <set>

namespace hocket::polyhedral {

class EscapingPointees {
public:
  /// The model's root is `loop`.
  /// \param base of some access in the loop, a Pointer or Loaded
  EscapingPointees(AffineModel &model, ir::NodeId loop, const Base &base);

  /// It may get into memory, into a variable that outlives the iteration, to a
  /// function that keeps it, into a number or a comparison.
  bool escapes() const;

private:
  /// Where pointers to the block may stand, as far as anybody knows.
  struct Holders {
    bool areKnown = false;
    bool areScalars = false; ///< by name; then no load gives one
    std::set<ir::ObjectId> objects;
  };

  void findHolders(const Base &base);
  bool mayLead(const ir::Stmt &stmt, ir::ExprId value) const;
  bool mayBeOfHolder(const ir::Stmt &stmt, ir::ExprId value) const;
  bool mayBeLoaded(const ir::Stmt &stmt, const ir::Expr &load) const;
  bool isPassed(const ir::Stmt &stmt, const ir::CallSite &site) const;
  bool isFresh(const ir::Stmt &stmt, ir::ExprId value) const;
  bool isCopied(ir::StmtId stmt, const ir::CallSite &site) const;
  bool leaks(const ir::Stmt &stmt, ir::ExprId value) const;
  bool isNullTest(const ir::Expr &expr) const;
  bool isVariableOrLoad(ir::ExprId value) const;
  bool isDropped(const ir::Stmt &stmt) const;
  bool keeps(const ir::Stmt &stmt, const ir::CallSite &site) const;
  bool isLocalToBody(ir::ExprId address) const;

  AffineModel &model_;
  const ir::Program &program_;
  ir::NodeId loop_;
  ir::ObjectId pointer_ = ir::ObjectId::None; ///< None: it is in memory
  Holders holders_;
};

} // namespace hocket::polyhedral
