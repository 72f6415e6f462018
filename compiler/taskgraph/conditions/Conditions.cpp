// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/conditions/Conditions.h"

#include "analysis/ControlConditions.h"
#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace hocket::taskgraph {

using namespace ir;
using llvm::BitVector;

namespace {

/// Macro-tasks of one layer, and how control flows among them.
class Layer {
public:
  Layer(const Program &program, const Region &region, LevelIndex top,
        std::vector<ConditionedTask> &all)
      : program_(program), region_(region), top_(top), all_(all),
        first_(uint32_t(all.size())) {
    addItems(top);
    for (uint32_t end : ends_)
      successors_[end].push_back(size());
    successors_.emplace_back(); // the end of the layer
    // Text goes down only: what leads to a node comes before it.
    leadTo_.assign(size() + 1, BitVector(size() + 1));
    for (uint32_t node = 0; node < size(); ++node)
      for (uint32_t next : successors_[node]) {
        leadTo_[next] |= leadTo_[node];
        leadTo_[next].set(node);
      }
  }

  uint32_t size() const { return uint32_t(branches_.size()); }

  void findControl() {
    if (size() == 0)
      return;
    const auto edges = analysis::controlDependences({successors_, 0, size()});
    for (uint32_t node = 0; node < size(); ++node)
      for (const analysis::ControlEdge &edge : edges[node])
        task(node).control.push_back(
            {first_ + edge.from, sideOf(edge.from, edge.to)});
  }

  void findData(const std::vector<polyhedral::TaskDependence> &dependences) {
    needs_.assign(size(), BitVector(size()));
    for (const polyhedral::TaskDependence &d : dependences)
      if (auto from = holder_.find(d.from), to = holder_.find(d.to);
          d.sameIteration && from != holder_.end() && to != holder_.end())
        addNeed(from->second, to->second);
    for (uint32_t from = 0; from < size(); ++from)
      for (uint32_t to = from + 1; to < size(); ++to)
        if (conflict(uses_[from], uses_[to]))
          addNeed(from, to);
    for (uint32_t node = 0; node < size(); ++node)
      addData(node);
  }

private:
  ConditionedTask &task(uint32_t node) { return all_[first_ + node]; }

  /// The first macro-tasks of a branch's sides; none: the side is empty.
  struct Sides {
    uint32_t thenFirst = none, elseFirst = none;
  };

  uint32_t add(ConditionedTask task) {
    const uint32_t node = size();
    task.layer = top_;
    all_.push_back(std::move(task));
    branches_.emplace_back();
    successors_.emplace_back();
    uses_.emplace_back();
    for (uint32_t end : ends_)
      successors_[end].push_back(node);
    ends_ = {node};
    return node;
  }

  void addUse(uint32_t node, const Item &item) {
    ReplicatedUse use = replicatedUse(program_, region_, item);
    uses_[node].uses.insert(use.uses.begin(), use.uses.end());
    uses_[node].writes.insert(use.writes.begin(), use.writes.end());
  }

  void hold(TaskId id, uint32_t node) { holder_[id] = node; }

  void addItems(LevelIndex level) {
    const std::vector<Item> &items = region_.levels[level].items;
    for (size_t i = 0; i < items.size(); ++i)
      if (items[i].kind == ItemKind::Branch)
        addBranch(items[i]);
      else if (items[i].kind == ItemKind::Loop)
        addLoop(items[i]);
      else if (!isLoopControl(level, items[i].task))
        addTask(items, i);
  }

  /// The condition or step of the loop whose body the layer is: a part of that
  /// loop, as its start is.
  bool isLoopControl(LevelIndex level, TaskId id) const {
    const Level &l = region_.levels[level];
    if (!l.repeats)
      return false;
    const Item &owner = region_.levels[l.parent].items[l.parentItem];
    return id == owner.condition || id == owner.step;
  }

  void addTask(const std::vector<Item> &items, size_t i) {
    const TaskId id = items[i].task;
    const MacroTask &macro = region_.tasks[id];
    TaskId partOf = none;
    if (const Combine *combine = macro.as<Combine>())
      partOf = combine->combines;
    else if (const Chunks *chunks = macro.as<Chunks>())
      partOf = chunks->secondPassOf;
    if (partOf != none) {
      const uint32_t node = holder_.at(partOf);
      task(node).tasks.push_back(id);
      hold(id, node);
      addUse(node, items[i]);
      return;
    }
    ConditionedTask one;
    one.node = macro.node;
    one.tasks = {id};
    one.kind = kindOf(macro);
    const uint32_t node = add(std::move(one));
    hold(id, node);
    addUse(node, items[i]);
  }

