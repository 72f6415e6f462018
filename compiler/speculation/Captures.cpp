// SPDX-License-Identifier: Apache-2.0
#include "speculation/Captures.h"

#include "speculation/LoopFacts.h"
#include "speculation/StateSteps.h"

#include "dataflow/ScalarFlow.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::speculation {

using namespace ir;
using polyhedral::ProgramIndex;
using polyhedral::ScalarFlow;

namespace {

class Capturer {
public:
  Capturer(const ProgramIndex &index, NodeId loop, NodeId whole,
           const IterationParts &parts)
      : index_(index), program_(index.program()), loop_(loop), whole_(whole),
        parts_(parts) {}

  Captures all() {
    const ObjectId iterator = counted_ ? counted_->iterator : ObjectId::None;
    const TextRange &init = program_[loop_].as<Loop>()->initText;
    std::set<ObjectId> named;
    for (const Hole &hole : holesIn(program_, program_[loop_].text)) {
      if (!isValid(hole.object) || hole.object == iterator ||
          isIn(init, hole) ||
          (parts_.needsEpilogue && isIn(parts_.epilogue, hole)))
        continue;
      const Object &object = program_[hole.object];
      bool isOfFunction = object.kind == ObjectKind::Local ||
                          object.kind == ObjectKind::Param ||
                          object.kind == ObjectKind::Static;
      if (hole.isDeclarator && object.kind == ObjectKind::Static)
        return {{}, "it declares a static variable"};
      // Static: also a variable of file scope, whose name is known everywhere.
      if (isOfFunction && isValid(object.function))
        named.insert(hole.object);
    }
    Captures result;
    for (ObjectId id : named) {
      if (isDeclaredInside(id))
        continue;
      Capture capture = captureOf(id);
      if (result.problem.empty())
        result.problem = problemWith(capture);
      result.variables.push_back(capture);
    }
    return result;
  }

private:
  /// What a header declares that does not count is around, for it is passed on.
  bool isDeclaredInside(ObjectId id) const {
    if (counted_)
      return program_[id].kind == ObjectKind::Local &&
             isDeclaredIn(program_, id, whole_);
    return isOfIteration(program_, loop_, id) || isDeclaredInExpression(id);
  }

  /// In the condition or the step, by a block in an expression.
  bool isDeclaredInExpression(ObjectId id) const {
    const Loop &loop = *program_[loop_].as<Loop>();
    for (const TextRange &range : {loop.conditionText, loop.stepText})
      if (!range.empty())
        for (const Hole &hole : holesIn(program_, range))
          if (hole.object == id && hole.isDeclarator)
            return true;
    return false;
  }

  /// Statements of the loop that write it by its name, but for its init.
  std::vector<StmtId> writers(ObjectId id) const {
    std::vector<StmtId> result;
    for (StmtId stmt : index_.namedWriters(id))
      if (NodeId node = index_.nodeOf(stmt);
          isValid(node) && isWithin(program_, node, whole_) &&
          stmt != program_[loop_].as<Loop>()->init)
        result.push_back(stmt);
    return result;
  }

  Capture captureOf(ObjectId id) const {
    const Object &object = program_[id];
    if (!object.isScalar || object.isAddressTaken ||
        object.kind == ObjectKind::Static)
      return {id, CaptureKind::Address, false};
    if (writers(id).empty())
      return {id, CaptureKind::Value, false};
    ScalarFlow flow(index_, id);
    if (isSplit() || flow.isExposed(loop_) || beginsWith(id))
      return {id, CaptureKind::Tracked, false};
    bool isLive = flow.isLiveAfter(loop_);
    // One that leaves the loop may come before the write.
    if (isLive && isGivenFirst(id))
      return {id, CaptureKind::Tracked, false, true};
    if (isLive && (mayLeave() || !flow.isWrittenEachIteration(loop_)))
      return {id, CaptureKind::Tracked, false};
    return {id, CaptureKind::Own, isLive || isNamedIn(parts_.epilogue, id)};
  }

  bool isGivenFirst(ObjectId id) const {
    const Loop &loop = *program_[loop_].as<Loop>();
    if (counted_ || loop.form == LoopForm::Do || !isValid(loop.condition))
      return false;
    const std::vector<Access> &accesses = program_[loop.condition].accesses;
    return std::any_of(
        accesses.begin(), accesses.end(), [&](const Access &access) {
          return access.must && writtenByName(program_, access) == id;
        });
  }

