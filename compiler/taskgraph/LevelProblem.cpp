// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/LevelProblem.h"

#include "analysis/values/TripGuess.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/Accelerators.h"
#include "taskgraph/ChipHandovers.h"
#include "taskgraph/RegionFacts.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

namespace hocket::taskgraph {

using polyhedral::TaskDependence;
using scheduling::Edge;
using scheduling::TaskIndex;

namespace {

/// Where a macro-task's part is found in a level: tasks, each with the
/// macro-task's chunk that it runs (all chunks where it is not cut).
struct Part {
  TaskIndex task;
  std::vector<uint32_t> chunks; ///< empty: the whole macro-task
};

/// The tasks of a level: for each item, one on each core, or for each chunk.
class TaskAdder {
public:
  /// \param tasksOfItem gets the tasks of each item of the level.
  TaskAdder(const LevelInputs &in, LevelIndex level, LevelProblem &out,
            std::vector<std::vector<TaskIndex>> &tasksOfItem)
      : in_(in), region_(in.graph.region), items_(region_.levels[level].items),
        group_(in.group), out_(out), tasksOfItem_(tasksOfItem) {}

  void addTasks() {
    tasksOfItem_.resize(items_.size());
    for (uint32_t i = 0; i < items_.size(); ++i) {
      if (items_[i].kind == ItemKind::Task)
        addTasksOf(i, items_[i].task);
      else
        addCompoundTasks(i);
    }
  }

private:
  unsigned cores() const { return unsigned(group_.size()); }

  /// Of the problem, in which the level's cores are counted from 0.
  scheduling::CoreIndex positionOf(uint32_t core) const {
    auto at = std::lower_bound(group_.begin(), group_.end(), core);
    assert(at != group_.end() && *at == core &&
           "the level is not for the core");
    return scheduling::CoreIndex(at - group_.begin());
  }

  /// What a macro-task costs on each core of the level.
  std::vector<double> costOf(TaskId macro) const {
    std::vector<double> cost;
    for (uint32_t core : group_)
      cost.push_back(in_.costs.taskNs[macro][core]);
    return cost;
  }

  /// \param core of the region, or none.
  void addTask(uint32_t item, TaskId macro, uint32_t chunk, uint32_t core,
               std::string name, std::vector<double> cost) {
    out_.tasks.push_back({item, macro, chunk, core});
    scheduling::Task task;
    task.name = std::move(name);
    task.cost = std::move(cost);
    task.memory = in_.costs.waitingNs(macro, group_.front(), task.cost);
    if (core == none && in_.pinned)
      if (auto pin = in_.pinned->find({macro, chunk}); pin != in_.pinned->end())
        core = pin->second;
    if (core != none)
      task.pinned = positionOf(core);
    else if (const Chunks *chunks =
                 macro != none ? region_.tasks[macro].as<Chunks>() : nullptr)
      task.preferred = preferredCore(*chunks, chunk);
    out_.problem.tasks.push_back(std::move(task));
    tasksOfItem_[item].push_back(TaskIndex(out_.tasks.size() - 1));
  }

  /// Neighbours in data on the same core everywhere; where chunks grow or
  /// shrink, the longest together with the shortest.
  uint32_t preferredCore(const Chunks &chunks, uint32_t chunk) const {
    if (chunks.shares.empty())
      return chunk * cores() / chunks.count;
    uint32_t fromEnd = std::min(chunk, chunks.count - 1 - chunk);
    return fromEnd * 2 * cores() / chunks.count;
  }

