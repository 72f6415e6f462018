// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/frame/FrameCopies.h"

#include "analysis/objects/ObjectUnion.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/Accelerators.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hocket::taskgraph {

using namespace ir;

namespace {

class Chooser {
public:
  Chooser(const RegionFacts &facts, TaskGraph &graph)
      : facts_(facts), program_(facts.program()), region_(graph.region),
        dependences_(graph.dependences) {
    const std::vector<NodeId> &children =
        program_[region_.block].as<Block>()->children;
    children_.assign(children.begin() + region_.first,
                     children.begin() + region_.last + 1);
  }

  void run() {
    std::vector<ObjectId> named = namedObjects(program_, region_.text);
    std::erase_if(named, [&](ObjectId object) { return !mayBeCopied(object); });
    if (named.empty())
      return;
    for (ObjectId object : named)
      if (mayMove(object))
        region_.moved.push_back({object, isWrittenIn(children_, object)});
    for (MacroTask &task : region_.tasks)
      for (ObjectId object : namedObjects(program_, task.node))
        if (std::binary_search(named.begin(), named.end(), object))
          addTaskCopy(task, object);
  }

private:
  /// Its value can be copied, and its address is known to scalars alone. (Plain
  /// scalars are values in the frame as it is.)
  bool mayBeCopied(ObjectId id) const {
    const Object &o = program_[id];
    bool isPlain = o.isScalar && !o.isAddressTaken;
    return !isPlain && !o.isConst && !o.isVolatile && !o.isVariablyModified &&
           o.size != 0 && o.size <= policy.region.movedBytes &&
           o.type.isNameable && o.type.needs.empty() &&
           facts_.effects().heldByScalars.count(id) != 0;
  }

  bool isDeclaredInRegion(ObjectId object) const {
    return std::any_of(children_.begin(), children_.end(), [&](NodeId child) {
      return isDeclaredIn(program_, object, child);
    });
  }

  bool mayMove(ObjectId object) const {
    // A function that calls itself may need all of its stack.
    if (isDeclaredInRegion(object) ||
        facts_.effects().isRecursive[index(region_.function)])
      return false;
    // Behind a search that returns nothing is copied back.
    bool returns =
        std::any_of(children_.begin(), children_.end(), [&](NodeId child) {
          return program_[child].exits.byReturn;
        });
    if (returns && isWrittenIn(children_, object))
      return false;
    return isReachedByNameIn(
        namedObjects(program_, region_.text), object, [&](ObjectId holder) {
          return isDeclaredInRegion(holder) &&
                 !std::count(region_.hoisted.begin(), region_.hoisted.end(),
                             holder);
        });
  }

  /// No name in the text leads to the object that may have led there before, or
  /// will afterwards.
  template <typename IsInside>
  bool isReachedByNameIn(const std::vector<ObjectId> &named, ObjectId object,
                         IsInside isInside) const {
    const std::vector<ObjectId> &holders =
        facts_.effects().heldByScalars.at(object);
    return std::all_of(holders.begin(), holders.end(), [&](ObjectId holder) {
      return !std::binary_search(named.begin(), named.end(), holder) ||
             isInside(holder);
    });
  }

  std::vector<StmtId> stmtsOf(const MacroTask &task) const {
    if (task.is<Replicated>())
      return {task.stmt()};
    return allStmts(program_, task.node);
  }

  bool isTouched(StmtId stmt, ObjectId object, bool isWrite) const {
    const std::vector<analysis::EffectItem> &items =
        facts_.effects().stmts[index(stmt)].items;
    return program_[stmt].declares == object ||
           std::any_of(items.begin(), items.end(),
                       [&](const analysis::EffectItem &item) {
                         return (!isWrite || item.kind == AccessKind::Write) &&
                                analysis::holds(item.objects.ids, object);
                       });
  }