  BlockKind kindOf(const MacroTask &macro) const {
    if (macro.is<Replicated>())
      return BlockKind::Basic;
    if (program_[macro.node].as<Loop>())
      return BlockKind::Repetition;
    return isCallNode(program_, macro.node) ? BlockKind::Subroutine
                                            : BlockKind::Basic;
  }

  void addLoop(const Item &item) {
    uint32_t node = none;
    // Its start stands before it.
    if (StmtId init = program_[item.node].as<Loop>()->init;
        isValid(init) && size() > 0 && task(size() - 1).tasks.size() == 1 &&
        task(size() - 1).node == item.node &&
        region_.tasks[task(size() - 1).tasks[0]].stmt() == init)
      node = size() - 1;
    if (node == none) {
      ConditionedTask loop;
      loop.node = item.node;
      node = add(std::move(loop));
    }
    task(node).kind = BlockKind::Repetition;
    task(node).body = item.body;
    addUse(node, item);
    for (TaskId id = 0; id < region_.tasks.size(); ++id)
      if (isInside(region_.tasks[id].level, item.body))
        hold(id, node);
  }

  bool isInside(LevelIndex level, LevelIndex outer) const {
    while (level != none && level != outer)
      level = region_.levels[level].parent;
    return level == outer;
  }

  void addBranch(const Item &item) {
    const uint32_t branch = holder_.at(item.condition);
    task(branch).isBranch = true;
    const std::vector<uint32_t> before = ends_;
    Sides sides;
    std::vector<uint32_t> after;
    for (LevelIndex side : {item.body, item.elseBody}) {
      ends_ = before;
      const uint32_t first = size();
      if (side != none)
        addItems(side);
      if (size() > first)
        (side == item.body ? sides.thenFirst : sides.elseFirst) = first;
      after.insert(after.end(), ends_.begin(), ends_.end());
    }
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    ends_ = std::move(after);
    branches_[branch] = sides;
  }

  bool sideOf(uint32_t branch, uint32_t next) const {
    const Sides &sides = branches_[branch];
    if (next == sides.thenFirst)
      return true;
    return next != sides.elseFirst && sides.thenFirst == none;
  }

  void addNeed(uint32_t from, uint32_t to) {
    if (from != to && leadTo_[to].test(from))
      needs_[to].set(from);
  }

  /// Each of them says that the node will not run.
  std::vector<Decision> against(uint32_t node) const {
    std::vector<Decision> result;
    for (unsigned before : leadTo_[node].set_bits())
      for (uint32_t next : successors_[before])
        if (next != node && !leadTo_[node].test(next))
          result.push_back({first_ + before, sideOf(before, next)});
    return result;
  }

  /// What surely has been decided when the node runs.
  std::set<Decision> decided(uint32_t node) {
    std::set<Decision> result;
    std::vector<uint32_t> work{node};
    while (!work.empty()) {
      const std::vector<Decision> control = task(work.back()).control;
      work.pop_back();
      if (control.size() == 1 && result.insert(control.front()).second)
        work.push_back(control.front().branch - first_);
    }
    return result;
  }

  void addData(uint32_t node) {
    const std::set<Decision> known = decided(node);
    std::vector<Finished> terms;
    // What has finished for certain, and so has all that it needed.
    BitVector implied(size());
    for (const Decision &decision : known) {
      implied.set(decision.branch - first_);
      implied |= closed_[decision.branch - first_];
    }
    closed_.emplace_back(size());
    for (unsigned other : needs_[node].set_bits()) {
      Finished term{first_ + other};
      for (const Decision &no : against(other))
        if (!known.count({no.branch, !no.side}))
          term.orNot.push_back(no);
      if (term.orNot.empty()) {
        implied |= closed_[other];
        closed_[node].set(other);
      }
      terms.push_back(std::move(term));
    }
    closed_[node] |= implied;
    for (Finished &term : terms)
      if (!implied.test(term.task - first_))
        task(node).data.push_back(std::move(term));
    closed_[node] |= needs_[node];
  }