  /// The chunk's part of the loop; where so few iterations are cut at multiples
  /// of the grain, some chunks have none.
  double shareOf(ir::NodeId loop, const Chunks &chunks, uint32_t chunk) const {
    if (!chunks.shares.empty())
      return chunks.shares[chunk];
    int64_t trips = analysis::constantTrips(in_.program, loop);
    if (trips <= 0 || chunks.mode != ChunkMode::Doall)
      return double(chunks.cut(chunk + 1) - chunks.cut(chunk)) / chunks.parts();
    auto begin = [&](unsigned number) { // hk_chunk
      int64_t phase = chunks.phase;
      int64_t blocks = (trips + phase - 1) / chunks.grain + 1,
              count = chunks.parts(), cut = chunks.cut(number);
      int64_t at =
          (blocks / count * cut + blocks % count * cut / count) * chunks.grain -
          phase;
      return cut == count ? trips : std::clamp(at, int64_t(0), trips);
    };
    return double(begin(chunk + 1) - begin(chunk)) / double(trips);
  }

  std::vector<double> costOfChunk(ir::NodeId loop, const Chunks &chunks,
                                  std::vector<double> cost,
                                  uint32_t chunk) const {
    double share = shareOf(loop, chunks, chunk);
    if (in_.isCutForGroup && isCutForCores(chunks))
      share *= double(chunks.count) /
               (double(cores()) * double((chunks.count - 1) / cores() + 1));
    for (double &c : cost)
      c *= share;
    return cost;
  }

  void addTasksOf(uint32_t item, TaskId index) {
    const MacroTask &macro = region_.tasks[index];
    std::vector<double> cost = costOf(index);
    std::string name = taskName(in_.program, macro);
    if (const Chunks *chunks = macro.as<Chunks>())
      addChunks(item, index, *chunks, name);
    else if (macro.is<Replicated>())
      for (uint32_t core : group_)
        addTask(item, index, 0, core, name, cost);
    else
      addTask(item, index, 0, macro.onCallingThread ? 0 : none, name, cost);
    if (std::optional<ir::AcceleratorMark> mark = markOf(in_.program, macro))
      addUnits(in_.program, *mark, in_.accelerated, in_.soc,
               TaskIndex(out_.tasks.size() - 1), out_.problem);
  }

  static std::string chunkName(const std::string &name, uint32_t chunk,
                               unsigned count) {
    return name + " [" + std::to_string(chunk + 1) + "/" +
           std::to_string(count) + "]";
  }

  void addChunks(uint32_t item, TaskId index, const Chunks &chunks,
                 const std::string &name) {
    if (chunks.mode == ChunkMode::Pipeline) {
      addPipeline(item, index, chunks.count, name);
      return;
    }
    for (uint32_t chunk = 0; chunk < chunks.count; ++chunk)
      addTask(
          item, index, chunk, none, chunkName(name, chunk, chunks.count),
          costOfChunk(region_.tasks[index].node, chunks, costOf(index), chunk));
  }

  /// One task on each core, all at once. They take as long as the longest
  /// ordered stage, or as a core's share of the iterations.
  void addPipeline(uint32_t item, TaskId index, unsigned chunks,
                   const std::string &name) {
    std::vector<double> cost = in_.costs.taskNs[index];
    for (size_t core = 0; core < cost.size(); ++core)
      cost[core] = in_.costs.pipelineNs(index, core, in_.soc.costs.syncNs);
    for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
      addTask(item, index, chunk, chunk, chunkName(name, chunk, chunks), cost);
      out_.problem.tasks.back().gang = item;
    }
  }

  /// What each core of a compound item's group does inside takes as long as the
  /// longest: the cores wait for each other in there.
  void addCompoundTasks(uint32_t index) {
    const Item &item = items_[index];
    double ns = 0, memory = 0;
    for (LevelIndex inner : {item.body, item.elseBody})
      if (inner != none) {
        const double run = in_.costs.runNs(inner, *in_.inner[inner]);
        ns += run;
        memory += run * waitingPart(*in_.inner[inner]);
      }
    std::string name =
        std::string(item.kind == ItemKind::Loop ? "repeat" : "branch") + " " +
        std::to_string(in_.program[item.node].location.line);
    for (uint32_t core : in_.inner[item.body]->cores) {
      addTask(index, none, 0, core, name, std::vector<double>(cores(), ns));
      out_.problem.tasks.back().memory = memory;
    }
    if (waitsInside(item.body) || waitsInside(item.elseBody))
      for (TaskIndex task : tasksOfItem_[index])
        out_.problem.tasks[task].gang = index;
  }

