// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/Scans.h"

#include "loops/reductions/UpdateTexts.h"
#include "symbolic/Alias.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

class Slicer {
public:
  Slicer(AffineModel &model, const std::vector<ReductionObject> &totals,
         const std::set<ObjectId> &own)
      : index_(model.index()), program_(model.program()), own_(own) {
    for (const ReductionObject &total : totals)
      totals_.insert(total.object);
    NodeId body = program_[model.root()].as<ir::Loop>()->body;
    const ir::Block *block = program_[body].as<ir::Block>();
    children_ = block ? block->children : std::vector<NodeId>{body};
    isKept_.resize(children_.size());
    for (NodeId child : children_)
      for (StmtId stmt : ir::allStmts(program_, child))
        if (ObjectId object = program_[stmt].declares;
            isValid(object) && program_[object].kind == ir::ObjectKind::Static)
          statics_.insert(object);
    isRegular_ = !program_[body].exits.any() && !program_[body].hasLabel;
  }

  std::optional<std::vector<NodeId>> slice() {
    if (!isRegular_)
      return std::nullopt;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < children_.size(); ++i)
        if (!isKept_[i] && isNeeded(children_[i])) {
          isKept_[i] = changed = true;
          if (!keep(children_[i]))
            return std::nullopt;
        }
    }
    std::vector<NodeId> result;
    for (std::size_t i = 0; i < children_.size(); ++i)
      if (isKept_[i]) {
        if (!readsOnlyOld(i))
          return std::nullopt;
        result.push_back(children_[i]);
      }
    return result;
  }

private:
  /// It updates a total, computes a variable that is needed, or declares one.
  bool isNeeded(NodeId child) const {
    for (StmtId stmt : ir::allStmts(program_, child)) {
      if (needed_.contains(program_[stmt].declares))
        return true;
      for (const EffectItem &item : index_.itemsOf(stmt)) {
        ObjectId named = index_.namedObject(item);
        if (item.kind == ir::AccessKind::Write && isValid(named) &&
            (totals_.contains(named) || needed_.contains(named)))
          return true;
      }
    }
    return texts_.contains(program_[child].text.begin);
  }

  /// It writes nothing but totals and variables of the chunk's own. What it
  /// names is needed too.
  bool keep(NodeId child) {
    texts_.insert(program_[child].text.begin); // `int x = 1, y = 2;`
    for (StmtId stmt : ir::allStmts(program_, child)) {
      if (!program_[stmt].calls.empty() || program_[stmt].isOpaque)
        return false;
      const ir::Update *update = updateOf(index_, stmt);
      for (const EffectItem &item : index_.itemsOf(stmt))
        if (!isPure(item, update))
          return false;
    }
    for (const ir::Hole &hole : ir::holesIn(program_, program_[child].text)) {
      if (statics_.contains(hole.object))
        needed_.insert(hole.object);
      if (own_.contains(hole.object) && !totals_.contains(hole.object)) {
        if (!program_[hole.object].isScalar)
          return false;
        needed_.insert(hole.object);
      }
    }
    return true;
  }

  bool isPure(const EffectItem &item, const ir::Update *update) const {
    ObjectId named = index_.namedObject(item);
    if (isValid(named) && totals_.contains(named))
      return update && update->object == named &&
             isTargetOf(index_, *update, item);
    return item.kind == ir::AccessKind::Read ||
           (isValid(named) && own_.contains(named) &&
            index_.isWholeNamed(item, named));
  }

  /// What the kept child reads is not written before it in an iteration.
  /// (That other iterations do not write it is what makes the loop parallel.)
  bool readsOnlyOld(std::size_t kept) {
    for (std::size_t i = 0; i <= kept; ++i)
      for (StmtId stmt : ir::allStmts(program_, children_[i]))
        for (const EffectItem &write : index_.itemsOf(stmt)) {
          ObjectId named = index_.namedObject(write);
          bool isOwn = isValid(named) && own_.contains(named);
          if (write.kind == ir::AccessKind::Write && !isOwn &&
              mayBeReadBy(children_[kept], write))
            return false;
        }
    return true;
  }

  bool mayBeReadBy(NodeId child, const EffectItem &write) const {
    for (StmtId stmt : ir::allStmts(program_, child))
      for (const EffectItem &read : index_.itemsOf(stmt))
        if (read.kind == ir::AccessKind::Read &&
            objectsMayOverlap(index_, read, write))
          return true;
    return false;
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  const std::set<ObjectId> &own_;
  std::set<ObjectId> totals_, needed_;
  std::set<ObjectId> statics_; ///< that the body declares
  std::set<uint32_t> texts_;   ///< where kept declarations begin
  std::vector<NodeId> children_;
  std::vector<char> isKept_;
  bool isRegular_ = true;
};

} // namespace

std::optional<ReductionObject> findTotal(AffineModel &model, ObjectId object) {
  const ProgramIndex &index = model.index();
  const ir::Object &target = index.program()[object];
  if (!target.isScalar || target.isPointer || target.isVolatile ||
      target.isThreadLocal)
    return std::nullopt;
  std::optional<ReductionObject> result;
  for (StmtId stmt : model.stmts()) {
    const ir::Update *update = updateOf(index, stmt);
    bool isOfTarget = update && update->object == object;
    for (const EffectItem &item : index.itemsOf(stmt)) {
      if (!index.mayTouch(item, object))
        continue;
      if (!index.isWholeNamed(item, object) || !item.via.empty())
        return std::nullopt;
      bool isWrite = item.kind == ir::AccessKind::Write;
      if ((isWrite || isOfTarget) &&
          !(isOfTarget && isTargetOf(index, *update, item)))
        return std::nullopt;
    }
    if (!isOfTarget)
      continue;
    if (result && result->op != update->op)
      return std::nullopt;
    bool keepsFirst = update->keepsFirst && (!result || result->keepsFirst);
    result = ReductionObject();
    result->object = object;
    result->name = target.name;
    result->op = update->op;
    result->keepsFirst = keepsFirst;
    result->type = update->type;
    result->isFloat = target.isFloat;
    result->isSigned = target.isSigned;
    result->bits = target.bits;
  }
  if (result && (result->op == ir::UpdateOp::LogicalAnd ||
                 result->op == ir::UpdateOp::LogicalOr))
    return std::nullopt;
  return result;
}

std::optional<std::vector<NodeId>>
firstPass(AffineModel &model, const std::vector<ReductionObject> &totals,
          const std::set<ObjectId> &own) {
  return Slicer(model, totals, own).slice();
}

} // namespace hocket::polyhedral
