// SPDX-License-Identifier: Apache-2.0
//
// A variable counts if all its writers are such statements, if no iteration
// reads it before it is written, and if what is computed depends on nothing
// that the loop changes but the iterator and other such variables before it.
#include "splitting/Recomputable.h"

#include "dataflow/ScalarFlow.h"
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

class Finder {
public:
  Finder(const ProgramIndex &index, NodeId loop,
         const std::vector<NodeId> &children)
      : index_(index), program_(index.program()), loop_(loop),
        children_(children), stmts_(repeatedStmts(index, loop)),
        iterator_(program_[loop].as<ir::Loop>()->counted->iterator) {}

  Recomputable run() {
    for (std::size_t i = 0; i < children_.size(); ++i)
      if (ObjectId object = assignedBy(i); isValid(object))
        result_.of[object].insert(i);
    std::erase_if(result_.of, [&](const auto &entry) {
      return !isWrittenByThoseOnly(entry.first, entry.second);
    });
    // What fails takes with it what was computed from it.
    while (std::erase_if(result_.of, [&](const auto &entry) {
      return !std::all_of(entry.second.begin(), entry.second.end(),
                          [&](std::size_t i) {
                            return isStable(i) && namesNoOther(i, entry.first);
                          });
    }))
      ;
    for (const auto &[object, positions] : result_.of)
      result_.positions.insert(positions.begin(), positions.end());
    return std::move(result_);
  }

private:
  StmtId stmtOf(std::size_t position) const {
    const ir::Leaf *leaf = program_[children_[position]].as<ir::Leaf>();
    return leaf ? leaf->stmt : StmtId::None;
  }

  /// The one scalar that the statement declares or assigns.
  ObjectId assignedBy(std::size_t position) const {
    StmtId id = stmtOf(position);
    if (!isValid(id))
      return ObjectId::None;
    const ir::Stmt &stmt = program_[id];
    const analysis::StmtEffects &effects =
        index_.effects().stmts[ir::index(id)];
    if (stmt.isOpaque || effects.isUnknown || effects.mayNotReturn ||
        effects.needsCallingThread || !stmt.calls.empty())
      return ObjectId::None;
    ObjectId object = stmt.declares;
    for (const EffectItem &item : effects.items) {
      if (item.kind != ir::AccessKind::Write)
        continue;
      ObjectId named = index_.namedObject(item);
      if (!item.must || !isValid(named) || !index_.isWholeNamed(item, named) ||
          (isValid(object) && named != object))
        return ObjectId::None;
      object = named;
    }
    if (!isValid(object))
      return ObjectId::None;
    const ir::Object &data = program_[object];
    // A product that is rounded for one use and fused into a sum for another
    // is not the same value: gcc fuses only where it can for all uses.
    if (data.isFloat &&
        program_.text(stmt.text).find('*') != std::string_view::npos)
      return ObjectId::None;
    bool isPlain = data.isScalar && index_.isNamedOnly(object) &&
                   data.type.needs.empty() && object != iterator_;
    return isPlain ? object : ObjectId::None;
  }

  bool isWrittenByThoseOnly(ObjectId object,
                            const std::set<std::size_t> &positions) {
    std::size_t assignments = 0;
    for (StmtId stmt : stmts_)
      for (const EffectItem &item : index_.itemsOf(stmt))
        if (item.kind == ir::AccessKind::Write &&
            index_.mayTouch(item, object)) {
          bool isOne =
              std::any_of(positions.begin(), positions.end(),
                          [&](std::size_t i) { return stmtOf(i) == stmt; });
          if (!isOne || ++assignments > 1)
            return false;
        }
    return assignments == 1 && !ScalarFlow(index_, object).isExposed(loop_);
  }

  /// Reads nothing that changes between two runs in one iteration.
  bool isStable(std::size_t position) const {
    for (const EffectItem &item : index_.itemsOf(stmtOf(position))) {
      if (item.isVolatile)
        return false;
      if (item.kind == ir::AccessKind::Write)
        continue;
      ObjectId named = index_.namedObject(item);
      bool isFine =
          isValid(named) && (named == iterator_ ||
                             (isComputed(named) && isBefore(named, position)));
      if (!isFine && mayChange(item))
        return false;
    }
    return true;
  }

  /// `&t` of a body's variable `t` means nothing where `t` is not declared.
  bool namesNoOther(std::size_t position, ObjectId own) const {
    std::span<const ir::Hole> holes =
        ir::holesIn(program_, program_[children_[position]].text);
    return std::all_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
      return hole.object == own || isComputed(hole.object) ||
             !ir::isDeclaredIn(program_, hole.object, loop_) ||
             hole.object == iterator_;
    });
  }

  bool isComputed(ObjectId object) const { return result_.of.count(object); }

  bool isBefore(ObjectId object, std::size_t position) const {
    return *result_.of.at(object).rbegin() < position;
  }

  bool mayChange(const EffectItem &read) const {
    for (StmtId stmt : stmts_) {
      if (index_.effects().stmts[ir::index(stmt)].isUnknown)
        return true;
      for (const EffectItem &item : index_.itemsOf(stmt))
        if (item.kind == ir::AccessKind::Write &&
            objectsMayOverlap(index_, item, read))
          return true;
    }
    return false;
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  NodeId loop_;
  const std::vector<NodeId> &children_;
  std::vector<StmtId> stmts_;
  ObjectId iterator_;
  Recomputable result_;
};

} // namespace

Recomputable findRecomputable(const ProgramIndex &index, NodeId loop,
                              const std::vector<NodeId> &children) {
  return Finder(index, loop, children).run();
}

} // namespace hocket::polyhedral