  /// Cores wait for each other somewhere in the level.
  bool waitsInside(LevelIndex level) const {
    if (level == none)
      return false;
    if (!in_.inner[level]->schedule.syncs.empty())
      return true;
    const std::vector<Item> &inner = region_.levels[level].items;
    return std::any_of(inner.begin(), inner.end(), [&](const Item &item) {
      if (item.kind == ItemKind::Task)
        return region_.tasks[item.task].runsAs(ChunkMode::Pipeline);
      return waitsInside(item.body) || waitsInside(item.elseBody);
    });
  }

  const LevelInputs &in_;
  const Region &region_;
  const std::vector<Item> &items_;
  const CoreGroup &group_;
  LevelProblem &out_;
  std::vector<std::vector<TaskIndex>> &tasksOfItem_;
};

/// Which items of a level start tasks on accelerators.
class AcceleratorUse {
public:
  AcceleratorUse(const LevelInputs &in, LevelIndex level,
                 const LevelProblem &problem)
      : in_(in), region_(in.graph.region), level_(level),
        uses_(itemsOf(level).size()) {
    for (TaskIndex task = 0; task < problem.tasks.size(); ++task)
      if (!problem.problem.tasks[task].onUnits.empty())
        uses_[problem.tasks[task].item] = true;
    for (uint32_t i = 0; i < uses_.size(); ++i)
      if (usedInside(itemsOf(level)[i]))
        uses_[i] = true;
  }

  /// What is started inside a compound item is not planned together with what
  /// is in this level: the two have accelerators one after the other.
  bool mustBeApart(uint32_t i, uint32_t j) const {
    const std::vector<Item> &items = itemsOf(level_);
    return i != j && uses_[i] && uses_[j] &&
           (items[i].kind != ItemKind::Task || items[j].kind != ItemKind::Task);
  }

private:
  const std::vector<Item> &itemsOf(LevelIndex level) const {
    return region_.levels[level].items;
  }

  bool usedInside(const Item &item) const {
    for (LevelIndex inner : {item.body, item.elseBody})
      if (inner != none &&
          (!in_.inner[inner]->problem.units.empty() ||
           std::any_of(itemsOf(inner).begin(), itemsOf(inner).end(),
                       [&](const Item &below) { return usedInside(below); })))
        return true;
    return false;
  }

  const LevelInputs &in_;
  const Region &region_;
  LevelIndex level_;
  std::vector<char> uses_; ///< by item
};

bool holdsCombine(const Region &region, const Item &item) {
  for (const MacroTask &macro : region.tasks)
    if (macro.is<Combine>())
      for (LevelIndex l = macro.level; l != none && l != 0;
           l = region.levels[l].parent)
        if (l == item.body || l == item.elseBody)
          return true;
  return false;
}

/// The whole cache, where what the task has written has no name.
uint64_t bytesAcross(const LevelInputs &in, const TaskDependence &d) {
  if (!in.graph.memory || !in.graph.memory->tasks[d.from].writes.hasOther)
    return 0;
  uint64_t bytes = 0;
  const soc::Core &core = in.soc.cores[in.cores.front()];
  for (const soc::Cache &cache : in.soc.types[core.type].caches)
    bytes += cache.sizeBytes;
  return bytes;
}

class ProblemBuilder {
public:
  ProblemBuilder(const LevelInputs &in, LevelIndex level)
      : in_(in), region_(in.graph.region), level_(level) {}

  LevelProblem build() {
    TaskAdder(in_, level_, out_, tasksOfItem_).addTasks();
    for (const TaskDependence &d : in_.graph.dependences)
      addDependence(d);
    addReductionEdges();
    addChunkOrder();
    addReplicatedEdges();
    addAcceleratorEdges();
    finish();
    return std::move(out_);
  }

private:
  const std::vector<Item> &items() const {
    return region_.levels[level_].items;
  }

