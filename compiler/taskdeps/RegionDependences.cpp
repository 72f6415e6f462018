// SPDX-License-Identifier: Apache-2.0
//
// Each ordered pair of tasks, each pair of accesses of which one writes: where
// the addresses are known the conflict is an isl set, refined by level and by
// chunk; where they are not, everything that the tasks share depends.

#include "taskdeps/RegionDependences.h"

#include "dependences/Overlap.h"
#include "symbolic/Alias.h"
#include "symbolic/EffectiveTypes.h"
#include "symbolic/SetMemo.h"
#include "taskdeps/CheckedTrips.h"
#include "taskdeps/ChunkRelation.h"
#include "taskdeps/ReusedPairs.h"
#include "taskdeps/TaskAccesses.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::polyhedral {

using ir::NodeId;
using ir::ObjectId;

namespace {

/// Of chunks, in one region; where more would have to be asked about, chunks
/// that distances do not keep apart wait for each other.
constexpr std::size_t maxAskedPairs = policy.loops.chunkPairs;

/// When two places meet.
struct OverlapLevels {
  bool same = false; ///< in the same iteration of all common loops
  uint32_t mask = 0; ///< carried by these
};

/// Two accesses that meet; where is nothing if that is not known.
struct Conflict {
  const std::optional<isl::set> &where;
  const TaskAccess &from, &to;
  OverlapLevels at;
};

/// What a pair of tasks was asked about places that meet somewhere.
struct AskedBefore {
  OverlapLevels at;
  std::vector<ChunkRelation::Ends> marked; ///< chunks, for such accesses
};

DependenceKind kindOf(const TaskAccess &from, const TaskAccess &to) {
  if (from.isWrite())
    return to.isWrite() ? DependenceKind::Output : DependenceKind::Flow;
  return DependenceKind::Anti;
}

unsigned commonLoops(const TaskFacts &a, const TaskFacts &b) {
  unsigned count = 0;
  while (count < a.loops.size() && count < b.loops.size() &&
         a.loops[count] == b.loops[count])
    ++count;
  return count;
}

uint32_t allLevels(unsigned common) {
  return common >= 32 ? 0xffffffffu : (uint32_t(1) << common) - 1;
}

bool objectsConflict(const ProgramIndex &index, const TaskAccess &a,
                     const TaskAccess &b) {
  return (a.isWrite() || b.isWrite()) &&
         !(a.item->isCommutative && b.item->isCommutative) &&
         objectsMayOverlap(index, *a.item, *b.item);
}

ObjectId sharedObject(const ProgramIndex &index, const TaskAccess &a,
                      const TaskAccess &b) {
  if (const ObjectId *shared =
          analysis::firstShared(a.item->objects.ids, b.item->objects.ids))
    return *shared;
  if (!a.item->objects.ids.empty())
    return a.item->objects.ids.front();
  return b.item->objects.ids.empty() ? index.program().hidden.external
                                     : b.item->objects.ids.front();
}

/// By objects alone; leaves an object for the report.
bool mayConflict(const ProgramIndex &index, const TaskFacts &a,
                 const TaskFacts &b, TaskDependence &dependence) {
  for (const TaskAccess &x : a.accesses)
    for (const TaskAccess &y : b.accesses)
      if (objectsConflict(index, x, y)) {
        dependence.object = sharedObject(index, x, y);
        return true;
      }
  return false;
}

/// { : the first instance comes before the second by the region's loop at
/// `depth`; depth == common: in the same iteration of all }.
isl::set levelSet(AffineModel &model, const TaskFacts &task, unsigned depth,
                  unsigned common) {
  isl::set result = model.universe();
  for (unsigned d = 0; d <= depth && d < common; ++d) {
    const LoopShape *shape = model.loopShape(task.loops[d]);
    if (!shape)
      continue; // its iterations have no number that we know: any
    Polynomial iterator = Polynomial::symbol(shape->iterator);
    isl::pw_aff first = model.toIsl(iterator, kFirst);
    isl::pw_aff second = model.toIsl(iterator, kSecond);
    if (d < depth)
      result = result.intersect(first.eq_set(second));
    else
      result = result.intersect(shape->step > 0 ? first.lt_set(second)
                                                : first.gt_set(second));
  }
  return result;
}

bool areAll(const std::vector<char> &pairs) {
  return std::find(pairs.begin(), pairs.end(), false) == pairs.end();
}

/// Chunks were not marked for accesses like these at the same places.
bool isNew(AskedBefore *before, const ChunkRelation::Ends &ends) {
  if (!before)
    return true;
  std::vector<ChunkRelation::Ends> &marked = before->marked;
  const bool result =
      std::find(marked.begin(), marked.end(), ends) == marked.end();
  if (result)
    marked.push_back(ends);
  return result;
}

/// Copies of calls bring so many accesses that their pairs take too long.
bool isLarge(const ProgramIndex &index, const std::vector<TaskFacts> &tasks) {
  constexpr std::size_t most = policy.loops.regionAccesses;
  std::size_t count = 0;
  bool hasCopies = false;
  for (const TaskFacts &task : tasks) {
    count += task.accesses.size();
    for (const TaskAccess &access : task.accesses)
      hasCopies |= index.isCopy(access.stmt);
  }
  return hasCopies && count > most;
}

class RegionAnalysis {
public:
  RegionAnalysis(const ProgramIndex &index,
                 const std::vector<LoopVerdict> &verdicts,
                 const RegionShape &region, unsigned long islBudget,
                 bool strictAliasing, ReusedPairs &reused)
      : index_(index), region_(region), verdicts_(verdicts), budget_(islBudget),
        reused_(reused),
        model_(index_, context_,
               {region.root, /*ownInit=*/true,
                childrenWithTasks(index.program(), region), strictAliasing}),
        checked_(index_, region_, model_) {}

