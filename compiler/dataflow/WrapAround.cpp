// SPDX-License-Identifier: Apache-2.0
//
// The statements are those that write the object, those that write what they
// read, and so on. If a variable is read that only a later statement of the
// body writes, its value is from one iteration before: the depth is the length
// of the longest such chain, and there is none if a chain comes back to itself.

#include "dataflow/WrapAround.h"

#include "ir/Inductions.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <map>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

constexpr unsigned deepest = policy.loops.wrapDepth;

class WrapAroundFinder {
public:
  WrapAroundFinder(const ProgramIndex &index, NodeId loop)
      : index_(index), program_(index.program()), loop_(loop),
        data_(*program_[loop].as<ir::Loop>()),
        spine_(ir::spineOf(program_, loop)) {
    if (const auto *block = program_[data_.body].as<ir::Block>())
      children_ = block->children;
    else
      children_ = {data_.body};
  }

  std::optional<WrapAround> find(ObjectId object) {
    if (!addWriters(object))
      return std::nullopt;
    while (!open_.empty()) {
      StmtId stmt = open_.back();
      open_.pop_back();
      for (ObjectId read : readBy(stmt))
        if (isChanged(read) && !addWriters(read))
          return std::nullopt;
      if (!addSiblings(index_.nodeOf(stmt)))
        return std::nullopt;
    }
    WrapAround result;
    for (NodeId child : children_)
      if (isWriter(child))
        result.nodes.push_back(child);
    for (const auto &[stmt, target] : writers_) {
      std::optional<unsigned> depth = depthOf(stmt);
      if (!depth || (*depth > 1 && !isPlainCopy(stmt)))
        return std::nullopt;
    }
    result.depth = *depthAfter(object, children_.size());
    return result;
  }

private:
  bool isIterator(ObjectId object) const {
    return data_.counted && data_.counted->iterator == object;
  }

  /// Some statement of the loop assigns it by name; anything else that might is
  /// the caller's to find.
  bool isChanged(ObjectId object) const {
    const std::vector<StmtId> &all = index_.namedWriters(object);
    return !isIterator(object) &&
           std::any_of(all.begin(), all.end(), [&](StmtId stmt) {
             return ir::isWithin(program_, index_.nodeOf(stmt), loop_);
           });
  }

  std::size_t placeOf(StmtId stmt) const {
    return static_cast<std::size_t>(
        std::find(children_.begin(), children_.end(), index_.nodeOf(stmt)) -
        children_.begin());
  }

  /// The variable only ever has values that plain assignments of the body give
  /// it, each in every iteration.
  bool addWriters(ObjectId object) {
    const ir::Object &o = program_[object];
    bool isPlain = o.isScalar && !o.isVolatile && !o.isThreadLocal &&
                   index_.isNamedOnly(object) && !isIterator(object) &&
                   o.type.isNameable && o.type.needs.empty() &&
                   !ir::inductionOf(index_.inductionsOf(loop_), object);
    if (!isPlain)
      return false;
    for (StmtId stmt : index_.namedWriters(object)) {
      if (!ir::isWithin(program_, index_.nodeOf(stmt), loop_) ||
          writers_.contains(stmt))
        continue;
      if (!isPlainAssignment(stmt, object))
        return false;
      writers_[stmt] = object;
      open_.push_back(stmt);
    }
    return true;
  }

  bool isPlainAssignment(StmtId id, ObjectId object) const {
    const ir::Stmt &stmt = program_[id];
    NodeId node = index_.nodeOf(id);
    bool isInBody = placeOf(id) < children_.size() &&
                    program_[node].as<ir::Leaf>() &&
                    std::find(spine_.begin(), spine_.end(), id) != spine_.end();
    if (!isInBody || !stmt.calls.empty() || stmt.isOpaque ||
        isValid(program_[node].inlined))
      return false;
    const ir::Access *write = nullptr;
    for (const ir::Access &access : stmt.accesses) {
      if (access.isVolatile || !isValid(access.address))
        return false;
      if (access.kind == ir::AccessKind::Read)
        continue;
      if (write || !access.must || namedBy(access) != object ||
          access.size != program_[object].size)
        return false;
      write = &access;
    }
    return write && isExact(valueOf(stmt, *write), program_[object]);
  }

  /// An initializer's value is the statement's.
  ExprId valueOf(const ir::Stmt &stmt, const ir::Access &write) const {
    return isValid(write.value) ? write.value : stmt.value;
  }

  ObjectId namedBy(const ir::Access &access) const {
    const ir::Expr &address = program_[access.address];
    return address.kind == ExprKind::AddrOf ? address.object : ObjectId::None;
  }