  /// The item of this level that holds a macro-task, or none.
  uint32_t itemOf(TaskId macro) const {
    LevelIndex level = region_.tasks[macro].level;
    uint32_t item = none;
    while (level != level_) {
      if (level == none)
        return none;
      item = region_.levels[level].parentItem;
      level = region_.levels[level].parent;
    }
    if (item != none)
      return item;
    for (uint32_t i = 0; i < items().size(); ++i)
      if (items()[i].kind == ItemKind::Task && items()[i].task == macro)
        return i;
    return none;
  }

  /// The tasks of this level that run a part of the macro-task.
  std::vector<Part> partsOf(TaskId macro) const {
    uint32_t item = itemOf(macro);
    std::vector<Part> parts;
    if (item == none)
      return parts;
    if (items()[item].kind == ItemKind::Task) {
      bool isCut = region_.tasks[macro].is<Chunks>();
      for (TaskIndex task : tasksOfItem_[item])
        parts.push_back(
            {task, isCut ? std::vector<uint32_t>{out_.tasks[task].chunk}
                         : std::vector<uint32_t>{}});
      return parts;
    }
    // Inside a compound item: the cores that run it there are known already.
    std::map<uint32_t, std::vector<uint32_t>> chunksOnCore;
    const LevelPlan &inner = *in_.inner[region_.tasks[macro].level];
    for (TaskIndex t = 0; t < inner.tasks.size(); ++t)
      if (inner.tasks[t].task == macro)
        chunksOnCore[inner.coreOf(t)].push_back(inner.tasks[t].chunk);
    bool isCut = region_.tasks[macro].is<Chunks>();
    for (TaskIndex task : tasksOfItem_[item])
      if (auto found = chunksOnCore.find(out_.tasks[task].core);
          found != chunksOnCore.end())
        parts.push_back(
            {task, isCut ? found->second : std::vector<uint32_t>{}});
    return parts;
  }

  bool pairDepends(const TaskDependence &d, const Part &from,
                   const Part &to) const {
    if (d.chunkPairs.empty())
      return true;
    unsigned toChunks = region_.tasks[d.to].chunkCount();
    std::vector<uint32_t> whole{0};
    for (uint32_t f : from.chunks.empty() ? whole : from.chunks)
      for (uint32_t t : to.chunks.empty() ? whole : to.chunks)
        if (d.chunkPairs[f * toChunks + t])
          return true;
    return false;
  }

  /// Bit of the loop whose body this level is, in TaskDependence::carriedMask.
  bool isCarriedHere(const TaskDependence &d) const {
    const Level &level = region_.levels[level_];
    if (!level.repeats)
      return false;
    unsigned depth = level.loopDepth - 1;
    return depth >= 32 || (d.carriedMask >> depth & 1) != 0;
  }

  void addDependence(const TaskDependence &d) {
    uint32_t from = itemOf(d.from), to = itemOf(d.to);
    if (from == none || to == none)
      return;
    bool forward = d.sameIteration && from != to;
    // The same iteration of all common loops: only in their lowest common
    // level.
    bool carried = isCarriedHere(d);
    if (!forward && !carried)
      return;
    std::vector<Part> fromParts = partsOf(d.from), toParts = partsOf(d.to);
    for (const Part &f : fromParts)
      for (const Part &t : toParts) {
        if (!pairDepends(d, f, t))
          continue;
        uint64_t bytes = std::max(bytesBetween(d, f, t, fromParts.size()),
                                  bytesAcross(in_, d));
        if (forward && f.task != t.task)
          addEdge({f.task, t.task, bytes, 0, false}, false);
        if (carried)
          addEdge({f.task, t.task, bytes, 1, false}, false);
      }
  }

