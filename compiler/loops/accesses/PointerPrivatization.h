// SPDX-License-Identifier: Apache-2.0
//
// Work buffers: memory behind a pointer variable that each iteration of a loop
// writes before it reads it, so that each chunk may work on a copy.
//
//   tmp = malloc(n * sizeof *tmp);
//   for (i = 0; i < rows; i++) {
//     for (j = 0; j < n; j++) tmp[j] = f(i, j);
//     for (j = 0; j < n; j++) out[i][j] = tmp[n - 1 - j];
//   }
//
// The copy covers the bytes that the loop touches and is made by giving the
// variable another name in the loop's text. So the address itself must not get
// away: not into memory, into a variable that outlives the iteration, to a
// function that keeps it, nor into a number or a comparison.
#pragma once

#include "dependences/Overlap.h"
#include "symbolic/Accesses.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <set>
#include <vector>

namespace hocket::polyhedral {

class PointerPrivatization {
public:
  /// The model's root is `loop`.
  PointerPrivatization(AffineModel &model, ir::NodeId loop)
      : model_(model), program_(model.program()), loop_(loop) {}

  /// \param base of some access in the loop, a Pointer
  /// \returns how to give each chunk a copy of what it leads to, or nothing.
  std::optional<PrivateObject> find(const Base &base);

  /// What must hold on entry for a copy of that extent to be made.
  static EntryCondition condition(const ir::Program &program,
                                  const PrivateObject &copy,
                                  const AliasCheck::Side &extent);
  /// Where the copy lies relative to the pointer, as it was found.
  const AliasCheck::Side &extent() const { return extent_; }
  /// What must hold on entry, too, for a read to be of what was written.
  const std::vector<WithinExtent> &needed() const { return needed_; }

private:
  /// Where pointers to the block may stand, as far as anybody knows.
  struct Holders {
    bool areKnown = false;
    bool areScalars = false; ///< by name; then no load gives one
    std::set<ir::ObjectId> objects;
  };

  void findHolders(const Base &base);
  bool mayLead(ir::ExprId value, ir::ObjectId pointer) const;
  bool isPassed(const ir::Stmt &stmt, const ir::CallSite &site,
                ir::ObjectId pointer) const;
  bool isFresh(const ir::Stmt &stmt, ir::ExprId value) const;
  bool isNamedByCallee(ir::ObjectId pointer) const;
  bool isCopied(ir::StmtId stmt, const ir::CallSite &site) const;
  bool staysInside(const Base &base) const;
  bool leaks(ir::ExprId value, ir::ObjectId pointer) const;
  bool isNullTest(const ir::Expr &expr) const;
  bool isDropped(const ir::Stmt &stmt) const;
  bool keeps(const ir::Stmt &stmt, const ir::CallSite &site) const;
  bool isLocalToBody(ir::ExprId address) const;
  bool isReadElsewhere(const std::vector<MemoryAccess> &accesses) const;

  AffineModel &model_;
  const ir::Program &program_;
  ir::NodeId loop_;
  Holders holders_;
  AliasCheck::Side extent_;
  std::vector<WithinExtent> needed_;
};

} // namespace hocket::polyhedral
