// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/LevelProblem.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/RegionFacts.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace hocket::taskgraph {

using polyhedral::LeafDependence;
using polyhedral::LeafRole;
using scheduling::Edge;
using scheduling::TaskIndex;

namespace {

/// Where a leaf's part is found in a level: tasks, each with the leaf's chunk
/// that it runs (all chunks where it is not cut).
struct Part {
  TaskIndex task;
  std::vector<uint32_t> chunks; ///< empty: the whole leaf
};

class ProblemBuilder {
public:
  ProblemBuilder(const LevelInputs &in, LevelIndex level)
      : in_(in), region_(in.graph.region), level_(level) {}

  LevelProblem build() {
    addTasks();
    for (const LeafDependence &d : in_.graph.dependences)
      addDependence(d);
    addReductionEdges();
    addChunkOrder();
    addReplicatedEdges();
    finish();
    return std::move(out_);
  }

private:
  unsigned cores() const { return unsigned(in_.cores.size()); }
  const std::vector<Item> &items() const {
    return region_.levels[level_].items;
  }

  void addTask(uint32_t item, LeafIndex leaf, uint32_t chunk, uint32_t core,
               std::string name, std::vector<double> cost) {
    out_.tasks.push_back({item, leaf, chunk, core});
    scheduling::Task task;
    task.name = std::move(name);
    task.cost = std::move(cost);
    if (core != none)
      task.pinned = core;
    else if (leaf != none && region_.leaves[leaf].role == LeafRole::Chunks)
      task.preferred = preferredCore(region_.leaves[leaf], chunk);
    out_.problem.tasks.push_back(std::move(task));
    tasksOfItem_[item].push_back(TaskIndex(out_.tasks.size() - 1));
  }

  /// Neighbours in data on the same core everywhere; where chunks grow or
  /// shrink, the longest together with the shortest.
  uint32_t preferredCore(const Leaf &leaf, uint32_t chunk) const {
    if (leaf.shares.empty())
      return chunk * cores() / leaf.chunks;
    uint32_t fromEnd = std::min(chunk, leaf.chunks - 1 - chunk);
    return fromEnd * 2 * cores() / leaf.chunks;
  }

  void addTasks() {
    tasksOfItem_.resize(items().size());
    for (uint32_t i = 0; i < items().size(); ++i) {
      if (items()[i].kind == ItemKind::Leaf)
        addLeafTasks(i, items()[i].leaf);
      else
        addCompoundTasks(i);
    }
  }

  static std::vector<double>
  costOfChunk(const Leaf &leaf, std::vector<double> cost, uint32_t chunk) {
    double share = leaf.shares.empty() ? 1.0 / leaf.chunks : leaf.shares[chunk];
    for (double &c : cost)
      c *= share;
    return cost;
  }

  void addLeafTasks(uint32_t item, LeafIndex index) {
    const Leaf &leaf = region_.leaves[index];
    std::vector<double> cost = in_.costs.leafNs[index];
    std::string name = leafName(in_.program, leaf);
    switch (leaf.role) {
    case LeafRole::Whole:
    case LeafRole::Combine:
      addTask(item, index, 0, leaf.onCallingThread ? 0 : none, name, cost);
      return;
    case LeafRole::Chunks:
      if (leaf.isPipeline) {
        addPipeline(item, index, name);
        return;
      }
      for (uint32_t chunk = 0; chunk < leaf.chunks; ++chunk)
        addTask(item, index, chunk, none,
                name + " [" + std::to_string(chunk + 1) + "/" +
                    std::to_string(leaf.chunks) + "]",
                costOfChunk(leaf, cost, chunk));
      return;
    case LeafRole::Replicated:
      for (uint32_t core = 0; core < cores(); ++core)
        addTask(item, index, 0, core, name, cost);
      return;
    }
  }

  /// One task on each core, all at once. They take as long as the longest
  /// ordered stage, or as a core's share of the iterations.
  void addPipeline(uint32_t item, LeafIndex index, const std::string &name) {
    const Leaf &leaf = region_.leaves[index];
    std::vector<double> cost = in_.costs.leafNs[index];
    for (size_t core = 0; core < cost.size(); ++core)
      cost[core] = in_.costs.pipelineNs(index, core, in_.soc.costs.syncNs);
    for (uint32_t chunk = 0; chunk < leaf.chunks; ++chunk) {
      addTask(item, index, chunk, chunk,
              name + " [" + std::to_string(chunk + 1) + "/" +
                  std::to_string(leaf.chunks) + "]",
              cost);
      out_.problem.tasks.back().gang = item;
    }
  }