  /// Bytes that one part needs of another: of its own chunk all that is there;
  /// of others the border, as far as the dependence is known to reach, or a
  /// share of everything where it has no bound and all chunks meet.
  uint64_t bytesBetween(const TaskDependence &d, const Part &from,
                        const Part &to, size_t parts) const {
    if (d.kind != polyhedral::DependenceKind::Flow || parts == 0)
      return 0;
    if (from.chunks == to.chunks)
      return d.bytes / parts;
    uint64_t share = d.bytes / (parts * parts);
    bool isBanded = std::find(d.chunkPairs.begin(), d.chunkPairs.end(), 0) !=
                    d.chunkPairs.end();
    if (d.maxDistance < 0 && !isBanded)
      return share;
    int64_t trips =
        analysis::constantTrips(in_.program, region_.tasks[d.from].node);
    double each =
        double(d.bytes) / double(trips > 0 ? trips : policy.guess.unknownTrips);
    double border = each * double(std::max<int64_t>(d.maxDistance, 1));
    return border < double(share) ? uint64_t(border) : share;
  }

  /// Partial results are complete before they are combined, and combined before
  /// the chunks of the next repetition store new ones.
  void addReductionEdges() {
    for (uint32_t i = 0; i < items().size(); ++i) {
      const MacroTask *macro = taskAt(i);
      const Combine *combine = macro ? macro->as<Combine>() : nullptr;
      const Chunks *chunks = macro ? macro->as<Chunks>() : nullptr;
      if (combine)
        addCombineEdges(i, itemOf(combine->combines));
      if (chunks && chunks->secondPassOf != none)
        addSecondPassEdges(i, chunks->secondPassOf);
    }
    // In an outer level both are inside one compound item: the partial results
    // pass from core to core between its repetitions.
    for (uint32_t i = 0; i < items().size(); ++i)
      if (items()[i].kind != ItemKind::Task && region_.levels[level_].repeats &&
          holdsCombine(region_, items()[i]))
        for (TaskIndex f : tasksOfItem_[i])
          for (TaskIndex t : tasksOfItem_[i])
            if (f != t)
              addEdge({f, t, 0, 1}, false);
  }

  /// The macro-task that an item is; null for a compound item.
  const MacroTask *taskAt(uint32_t item) const {
    return items()[item].kind == ItemKind::Task
               ? &region_.tasks[items()[item].task]
               : nullptr;
  }

  void addCombineEdges(uint32_t combining, uint32_t combined) {
    TaskIndex combine = tasksOfItem_[combining].front();
    for (TaskIndex chunk : tasksOfItem_[combined]) {
      addEdge({chunk, combine, 8, 0}, false);
      if (region_.levels[level_].repeats)
        addEdge({combine, chunk, 0, 1}, false);
    }
  }

  /// The second pass of a scan starts from what the combining task left, which
  /// stays until the pass has read it: the next repetition's first pass writes
  /// to the same place.
  void addSecondPassEdges(uint32_t second, TaskId firstPass) {
    for (uint32_t i = 0; i < items().size(); ++i) {
      const MacroTask *macro = taskAt(i);
      const Combine *combining = macro ? macro->as<Combine>() : nullptr;
      if (!combining || combining->combines != firstPass)
        continue;
      TaskIndex combine = tasksOfItem_[i].front();
      for (TaskIndex chunk : tasksOfItem_[second]) {
        addEdge({combine, chunk, 8, 0}, false);
        if (!region_.levels[level_].repeats)
          continue;
        for (TaskIndex next : tasksOfItem_[itemOf(firstPass)])
          addEdge({chunk, next, 0, 1}, false);
      }
    }
  }

  /// Chunks in order: each hands on to the next what the loop carries.
  void addChunkOrder() {
    for (uint32_t i = 0; i < items().size(); ++i) {
      const MacroTask *macro = taskAt(i);
      if (!macro || !macro->runsAs(ChunkMode::Doacross))
        continue;
      const std::vector<TaskIndex> &chunks = tasksOfItem_[i];
      for (size_t c = 1; c < chunks.size(); ++c)
        addEdge({chunks[c - 1], chunks[c], policy.region.carriedBytes, 0},
                false);
    }
  }