  /// Computed again the value is the same, to the bit: arithmetic of floating
  /// point may be compiled in another way.
  bool isExact(ExprId value, const ir::Object &object) const {
    if (!isValid(value))
      return false;
    const ir::Expr &e = program_[value];
    bool isCopy = e.kind == ExprKind::Load || e.kind == ExprKind::Var;
    if (object.isFloat)
      return isCopy && e.isFloat && e.bits == object.bits && isKnown(value);
    return isKnown(value);
  }

  bool isKnown(ExprId value) const {
    const ir::Expr &e = program_[value];
    if (e.kind == ExprKind::Unknown || e.kind == ExprKind::CallResult)
      return false;
    return std::all_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId operand) { return isKnown(operand); });
  }

  std::vector<ObjectId> readBy(StmtId stmt) const {
    std::vector<ObjectId> result;
    for (const ir::Access &access : program_[stmt].accesses)
      if (access.kind == ir::AccessKind::Read && isValid(namedBy(access)))
        result.push_back(namedBy(access));
    return result;
  }

  bool isWriter(NodeId child) const {
    return std::any_of(writers_.begin(), writers_.end(), [&](const auto &w) {
      return index_.nodeOf(w.first) == child;
    });
  }

  /// Declarators of one declaration share its text: all of them or none.
  bool addSiblings(NodeId node) {
    for (NodeId child : children_) {
      const ir::Leaf *leaf = program_[child].as<ir::Leaf>();
      if (program_[child].text.begin != program_[node].text.begin ||
          isWriter(child))
        continue;
      if (!leaf || !isValid(program_[leaf->stmt].declares))
        return false;
      const ir::Stmt &stmt = program_[leaf->stmt];
      bool isEmpty = stmt.accesses.empty() && stmt.calls.empty() &&
                     !stmt.isOpaque && program_[stmt.declares].isScalar;
      if (!isEmpty && !addWriters(stmt.declares))
        return false;
    }
    return true;
  }

  /// Harmless even with what a variable holds too early.
  bool isPlainCopy(StmtId stmt) const {
    ExprId value = program_[stmt].value;
    for (const ir::Access &access : program_[stmt].accesses)
      if (access.kind == ir::AccessKind::Write)
        value = valueOf(program_[stmt], access);
    return program_[value].kind == ExprKind::Var;
  }

  /// Iterations, the current one among them, that the value of the object
  /// before the child comes from; nothing if there is no end.
  std::optional<unsigned> depthAfter(ObjectId object, std::size_t before) {
    StmtId last = StmtId::None, lastOfAll = StmtId::None;
    for (const auto &[stmt, written] : writers_) {
      if (written != object)
        continue;
      if (!isValid(lastOfAll) || placeOf(stmt) > placeOf(lastOfAll))
        lastOfAll = stmt;
      if (placeOf(stmt) < before &&
          (!isValid(last) || placeOf(stmt) > placeOf(last)))
        last = stmt;
    }
    std::optional<unsigned> depth = depthOf(isValid(last) ? last : lastOfAll);
    if (depth && !isValid(last))
      ++*depth;
    return depth;
  }

  /// Of what the statement writes.
  std::optional<unsigned> depthOf(StmtId stmt) {
    if (auto it = depths_.find(stmt); it != depths_.end())
      return it->second;
    depths_[stmt] = std::nullopt; // until it is known that there is an end
    unsigned depth = 1;
    for (ObjectId read : readBy(stmt)) {
      if (!isChanged(read))
        continue;
      std::optional<unsigned> inner = depthAfter(read, placeOf(stmt));
      if (!inner || *inner > deepest)
        return std::nullopt;
      depth = std::max(depth, *inner);
    }
    depths_[stmt] = depth;
    return depth;
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  const NodeId loop_;
  const ir::Loop &data_;
  const std::vector<StmtId> spine_;
  std::vector<NodeId> children_;
  std::map<StmtId, ObjectId> writers_; ///< what is needed, with its target
  std::vector<StmtId> open_;
  std::map<StmtId, std::optional<unsigned>> depths_;
};

} // namespace

std::optional<WrapAround> findWrapAround(const ProgramIndex &index, NodeId loop,
                                         ObjectId object) {
  const ir::Node &node = index.program()[loop];
  const ir::Loop &data = *node.as<ir::Loop>();
  if (!data.counted || !data.counted->isPlain || data.part || node.hasLabel ||
      index.hasGoto(node.function))
    return std::nullopt;
  return WrapAroundFinder(index, loop).find(object);
}

} // namespace hocket::polyhedral