  /// What each core does inside a compound item takes as long as the longest:
  /// the cores wait for each other in there.
  void addCompoundTasks(uint32_t index) {
    const Item &item = items()[index];
    double ns = 0;
    for (LevelIndex inner : {item.body, item.elseBody})
      if (inner != none)
        ns += runNs(inner);
    std::string name =
        std::string(item.kind == ItemKind::Loop ? "repeat" : "branch") + " " +
        std::to_string(in_.program[item.node].location.line);
    for (uint32_t core = 0; core < cores(); ++core)
      addTask(index, none, 0, core, name, std::vector<double>(cores(), ns));
    if (waitsInside(item.body) || waitsInside(item.elseBody))
      for (TaskIndex task : tasksOfItem_[index])
        out_.problem.tasks[task].gang = index;
  }

  /// Of all repetitions together. They overlap, each takes a period; the first
  /// one has to go through alone.
  double runNs(LevelIndex level) const {
    const scheduling::Schedule &schedule = in_.plan.levels[level].schedule;
    double repetitions = in_.costs.repetitions[level];
    return schedule.period * repetitions +
           std::max(0.0, schedule.makespan - schedule.period) *
               std::min(1.0, repetitions);
  }

  /// Cores wait for each other somewhere in the level.
  bool waitsInside(LevelIndex level) const {
    if (level == none)
      return false;
    if (!in_.plan.levels[level].schedule.syncs.empty())
      return true;
    const std::vector<Item> &inner = region_.levels[level].items;
    return std::any_of(inner.begin(), inner.end(), [&](const Item &item) {
      if (item.kind == ItemKind::Leaf)
        return region_.leaves[item.leaf].isPipeline;
      return waitsInside(item.body) || waitsInside(item.elseBody);
    });
  }

  /// The item of this level that holds a leaf, or none.
  uint32_t itemOf(LeafIndex leaf) const {
    LevelIndex level = region_.leaves[leaf].level;
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
      if (items()[i].kind == ItemKind::Leaf && items()[i].leaf == leaf)
        return i;
    return none;
  }

  /// The tasks of this level that run a part of the leaf.
  std::vector<Part> partsOf(LeafIndex leaf) const {
    uint32_t item = itemOf(leaf);
    std::vector<Part> parts;
    if (item == none)
      return parts;
    if (items()[item].kind == ItemKind::Leaf) {
      bool isCut = region_.leaves[leaf].role == LeafRole::Chunks;
      for (TaskIndex task : tasksOfItem_[item])
        parts.push_back(
            {task, isCut ? std::vector<uint32_t>{out_.tasks[task].chunk}
                         : std::vector<uint32_t>{}});
      return parts;
    }
    // Inside a compound item: the cores that run it there are known already.
    std::map<uint32_t, std::vector<uint32_t>> chunksOnCore;
    const LevelPlan &inner = in_.plan.levels[region_.leaves[leaf].level];
    for (TaskIndex t = 0; t < inner.tasks.size(); ++t)
      if (inner.tasks[t].leaf == leaf)
        chunksOnCore[inner.schedule.placements[t].core].push_back(
            inner.tasks[t].chunk);
    bool isCut = region_.leaves[leaf].role == LeafRole::Chunks;
    for (auto &[core, chunks] : chunksOnCore)
      parts.push_back(
          {tasksOfItem_[item][core], isCut ? chunks : std::vector<uint32_t>{}});
    return parts;
  }

  bool pairDepends(const LeafDependence &d, const Part &from,
                   const Part &to) const {
    if (d.chunkPairs.empty())
      return true;
    unsigned toChunks = region_.leaves[d.to].chunks;
    std::vector<uint32_t> whole{0};
    for (uint32_t f : from.chunks.empty() ? whole : from.chunks)
      for (uint32_t t : to.chunks.empty() ? whole : to.chunks)
        if (d.chunkPairs[f * toChunks + t])
          return true;
    return false;
  }

  /// Bit of the loop whose body this level is, in LeafDependence::carriedMask.
  bool isCarriedHere(const LeafDependence &d) const {
    const Level &level = region_.levels[level_];
    if (!level.repeats)
      return false;
    unsigned depth = level.loopDepth - 1;
    return depth >= 32 || (d.carriedMask >> depth & 1) != 0;
  }

  void addDependence(const LeafDependence &d) {
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
        uint64_t bytes = bytesBetween(d, f, t, fromParts.size());
        if (forward && f.task != t.task)
          addEdge({f.task, t.task, bytes, 0, false}, false);
        if (carried)
          addEdge({f.task, t.task, bytes, 1, false}, false);
      }
  }