  /// What an iteration begins with, where no header counts, names the variable,
  /// as the one before has left it.
  bool beginsWith(ObjectId id) const {
    const Loop &loop = *program_[loop_].as<Loop>();
    return !counted_ &&
           (isNamedIn(loop.stepText, id) ||
            (loop.form == LoopForm::Do && isNamedIn(loop.conditionText, id)));
  }

  static bool isIn(const TextRange &range, const Hole &hole) {
    return range.begin <= hole.begin && hole.end <= range.end;
  }

  bool isNamedIn(const TextRange &range, ObjectId id) const {
    if (range.empty())
      return false;
    auto holes = holesIn(program_, range);
    return std::any_of(holes.begin(), holes.end(),
                       [&](const Hole &hole) { return hole.object == id; });
  }

  /// Other copies have no part in it, or find it out by themselves.
  bool isOfOnePart(ObjectId id) const {
    std::vector<StmtId> all = writers(id);
    auto isIn = [&](const TextRange &range, StmtId stmt) {
      return !range.empty() && range.contains(program_[stmt].text);
    };
    const Loop &loop = *program_[loop_].as<Loop>();
    bool isOfEpilogue = std::all_of(all.begin(), all.end(), [&](StmtId stmt) {
      return parts_.needsEpilogue && isIn(parts_.epilogue, stmt);
    });
    return isOfEpilogue ||
           std::all_of(all.begin(), all.end(), [&](StmtId stmt) {
             bool isHeader = stmt == loop.condition || stmt == loop.step;
             return (isHeader && !counted_) || isIn(parts_.prologue, stmt) ||
                    isIn(parts_.step, stmt);
           });
  }

  std::string problemWith(const Capture &capture) const {
    const Object &object = program_[capture.object];
    std::string name = "'" + object.name + "'";
    const CType &type =
        capture.kind == CaptureKind::Address ? object.pointerType : object.type;
    if (!type.isNameable || object.isVariablyModified || !type.needs.empty())
      return name + " has a type that cannot be named elsewhere";
    if (object.isRegister && capture.kind == CaptureKind::Address)
      return name + " is a register variable";
    if (object.isVolatile || object.isThreadLocal)
      return name + " is volatile or thread-local";
    if (capture.kind == CaptureKind::Tracked &&
        isSurelyCarried(capture.object) && !isOfOnePart(capture.object))
      return name + " carries a value from each iteration to the next";
    return "";
  }

  /// Each iteration reads what the one before has left, and writes it anew, by
  /// no update that could be made later.
  bool isSurelyCarried(ObjectId id) const {
    ScalarFlow flow(index_, id);
    if (isSplit() || !flow.isExposed(loop_) ||
        !flow.isWrittenEachIteration(loop_))
      return false;
    std::vector<StmtId> all = writers(id);
    return !std::all_of(all.begin(), all.end(), [&](StmtId stmt) {
      return (program_[stmt].update && program_[stmt].update->object == id) ||
             isStep(program_[stmt], id);
    });
  }

  /// What it holds may be foreseen.
  bool isStep(const Stmt &stmt, ObjectId id) const {
    return std::any_of(
        stmt.accesses.begin(), stmt.accesses.end(), [&](const Access &access) {
          return access.kind == AccessKind::Write && isValid(access.address) &&
                 program_[access.address].kind == ExprKind::AddrOf &&
                 program_[access.address].object == id &&
                 isStateStep(program_, program_[loop_].function, stmt, access);
        });
  }

  /// In the midst of an iteration. A condition that does something has done it
  /// when the loop ends.
  bool mayLeave() const {
    return !counted_ || program_[loop_].exits.byReturn ||
           program_[program_[loop_].as<Loop>()->body].exits.byBreak;
  }

  /// A part alone does not tell how values flow.
  bool isSplit() const { return whole_ != loop_; }

  const ProgramIndex &index_;
  const Program &program_;
  NodeId loop_, whole_;
  const IterationParts &parts_;
  const Counted *const counted_ = countedHeader(program_, loop_);
};

} // namespace

Captures capturesOf(const ProgramIndex &index, NodeId loop, NodeId whole,
                    const IterationParts &parts) {
  return Capturer(index, loop, whole, parts).all();
}

} // namespace hocket::speculation