  bool isWrittenIn(const std::vector<NodeId> &nodes, ObjectId object) const {
    return std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) {
      std::vector<StmtId> stmts = allStmts(program_, node);
      return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
        return isTouched(stmt, object, /*isWrite=*/true);
      });
    });
  }

  /// The task may gain from having members in registers.
  bool repeats(const MacroTask &task) const {
    bool result = false;
    forEachNode(program_, task.node, [&](NodeId node) {
      result |= program_[node].as<Loop>() != nullptr;
      for (StmtId stmt : ownStmts(program_, node))
        for (const CallSite &call : program_[stmt].calls)
          result |= isValid(call.callee) && isValid(program_[call.callee].body);
    });
    return result;
  }

  void addTaskCopy(MacroTask &task, ObjectId object) const {
    const Object &o = program_[object];
    // An accelerator has to find the variable itself.
    if (markOf(program_, task))
      return;
    if (!task.hasBody() || o.size > policy.region.taskCopyBytes ||
        isDeclaredIn(program_, object, task.node) || !repeats(task) ||
        !isReachedByNameIn(namedObjects(program_, task.node), object,
                           [&](ObjectId holder) {
                             return isDeclaredIn(program_, holder, task.node);
                           }))
      return;
    bool isWritten = isWrittenBy(task, object);
    // Chunks share what they write. And a copy is the whole of the variable: by
    // members, tasks may overlap that no dependence keeps apart.
    if ((!isWritten || task.is<Whole>()) && isDisjoint(task, object, isWritten))
      task.copies.push_back({object, isWritten});
  }

  bool isWrittenBy(const MacroTask &task, ObjectId object) const {
    std::vector<StmtId> stmts = stmtsOf(task);
    return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
      return isTouched(stmt, object, /*isWrite=*/true);
    });
  }

  /// No other task writes the object, or, if this one does, touches it, at the
  /// same time.
  bool isDisjoint(const MacroTask &task, ObjectId object,
                  bool isWritten) const {
    return std::all_of(
        region_.tasks.begin(), region_.tasks.end(),
        [&](const MacroTask &other) {
          std::vector<StmtId> stmts = stmtsOf(other);
          return &other == &task || areOrdered(task, other) ||
                 std::none_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
                   return isTouched(stmt, object, /*isWrite=*/!isWritten);
                 });
        });
  }

  /// Dependences alone keep all that one does apart from all that the other
  /// does: in an iteration of the loops around both the first comes before the
  /// second, and that before the first in any later one.
  bool areOrdered(const MacroTask &a, const MacroTask &b) const {
    auto first = static_cast<TaskId>(&a - region_.tasks.data());
    auto second = static_cast<TaskId>(&b - region_.tasks.data());
    if (first > second)
      std::swap(first, second);
    uint32_t around = commonLoops(a, b);
    return std::any_of(dependences_.begin(), dependences_.end(),
                       [&](const polyhedral::TaskDependence &d) {
                         return d.from == first && d.to == second &&
                                d.sameIteration && d.chunkPairs.empty();
                       }) &&
           (around == 0 ||
            std::any_of(dependences_.begin(), dependences_.end(),
                        [&](const polyhedral::TaskDependence &d) {
                          return d.from == second && d.to == first &&
                                 (d.carriedMask & around) == around &&
                                 d.chunkPairs.empty();
                        }));
  }

  /// The region's loops around both, as TaskDependence::carriedMask.
  uint32_t commonLoops(const MacroTask &a, const MacroTask &b) const {
    std::set<LevelIndex> levels;
    for (LevelIndex l = a.level; l != none; l = region_.levels[l].parent)
      levels.insert(l);
    LevelIndex common = b.level;
    while (!levels.count(common))
      common = region_.levels[common].parent;
    uint32_t depth = region_.levels[common].loopDepth;
    return depth >= 32 ? ~uint32_t(0) : (uint32_t(1) << depth) - 1;
  }

  const RegionFacts &facts_;
  const Program &program_;
  Region &region_;
  const std::vector<polyhedral::TaskDependence> &dependences_;
  std::vector<NodeId> children_;
};

} // namespace

void chooseCopies(const RegionFacts &facts, TaskGraph &graph) {
  Chooser(facts, graph).run();
}

} // namespace hocket::taskgraph
