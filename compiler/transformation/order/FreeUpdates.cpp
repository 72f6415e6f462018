// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/FreeUpdates.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace hocket::transformation {

using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;
using ir::UpdateOp;

namespace {

class Finder {
public:
  Finder(const ir::Program &program, const Unit &unit) : program_(program) {
    for (const std::vector<NodeId> *nodes : {&unit.repeated, &unit.nodes})
      for (NodeId node : *nodes)
        for (StmtId stmt : ir::allStmts(program, node))
          stmts_.push_back(stmt);
  }

  void add(NodeId node, std::map<StmtId, FreeUpdate> &result) const {
    ir::forEachNode(program_, node, [&](NodeId inner) {
      const ir::Branch *branch = program_[inner].as<ir::Branch>();
      if (!branch || !branch->update || !isFree(*branch, inner))
        return;
      for (StmtId stmt : ir::allStmts(program_, inner))
        result[stmt] = {branch->update->object, branch->update->op};
    });
  }

private:
  bool isFree(const ir::Branch &branch, NodeId node) const {
    const ir::Update &update = *branch.update;
    if ((update.op != UpdateOp::Min && update.op != UpdateOp::Max) ||
        !isValid(update.object))
      return false;
    if (!update.isFloat)
      return true;
    // Zeros have signs, and whoever comes first would stay.
    std::vector<StmtId> own = ir::allStmts(program_, node);
    return update.op == UpdateOp::Max && update.keepsFirst &&
           std::all_of(own.begin(), own.end(), [&](StmtId stmt) {
             return isOfMagnitudes(stmt, update.object);
           });
  }

  /// What the statement stores in the variable, if it does, has no sign.
  bool isOfMagnitudes(StmtId id, ObjectId variable) const {
    const std::vector<ir::Access> &accesses = program_[id].accesses;
    return std::all_of(accesses.begin(), accesses.end(),
                       [&](const ir::Access &access) {
                         if (access.kind != ir::AccessKind::Write ||
                             objectOf(access.address) != variable)
                           return true;
                         return isMagnitude(id, access.assigned) ||
                                isMagnitude(variableIn(access.assigned));
                       });
  }

  /// The variable at an address; None: it is none.
  ObjectId objectOf(ir::ExprId address) const {
    if (!isValid(address))
      return ObjectId::None;
    const ir::Expr &expr = program_[address];
    return expr.kind == ir::ExprKind::AddrOf ? expr.object : ObjectId::None;
  }

  /// The variable that the text is the name of; None: it is anything else.
  ObjectId variableIn(const ir::TextRange &text) const {
    if (!isValid(text.unit))
      return ObjectId::None;
    std::span<const ir::Hole> holes = ir::holesIn(program_, text);
    return holes.size() == 1 && holes.front().begin == text.begin &&
                   holes.front().end == text.end
               ? holes.front().object
               : ObjectId::None;
  }

  /// The text is a call of the library's function, and all of its statement's
  /// calls are the library's.
  bool isMagnitude(StmtId id, const ir::TextRange &text) const {
    const std::vector<ir::CallSite> &calls = program_[id].calls;
    if (!isValid(text.unit) || text.empty() ||
        !std::all_of(calls.begin(), calls.end(), [&](const ir::CallSite &call) {
          return isValid(call.callee) && !isValid(program_[call.callee].body);
        }))
      return false;
    const std::string_view said = program_.text(text);
    for (std::string_view name :
         {"fabs(", "fabsf(", "__builtin_fabs(", "__builtin_fabsf("})
      if (said.substr(0, name.size()) == name)
        return closesAtEnd(said);
    return false;
  }

  /// Nothing stands behind the call. What may hide parentheses is refused.
  static bool closesAtEnd(std::string_view text) {
    if (text.find_first_of("'\"\\") != std::string_view::npos ||
        text.find("/*") != std::string_view::npos ||
        text.find("//") != std::string_view::npos)
      return false;
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
      if (text[at] == ')' && depth == 0)
        return at + 1 == text.size();
    }
    return false;
  }

  /// Each statement of the unit that sets the variable makes it one.
  bool isMagnitude(ObjectId variable) const {
    if (!isValid(variable) || program_[variable].isAddressTaken ||
        program_[variable].kind != ir::ObjectKind::Local)
      return false;
    bool isDeclared = false; // in each run
    for (StmtId id : stmts_) {
      const ir::Stmt &stmt = program_[id];
      if (stmt.declares == variable) {
        if (!isMagnitude(id, stmt.initText))
          return false;
        isDeclared = true;
        continue;
      }
      for (const ir::Access &access : stmt.accesses)
        if (access.kind == ir::AccessKind::Write &&
            objectOf(access.address) == variable &&
            (!isMagnitude(id, access.assigned) || stmt.update))
          return false;
    }
    return isDeclared;
  }

  const ir::Program &program_;
  std::vector<StmtId> stmts_; ///< of the unit, with what it repeats
};

} // namespace

std::map<StmtId, FreeUpdate> freeUpdates(const NestModel &model) {
  const ir::Program &program = model.model().program();
  std::map<StmtId, FreeUpdate> result;
  for (const Unit &unit : model.nest().units) {
    Finder finder(program, unit);
    for (NodeId node : unit.nodes)
      finder.add(node, result);
  }
  return result;
}

} // namespace hocket::transformation