  /// Bytes that one part needs of another: of its own chunk all that is there;
  /// of others the border, as far as the dependence is known to reach, or a
  /// share of everything where it has no bound and all chunks meet.
  uint64_t bytesBetween(const LeafDependence &d, const Part &from,
                        const Part &to, size_t parts) const {
    if (d.kind != polyhedral::DependenceKind::Flow || parts == 0)
      return 0;
    if (from.chunks == to.chunks)
      return d.bytes / parts;
    uint64_t share = d.bytes / (parts * parts);
    bool isBanded = std::find(d.chunkPairs.begin(), d.chunkPairs.end(), 0) !=
                    d.chunkPairs.end();
    if (d.reach < 0 && !isBanded)
      return share;
    int64_t trips = analysis::constantTrips(in_.program, region_.leaves[d.from].node);
    double each =
        double(d.bytes) / double(trips > 0 ? trips : policy.guess.unknownTrips);
    double border = each * double(std::max<int64_t>(d.reach, 1));
    return border < double(share) ? uint64_t(border) : share;
  }

  /// Partial results are complete before they are combined, and combined before
  /// the chunks of the next repetition store new ones.
  void addReductionEdges() {
    for (uint32_t i = 0; i + 1 < items().size(); ++i) {
      if (items()[i].kind != ItemKind::Leaf ||
          items()[i + 1].kind != ItemKind::Leaf ||
          region_.leaves[items()[i + 1].leaf].role != LeafRole::Combine)
        continue;
      TaskIndex combine = tasksOfItem_[i + 1].front();
      for (TaskIndex chunk : tasksOfItem_[i]) {
        addEdge({chunk, combine, 8, 0}, false);
        if (region_.levels[level_].repeats)
          addEdge({combine, chunk, 0, 1}, false);
      }
      addSecondPassEdges(i);
    }
    // In an outer level both are inside one compound item: the partial results
    // pass from core to core between its repetitions.
    for (uint32_t i = 0; i < items().size(); ++i)
      if (items()[i].kind != ItemKind::Leaf && region_.levels[level_].repeats &&
          holdsCombine(items()[i]))
        for (TaskIndex f : tasksOfItem_[i])
          for (TaskIndex t : tasksOfItem_[i])
            if (f != t)
              addEdge({f, t, 0, 1}, false);
  }

  /// The second pass of a scan starts from what the combining task left, which
  /// stays until the pass has read it: the next repetition's first pass writes
  /// to the same place.
  void addSecondPassEdges(uint32_t first) {
    if (!region_.leaves[items()[first].leaf].firstPass)
      return;
    TaskIndex combine = tasksOfItem_[first + 1].front();
    for (TaskIndex chunk : tasksOfItem_[first + 2]) {
      addEdge({combine, chunk, 8, 0}, false);
      if (!region_.levels[level_].repeats)
        continue;
      for (TaskIndex next : tasksOfItem_[first])
        addEdge({chunk, next, 0, 1}, false);
    }
  }

  /// Chunks in order: each hands on to the next what the loop carries.
  void addChunkOrder() {
    for (uint32_t i = 0; i < items().size(); ++i) {
      if (items()[i].kind != ItemKind::Leaf ||
          !region_.leaves[items()[i].leaf].inOrder)
        continue;
      const std::vector<TaskIndex> &chunks = tasksOfItem_[i];
      for (size_t c = 1; c < chunks.size(); ++c)
        addEdge({chunks[c - 1], chunks[c], policy.region.carriedBytes, 0},
                false);
    }
  }

  bool holdsCombine(const Item &item) const {
    for (const Leaf &leaf : region_.leaves)
      if (leaf.role == LeafRole::Combine)
        for (LevelIndex l = leaf.level; l != none && l != 0;
             l = region_.levels[l].parent)
          if (l == item.body || l == item.elseBody)
            return true;
    return false;
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
    return items()[i].kind != ItemKind::Leaf ||
           region_.leaves[items()[i].leaf].isPipeline;
  }

  /// Item i or j is the control of this level or of the other item.
  bool isControl(uint32_t i, uint32_t j) const {
    const Level &level = region_.levels[level_];
    auto leafOf = [&](uint32_t k) {
      return items()[k].kind == ItemKind::Leaf ? items()[k].leaf : none;
    };
    if (items()[j].kind != ItemKind::Leaf && items()[j].condition != none &&
        leafOf(i) == items()[j].condition)
      return true;
    if (!level.repeats)
      return false;
    const Item &owner = region_.levels[level.parent].items[level.parentItem];
    for (LeafIndex control : {owner.condition, owner.step})
      if (control != none && (leafOf(i) == control || leafOf(j) == control))
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
    p.cores = cores();
    p.repeats = region_.levels[level_].repeats;
    for (uint32_t core : in_.cores)
      p.cluster.push_back(in_.soc.cores[core].cluster);
    const soc::Costs &c = in_.soc.costs;
    p.syncNs = c.syncNs;
    p.syncAcrossNs = c.syncAcrossNs;
    p.nsPerByte = c.bytesPerNs > 0 ? 1 / c.bytesPerNs : 0;
    p.nsPerByteAcross = c.bytesPerNsAcross > 0 ? 1 / c.bytesPerNsAcross : 0;
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