  void addAcceleratorEdges() {
    AcceleratorUse use(in_, level_, out_);
    for (uint32_t i = 0; i < items().size(); ++i)
      for (uint32_t j = 0; j < items().size(); ++j)
        if (use.mustBeApart(i, j))
          for (TaskIndex f : tasksOfItem_[i])
            for (TaskIndex t : tasksOfItem_[j]) {
              if (i < j)
                addEdge({f, t, 0, 0}, false);
              if (region_.levels[level_].repeats)
                addEdge({f, t, 0, 1}, false);
            }
  }

  /// A replicated scalar is written on each core between the tasks that use it
  /// there; a loop's condition comes first and its step last.
  void addReplicatedEdges() {
    std::vector<ReplicatedUse> uses;
    for (const Item &item : items())
      uses.push_back(replicatedUse(in_.program, region_, item));
    for (uint32_t i = 0; i < items().size(); ++i)
      for (uint32_t j = i + 1; j < items().size(); ++j)
        if (conflict(uses[i], uses[j]) || isControl(i, j) ||
            (isCompound(i) && isCompound(j)))
          for (TaskIndex from : tasksOfItem_[i])
            for (TaskIndex to : tasksOfItem_[j])
              addEdge({from, to, 0, 0}, true);
  }

  /// Every core enters the levels in the same order, so that they agree on the
  /// numbers of the instances; and pipelines, in which they wait for each
  /// other.
  bool isCompound(uint32_t i) const {
    return items()[i].kind != ItemKind::Task ||
           region_.tasks[items()[i].task].runsAs(ChunkMode::Pipeline);
  }

  /// Item i or j is the control of this level or of the other item.
  bool isControl(uint32_t i, uint32_t j) const {
    const Level &level = region_.levels[level_];
    auto macroOf = [&](uint32_t k) {
      return items()[k].kind == ItemKind::Task ? items()[k].task : none;
    };
    if (items()[j].kind != ItemKind::Task && items()[j].condition != none &&
        macroOf(i) == items()[j].condition)
      return true;
    if (!level.repeats)
      return false;
    const Item &owner = region_.levels[level.parent].items[level.parentItem];
    for (TaskId control : {owner.condition, owner.step})
      if (control != none && (macroOf(i) == control || macroOf(j) == control))
        return true;
    return false;
  }

  void addEdge(Edge edge, bool onlyOnSameCore) {
    edge.onlyOnSameCore = onlyOnSameCore;
    // Several dependences between two tasks: one edge, the most bytes; one that
    // always matters covers one that matters on the same core.
    auto key = std::make_tuple(edge.from, edge.to, edge.distance);
    auto [it, isNew] = edges_.try_emplace(key, edge);
    if (isNew)
      return;
    it->second.bytes = std::max(it->second.bytes, edge.bytes);
    it->second.onlyOnSameCore &= onlyOnSameCore;
  }

  void finish() {
    scheduling::Problem &p = out_.problem;
    p.cores = unsigned(in_.group.size());
    p.repeats = region_.levels[level_].repeats;
    std::vector<uint32_t> ofChip;
    for (uint32_t core : in_.group)
      ofChip.push_back(in_.cores[core]);
    takeHandovers(in_.soc, ofChip, in_.graph.memory.has_value(), p);
    for (const auto &[key, edge] : edges_)
      p.edges.push_back(edge);
  }

  const LevelInputs &in_;
  const Region &region_;
  LevelIndex level_;
  LevelProblem out_;
  std::map<std::tuple<TaskIndex, TaskIndex, uint8_t>, Edge> edges_;
  std::vector<std::vector<TaskIndex>> tasksOfItem_;
};

} // namespace

LevelProblem buildLevelProblem(const LevelInputs &inputs, LevelIndex level) {
  return ProblemBuilder(inputs, level).build();
}

} // namespace hocket::taskgraph