  /// Nothing: over budget before the first pair, or so many pairs that calls
  /// should rather be what their summaries say.
  std::optional<std::vector<TaskDependence>> run() {
    collect();
    if (index_.seesThrough() && (!isPrecise_ || isLarge(index_, tasks())))
      return std::nullopt;
    std::vector<std::optional<TaskDependence>> found;
    for (uint32_t from = 0; from < tasks().size(); ++from)
      for (uint32_t to = 0; to < tasks().size(); ++to)
        if (std::optional<TaskDependence> dependence = pair(from, to))
          found.push_back(std::move(dependence));
    if (isPrecise_)
      refine(found);
    std::vector<TaskDependence> result;
    for (std::optional<TaskDependence> &dependence : found)
      if (dependence)
        result.push_back(std::move(*dependence));
    return result;
  }

private:
  /// Tells what of them isl knows, as far as the budget goes: first those that
  /// take the least.
  void refine(std::vector<std::optional<TaskDependence>> &found) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!tasks()[found[i]->from].isBarrier &&
          !tasks()[found[i]->to].isBarrier)
        order.push_back(i);
    auto accessPairs = [&](std::size_t i) {
      return tasks()[found[i]->from].accesses.size() *
             tasks()[found[i]->to].accesses.size();
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) {
                       return accessPairs(a) < accessPairs(b);
                     });
    withIslBudget(context_, budget_, [&] {
      for (std::size_t i : order)
        found[i] = reused_.pair(found[i]->from, found[i]->to, [&] {
          return exactPair(found[i]->from, found[i]->to);
        });
      return true;
    });
  }

  const std::vector<TaskFacts> &tasks() const { return table_.tasks; }

  void collect() {
    auto build = [&] {
      table_ = collectTasks(model_, verdicts_, region_);
      std::vector<MemoryAccess> all;
      for (const TaskFacts &task : tasks())
        all.insert(all.end(), task.accesses.begin(), task.accesses.end());
      overlap_ = std::make_unique<Overlap>(model_, all);
      return true;
    };
    if (withIslBudget(context_, budget_, build))
      return;
    // Not even the addresses: all items stay, none with an address.
    isPrecise_ = false;
    withIslBudget(context_, 0, [&] {
      table_ = collectTasks(model_, verdicts_, region_);
      return true;
    });
  }

  /// By objects alone, at all levels.
  std::optional<TaskDependence> pair(uint32_t from, uint32_t to) const {
    const TaskFacts &a = tasks()[from], &b = tasks()[to];
    unsigned common = commonLoops(a, b);
    if (from >= to && common == 0)
      return std::nullopt;
    TaskDependence everything;
    everything.from = from;
    everything.to = to;
    everything.kind = DependenceKind::Output;
    everything.sameIteration = from < to;
    everything.carriedMask = allLevels(common);
    if (a.isBarrier || b.isBarrier) {
      everything.object = a.isBarrier ? a.barrierObject : b.barrierObject;
      return everything;
    }
    if (!mayConflict(index_, a, b, everything))
      return std::nullopt;
    return everything;
  }

  std::optional<TaskDependence> exactPair(uint32_t from, uint32_t to) {
    const TaskFacts &a = tasks()[from], &b = tasks()[to];
    const unsigned common = commonLoops(a, b);
    TaskDependence result;
    result.from = from;
    result.to = to;
    bool isCut = a.chunks > 1 || b.chunks > 1;
    std::vector<char> pairs(std::size_t(a.chunks) * b.chunks, false);
    std::optional<ChunkRelation> chunks;
    if (isCut)
      chunks.emplace(model_, chunkSets_, a, b,
                     ChunkMinimum{checked_.perChunk(a), checked_.perChunk(b)});
    if (isCut && askedPairs_ > maxAskedPairs)
      chunks->askNoMore();
    bool found = false;
    // Most places are both read and written.
    std::map<std::pair<int, int>, OverlapLevels> known;
    SetMemo<AskedBefore> asked;
    for (const TaskAccess &x : a.accesses)
      for (const TaskAccess &y : b.accesses) {
        if (!objectsConflict(index_, x, y))
          continue;
        if ((!chunks || areAll(pairs)) &&
            tellsNothing(result, x, y, common, from < to))
          continue;
        bool isPlaced = x.placeNumber >= 0 && y.placeNumber >= 0;
        auto same = known.find({x.placeNumber, y.placeNumber});
        if (isPlaced && same != known.end()) {
          if (same->second.same || same->second.mask != 0)
            note(result, x, y, found);
          continue;
        }
        std::optional<isl::set> where = meet(x, y);
        AskedBefore *before = where ? asked.find(*where) : nullptr;
        const OverlapLevels overlap =
            before ? before->at : levelsOf(where, a, common, from < to);
        if (where && !before)
          before = &asked.add(*where, {overlap, {}});
        if (isPlaced && overlap_->areComparable(x, y))
          known[{x.placeNumber, y.placeNumber}] = overlap;
        if (!overlap.same && overlap.mask == 0)
          continue;
        note(result, x, y, found);
        result.sameIteration |= overlap.same;
        result.carriedMask |= overlap.mask;
        if (chunks && isNew(before, chunks->endsOf(x, y)))
          markChunks(*chunks, {where, x, y, overlap}, a, common, pairs);
      }
    if (!found)
      return std::nullopt;
    if (chunks) {
      result.maxDistance = chunks->maxDistance();
      askedPairs_ += chunks->asked();
    }
    if (isCut && !areAll(pairs))
      result.chunkPairs = std::move(pairs);
    return result;
  }

  /// All levels are joined already, and the bytes are counted.
  bool tellsNothing(const TaskDependence &known, const TaskAccess &x,
                    const TaskAccess &y, unsigned common,
                    bool isForward) const {
    return known.sameIteration == isForward &&
           known.carriedMask == allLevels(common) &&
           (isForward || common != 0) &&
           (kindOf(x, y) != DependenceKind::Flow ||
            flows_.count({known.from, known.to, sharedObject(index_, x, y)}));
  }

  /// Chunks are joined by what happens at the levels that count, not by all of
  /// `conflict`.
  void markChunks(ChunkRelation &chunks, const Conflict &c, const TaskFacts &a,
                  unsigned common, std::vector<char> &pairs) {
    if (!c.where) {
      chunks.mark(c.where, c.from, c.to, pairs);
      return;
    }
    if (c.at.same)
      chunks.mark(c.where->intersect(atLevel(a, common, common)), c.from, c.to,
                  pairs);
    for (unsigned depth = 0; depth < common && depth < 32; ++depth)
      if (c.at.mask >> depth & 1)
        chunks.mark(c.where->intersect(atLevel(a, depth, common)), c.from, c.to,
                    pairs);
  }

  void note(TaskDependence &result, const TaskAccess &x, const TaskAccess &y,
            bool &found) const {
    DependenceKind kind = kindOf(x, y);
    ObjectId object = sharedObject(index_, x, y);
    if (!found ||
        (kind == DependenceKind::Flow && result.kind != DependenceKind::Flow)) {
      result.kind = kind;
      result.object = object;
    }
    found = true;
    if (kind == DependenceKind::Flow &&
        flows_.insert({result.from, result.to, object}).second)
      result.bytes += index_.program()[object].size;
  }

  /// Nothing: not known where they meet (anywhere). An empty set: never.
  std::optional<isl::set> meet(const TaskAccess &x, const TaskAccess &y) {
    isl::set never = isl::set::empty(model_.universe().space());
    if (x.base && y.base && basesAreDisjoint(model_, *x.base, *y.base))
      return never;
    bool sameBase = x.address && y.address && overlap_->areComparable(x, y);
    if (!sameBase)
      return model_.typesExclude(*x.item, x.place(), *y.item, y.place()) &&
                     typesNeverChange(index_, *x.item, *y.item)
                 ? std::optional(never)
                 : std::nullopt;
    std::optional<isl::set> overlap = overlap_->overlapping(x, y);
    if (!overlap)
      return std::nullopt;
    return isl_ext::conjunction(
        isl_ext::conjunction(*overlap, domainOf(x, kFirst)),
        domainOf(y, kSecond));
  }

  /// When the access runs, over the symbols of one of the two instances.
  const isl::set &domainOf(const TaskAccess &access, const char *suffix) {
    NodeId node = index_.nodeOf(access.stmt);
    auto key = std::pair(node, std::string(suffix));
    auto found = domains_.find(key);
    if (found == domains_.end())
      found = domains_
                  .emplace(std::move(key),
                           model_.instance(model_.domain(node).set, suffix))
                  .first;
    return found->second;
  }

  const isl::set &atLevel(const TaskFacts &task, unsigned depth,
                          unsigned common) {
    // Loops further in are not asked about.
    std::size_t asked = std::min(depth + 1, common);
    auto key = std::pair(
        std::vector<NodeId>(task.loops.begin(),
                            task.loops.begin() + std::ptrdiff_t(asked)),
        depth == common);
    auto found = levels_.find(key);
    if (found == levels_.end())
      found =
          levels_.emplace(std::move(key), levelSet(model_, task, depth, common))
              .first;
    return found->second;
  }

  /// Where isl knows nothing they meet at all levels.
  OverlapLevels levelsOf(const std::optional<isl::set> &where,
                         const TaskFacts &task, unsigned common,
                         bool isForward) {
    if (!where)
      return {isForward, allLevels(common)};
    OverlapLevels overlap;
    // Most are empty; then the ranges would only make isl slower.
    if (where->is_empty())
      return overlap;
    // No level says anything of what both instances have in common.
    isl::set conflict = model_.withTypeRanges(*where);
    auto happensAt = [&](unsigned depth) {
      return !isl_ext::conjunction(conflict, atLevel(task, depth, common))
                  .is_empty();
    };
    overlap.same = isForward && happensAt(common);
    for (unsigned depth = 0; depth < common && depth < 32; ++depth)
      if (happensAt(depth))
        overlap.mask |= uint32_t(1) << depth;
    return overlap;
  }

  IslContext context_;
  const ProgramIndex &index_;
  const RegionShape &region_;
  const std::vector<LoopVerdict> &verdicts_;
  unsigned long budget_;
  ReusedPairs &reused_;
  std::size_t askedPairs_ = 0; ///< of chunks, in the whole region
  AffineModel model_;
  CheckedTrips checked_;
  ChunkSets chunkSets_;
  std::map<std::pair<NodeId, std::string>, isl::set> domains_;
  /// By the loops that are asked about, and whether all of them are to be in
  /// the same iteration.
  std::map<std::pair<std::vector<NodeId>, bool>, isl::set> levels_;
  TaskTable table_;
  std::unique_ptr<Overlap> overlap_;
  mutable std::set<std::tuple<uint32_t, uint32_t, ObjectId>> flows_;
  bool isPrecise_ = true;
};

} // namespace

std::vector<TaskDependence>
computeRegionDependences(const ProgramIndex &index,
                         const std::vector<LoopVerdict> &verdicts,
                         const RegionShape &region, unsigned long islBudget,
                         bool strictAliasing, KnownPairs *known) {
  auto analyse = [&](const ProgramIndex &seen) {
    KnownPairs now{region,
                   childrenWithTasks(index.program(), region),
                   seen.seesThrough(),
                   {}};
    ReusedPairs reused(known, now);
    std::optional<std::vector<TaskDependence>> found =
        RegionAnalysis(seen, verdicts, region, islBudget, strictAliasing,
                       reused)
            .run();
    if (known && found)
      *known = std::move(now);
    return found;
  };
  if (std::optional<std::vector<TaskDependence>> found = analyse(index))
    return std::move(*found);
  return *analyse(ProgramIndex(index.program(), index.effects()));
}

} // namespace hocket::polyhedral
