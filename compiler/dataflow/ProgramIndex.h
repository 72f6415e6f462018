// SPDX-License-Identifier: Apache-2.0
//
// Look-ups that every loop's analysis shares: where a statement stands, who
// writes a variable, what may touch an object. No isl here.
#pragma once

#include "analysis/Effects.h"
#include "ir/Inductions.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hocket::polyhedral {

class ProgramIndex {
public:
  /// \param seesThrough calls are what the copies of their callees do
  /// (Node::inlined); else what their summaries say.
  ProgramIndex(const ir::Program &program, const analysis::Effects &effects,
               bool seesThrough = false);

  bool seesThrough() const { return seesThrough_; }
  /// What the node's seen-through calls do, a Block; None if there are none.
  ir::NodeId inlinedIn(ir::NodeId node) const {
    return seesThrough_ && isValid(node) ? program_[node].inlined
                                         : ir::NodeId::None;
  }
  /// The statement is a copy: its text is another function's.
  bool isCopy(ir::StmtId stmt) const {
    ir::NodeId node = nodeOf(stmt);
    return isValid(node) && isValid(program_[node].inlinedFrom);
  }
  /// Empty if the text that the statement is, or is a copy of, can be given to
  /// a chunk with other names in it: as a part of the loop, or in versions of
  /// the functions whose copies are around it (ir/FunctionClones.h). Else why
  /// not.
  std::string whyNotRenamed(ir::StmtId stmt) const;
  /// The text of a function whose copy is around the statement names the
  /// object.
  bool isNamedAround(ir::StmtId stmt, ir::ObjectId object) const;
  /// All statements of the node, those of seen-through calls among them.
  std::vector<ir::StmtId> stmtsOf(ir::NodeId node) const;

  const ir::Program &program() const { return program_; }
  const analysis::Effects &effects() const { return effects_; }

  const std::vector<analysis::EffectItem> &itemsOf(ir::StmtId stmt) const {
    if (seesThrough_)
      if (auto it = effects_.seenThrough.find(stmt);
          it != effects_.seenThrough.end())
        return it->second;
    return effects_.stmts[ir::index(stmt)].items;
  }
  /// To be called when nodes and statements have been added to the program or
  /// taken from its end.
  void followProgram();
  /// To be called when the node's own statements were another node's.
  void renew(ir::NodeId node);

  /// The node that a statement belongs to (its own, not a child's).
  ir::NodeId nodeOf(ir::StmtId stmt) const { return nodeOf_[ir::index(stmt)]; }
  /// Statements that may write the object by its own name, in order of id.
  const std::vector<ir::StmtId> &namedWriters(ir::ObjectId object) const {
    return namedWriters_[ir::index(object)];
  }
  /// The function has a goto, so that text order is not execution order.
  bool hasGoto(ir::FunctionId function) const {
    return hasGoto_[ir::index(function)];
  }
  /// Canonical C type of a scalar variable; empty if no access shows it.
  const std::string &typeOf(ir::ObjectId object) const {
    return typeOf_[ir::index(object)];
  }

  /// Variables that each iteration of the loop moves by a constant.
  const std::vector<ir::Induction> &inductionsOf(ir::NodeId loop) const;

  /// Only accesses that name the object can touch it: an automatic variable
  /// whose address is never taken.
  bool isNamedOnly(ir::ObjectId object) const;
  /// Memory that outlives a statement and is not a mere name for state outside.
  bool isHidden(ir::ObjectId object) const;
  /// All objects that isHidden() holds for: a few.
  const std::vector<ir::ObjectId> &hiddenObjects() const { return hidden_; }
  /// The item may fall on the object.
  bool mayTouch(const analysis::EffectItem &item, ir::ObjectId object) const;
  /// The item accesses exactly the variable `object`, all of it, by its name.
  bool isWholeNamed(const analysis::EffectItem &item,
                    ir::ObjectId object) const;
  /// The variable that the item's address names at its first byte; None if it
  /// is anything else.
  ir::ObjectId namedObject(const analysis::EffectItem &item) const;

private:
  void indexNode(const ir::Node &node);
  void indexAccesses(const ir::Stmt &stmt);
  void forgetWritersFrom(std::size_t numStmts);

  const ir::Program &program_;
  const analysis::Effects &effects_;
  bool seesThrough_;
  std::size_t numNodes_ = 0;
  std::vector<ir::NodeId> nodeOf_;
  std::vector<std::vector<ir::StmtId>> namedWriters_;
  std::vector<ir::ObjectId> hidden_;
  std::vector<char> hasGoto_;
  std::vector<std::string> typeOf_;
  mutable std::map<ir::NodeId, std::vector<ir::Induction>> inductions_;
  mutable std::map<ir::FunctionId, std::string> whyNotCloned_;
  mutable std::map<ir::FunctionId, std::set<ir::ObjectId>> namedIn_;
};

/// The statement is a callee's, and the object one that callees can reach by
/// themselves. (Automatic variables of the caller are named by arguments
/// alone.)
inline bool isOfCallee(const ProgramIndex &index, ir::StmtId stmt,
                       ir::ObjectId object) {
  ir::ObjectKind kind = index.program()[object].kind;
  return index.isCopy(stmt) && kind != ir::ObjectKind::Local &&
         kind != ir::ObjectKind::Param;
}

/// The statement may be a callee's own naming of the object, which is not in
/// the loop's text.
inline bool isNamedByCallee(const ProgramIndex &index, ir::StmtId stmt,
                            ir::ObjectId object) {
  return isOfCallee(index, stmt, object) && index.isNamedAround(stmt, object);
}

/// See ProgramIndex::whyNotRenamed.
inline bool canRename(const ProgramIndex &index, ir::StmtId stmt) {
  return index.whyNotRenamed(stmt).empty();
}

/// Statements of a loop that run once for each iteration or more: all but its
/// own init. For another node, all.
std::vector<ir::StmtId> repeatedStmts(const ProgramIndex &index,
                                      ir::NodeId node);

} // namespace hocket::polyhedral
