// SPDX-License-Identifier: Apache-2.0
#include "polyhedral/reductions/Selections.h"

#include "polyhedral/reductions/SafeToRun.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

class Finder {
public:
  explicit Finder(AffineModel &model)
      : model_(model), index_(model.index()), program_(model.program()),
        loop_(*program_[model.root()].as<ir::Loop>()) {}

  std::vector<SelectionObject> find() {
    std::vector<NodeId> branches;
    ir::forEachNode(program_, loop_.body, [&](NodeId node) {
      const ir::Branch *branch = program_[node].as<ir::Branch>();
      if (branch && branch->selection && !isSimpleReduction(*branch))
        branches.push_back(node);
    });
    std::vector<SelectionObject> result;
    for (NodeId node : branches)
      add(result, node);
    std::erase_if(result, [&](const SelectionObject &one) {
      return !isSafe(one, branches) || isNamedElsewhere(one, branches) ||
             !hasUsableKey(one, branches);
    });
    return result;
  }

private:
  /// `if (x < m) m = x;` is one without all this, and needs no start value.
  static bool isSimpleReduction(const ir::Branch &branch) {
    return branch.update && branch.selection->chosen.empty() &&
           (branch.update->keepsFirst || !branch.update->isFloat);
  }

  const ir::Branch &branch(NodeId node) const {
    return *program_[node].as<ir::Branch>();
  }

  static std::set<ObjectId> setOf(const SelectionObject &one) {
    std::vector<ObjectId> all = one.objects();
    return {all.begin(), all.end()};
  }

  /// Several branches may make one selection.
  void add(std::vector<SelectionObject> &result, NodeId node) {
    SelectionObject one{*branch(node).selection,
                        {branch(node).selection->mark}};
    for (SelectionObject &other : result) {
      bool isSame = isValid(one.selection.best) &&
                    other.selection.best == one.selection.best &&
                    setOf(other) == setOf(one) &&
                    other.selection.op == one.selection.op &&
                    other.selection.type == one.selection.type &&
                    other.selection.keepsFirst == one.selection.keepsFirst;
      if (isSame) {
        other.marks.push_back(one.marks.front());
        return;
      }
    }
    result.push_back(std::move(one));
  }

  bool isPartOf(const SelectionObject &one, NodeId node) const {
    const ir::TextRange &mark = branch(node).selection->mark;
    return std::any_of(
        one.marks.begin(), one.marks.end(),
        [&](const ir::TextRange &m) { return m.begin == mark.begin; });
  }

  /// Chunks select more often than the sequential loop does.
  bool isSafe(const SelectionObject &one,
              const std::vector<NodeId> &branches) const {
    for (NodeId node : branches)
      if (isPartOf(one, node))
        for (StmtId stmt : ir::allStmts(program_, branch(node).thenNode))
          if (!isSafeToRun(model_, stmt, branch(node).condition))
            return false;
    return true;
  }

  /// Anything but the comparison of the start value and the assignments.
  bool isNamedElsewhere(const SelectionObject &one,
                        const std::vector<NodeId> &branches) const {
    std::set<StmtId> conditions, assignments;
    for (NodeId node : branches)
      if (isPartOf(one, node)) {
        conditions.insert(branch(node).condition);
        for (StmtId stmt : ir::allStmts(program_, branch(node).thenNode))
          assignments.insert(stmt);
      }
    for (ObjectId object : one.objects())
      for (StmtId stmt : model_.stmts())
        for (const EffectItem &item : index_.itemsOf(stmt)) {
          if (!index_.mayTouch(item, object))
            continue;
          bool isWrite = item.kind == ir::AccessKind::Write;
          bool isExpected =
              isWrite ? assignments.count(stmt) != 0
                      : object == one.start() && conditions.count(stmt) != 0;
          if (!isExpected || !index_.isWholeNamed(item, object))
            return true;
        }
    return false;
  }

  /// The key means the same before and after the loop, and is evaluated in each
  /// iteration.
  bool hasUsableKey(const SelectionObject &one,
                    const std::vector<NodeId> &branches) const {
    const ir::TextRange &key = one.selection.key;
    if (isValid(one.selection.best))
      return true;
    const ir::Node &body = program_[loop_.body];
    for (NodeId node : branches)
      if (isPartOf(one, node) &&
          ((program_[node].parent != loop_.body && node != loop_.body) ||
           body.exits.any()))
        return false;
    for (const ir::Hole &hole : ir::holesIn(program_, key)) {
      if (hole.object == one.start())
        continue;
      const ir::Object &object = program_[hole.object];
      if (model_.mayBeWritten(hole.object) && object.isScalar)
        return false;
      if (object.kind == ir::ObjectKind::Local && isValid(object.scope) &&
          ir::isWithin(program_, object.scope, model_.root()))
        return false;
    }
    return true;
  }

  AffineModel &model_;
  const ProgramIndex &index_;
  const ir::Program &program_;
  const ir::Loop &loop_;
};

} // namespace

std::vector<SelectionObject> findSelections(AffineModel &model) {
  return Finder(model).find();
}

} // namespace hocket::polyhedral