  const Program &program_;
  const Region &region_;
  const LevelIndex top_;
  std::vector<ConditionedTask> &all_;
  const uint32_t first_;              ///< of the layer, in all_
  std::vector<Sides> branches_;       ///< by node
  std::vector<ReplicatedUse> uses_;   ///< by node
  std::map<TaskId, uint32_t> holder_; ///< the node that a task is in
  std::vector<uint32_t> ends_;        ///< whose successor comes next
  std::vector<std::vector<uint32_t>> successors_; ///< by node, and the end's
  std::vector<BitVector> leadTo_; ///< by node, those before it on some way
  std::vector<BitVector> needs_;  ///< by node
  /// By node, those of which it is settled that they have finished or do not
  /// run once it has finished.
  std::vector<BitVector> closed_;
};

} // namespace

std::vector<ConditionedTask> executableConditions(
    const Program &program, const Region &region,
    const std::vector<polyhedral::TaskDependence> &dependences) {
  std::vector<ConditionedTask> all;
  for (LevelIndex level = 0; level < region.levels.size(); ++level)
    if (level == 0 || region.levels[level].repeats) {
      Layer layer(program, region, level, all);
      layer.findControl();
      layer.findData(dependences);
    }
  return all;
}

std::string conditionText(const ConditionedTask &task) {
  auto number = [](uint32_t position) { return std::to_string(position + 1); };
  auto decision = [&](const Decision &one) {
    return number(one.branch) + (one.side ? "_t" : "_f");
  };
  auto anyOf = [](const std::vector<std::string> &terms) {
    std::string text;
    for (const std::string &term : terms)
      text += (text.empty() ? "" : " OR ") + term;
    return terms.size() > 1 ? "(" + text + ")" : text;
  };
  std::vector<std::string> all;
  for (const Finished &term : task.data) {
    std::vector<std::string> any{number(term.task)};
    for (const Decision &no : term.orNot)
      any.push_back(decision(no));
    all.push_back(anyOf(any));
  }
  std::vector<std::string> sides;
  for (const Decision &side : task.control)
    sides.push_back(decision(side));
  if (!sides.empty())
    all.push_back(anyOf(sides));
  std::string text;
  for (const std::string &term : all)
    text += (text.empty() ? "" : " AND ") + term;
  return text.empty() ? "true" : text;
}

const char *blockName(BlockKind kind) {
  switch (kind) {
  case BlockKind::Basic:
    return "BB";
  case BlockKind::Repetition:
    return "RB";
  case BlockKind::Subroutine:
    return "SB";
  }
  return "";
}

std::string conditionedName(const Program &program, const Region &region,
                            const ConditionedTask &task) {
  if (task.body == none)
    return taskName(program, region.tasks[task.tasks.front()]);
  const SourceLocation &at = program[task.node].location;
  return "loop " + llvm::sys::path::filename(at.file).str() + ":" +
         std::to_string(at.line);
}

std::map<TaskId, std::vector<std::pair<TaskId, bool>>>
decisionsOf(const Program &program, const Region &region) {
  const std::vector<ConditionedTask> all =
      executableConditions(program, region, {});
  std::map<TaskId, std::vector<std::pair<TaskId, bool>>> result;
  for (const ConditionedTask &task : all) {
    std::vector<std::pair<TaskId, bool>> chain;
    for (const ConditionedTask *at = &task; at->control.size() == 1;) {
      const Decision &decision = at->control.front();
      at = &all[decision.branch];
      chain.insert(chain.begin(), {at->tasks.front(), decision.side});
    }
    for (TaskId id : task.tasks)
      result[id] = chain;
  }
  return result;
}

void printConditions(const Program &program, const TaskGraph &graph,
                     llvm::raw_ostream &out) {
  const std::vector<ConditionedTask> all =
      executableConditions(program, graph.region, graph.dependences);
  for (size_t i = 0; i < all.size(); ++i)
    out << "  macro-task " << i + 1 << ' ' << blockName(all[i].kind) << ' '
        << conditionedName(program, graph.region, all[i]) << " when "
        << conditionText(all[i]) << '\n';
}

} // namespace hocket::taskgraph
