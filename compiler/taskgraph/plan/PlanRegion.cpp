// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/plan/PlanRegion.h"

#include "scheduling/search/ScheduleBest.h"
#include "support/Policy.h"
#include "taskgraph/LevelProblem.h"
#include "taskgraph/clusters/CheckCacheCalls.h"
#include "taskgraph/clusters/KeepTogether.h"
#include "taskgraph/clusters/PlaceCacheCalls.h"
#include "taskgraph/plan/CheckCopies.h"
#include "taskgraph/plan/Divide.h"
#include "taskgraph/plan/LeftOut.h"

#include "llvm/ADT/BitVector.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>

namespace hocket::taskgraph {

namespace {

/// What each level takes on the fastest core, once; by level.
std::vector<double> sequentialNs(const Region &region,
                                 const RegionCosts &costs) {
  std::vector<double> sequential(region.levels.size());
  // Inner levels come after their parents, so from the back.
  for (auto i = LevelIndex(region.levels.size()); i-- > 0;)
    for (const Item &item : region.levels[i].items) {
      if (item.kind == ItemKind::Task) {
        if (!region.tasks[item.task].isSequentialWork())
          continue; // only chunks need it
        const std::vector<double> &ns = costs.taskNs[item.task];
        sequential[i] += *std::min_element(ns.begin(), ns.end());
        continue;
      }
      for (LevelIndex inner : {item.body, item.elseBody})
        if (inner != none)
          sequential[i] += sequential[inner] * costs.repetitions[inner];
    }
  return sequential;
}

/// By level: what is in it, or in levels inside, has to run there.
struct Needs {
  std::vector<bool> callingThread; ///< core 0
  std::vector<bool> allCores;

  explicit Needs(const Region &region)
      : callingThread(region.levels.size()), allCores(region.levels.size()) {
    for (const MacroTask &task : region.tasks)
      for (LevelIndex level = task.level; level != none;
           level = region.levels[level].parent) {
        if (task.onCallingThread)
          callingThread[level] = true;
        if (task.runsAs(ChunkMode::Pipeline))
          allCores[level] = true;
      }
  }
};

/// A level and those inside it.
using Subtree = std::map<LevelIndex, std::shared_ptr<const LevelPlan>>;

/// Something is started on a unit in the level or in those inside.
bool usesUnits(const Subtree &levels) {
  return std::any_of(levels.begin(), levels.end(), [](const auto &level) {
    return !level.second->problem.units.empty();
  });
}

std::vector<LevelIndex> innerLevels(const Item &item) {
  std::vector<LevelIndex> inner;
  for (LevelIndex level : {item.body, item.elseBody})
    if (level != none)
      inner.push_back(level);
  return inner;
}

class RegionPlanner {
public:
  RegionPlanner(const ir::Program &program, const TaskGraph &graph,
                const RegionCosts &costs, const soc::SocSpec &soc,
                const std::vector<uint32_t> &cores, const PlanChoices &choices)
      : program_(program), graph_(graph), region_(graph.region), costs_(costs),
        soc_(soc), cores_(cores), choices_(choices),
        sequentialNs_(sequentialNs(graph.region, costs)), needs_(graph.region) {
    if (graph.memory)
      pinned_ = keepTogether(graph, clusters());
  }

  RegionPlan run() {
    CoreGroup all(cores_.size());
    std::iota(all.begin(), all.end(), 0);
    RegionPlan plan;
    for (const auto &[level, planned] : planOf(0, all))
      plan.levels.push_back(*planned); // each level once, in order
    plan.leavers = checkCopies(program_, region_, plan);
    plan.sequentialNs = sequentialNs_[0];
    plan.parallelNs = plan.levels[0].schedule.period + soc_.costs.regionEntryNs;
    if (graph_.memory)
      addCacheCalls(plan);
    return plan;
  }

private:
  /// By core of the region, numbered from the first one's on; those that are
  /// coherent with each other count as one.
  std::vector<uint32_t> clusters() const {
    std::vector<uint32_t> firsts, result;
    for (uint32_t core : cores_) {
      const uint32_t cluster = soc_.cores[core].cluster;
      auto known = std::find_if(firsts.begin(), firsts.end(), [&](uint32_t at) {
        return soc_.areCoherent(cluster, at);
      });
      result.push_back(uint32_t(known - firsts.begin()));
      if (known == firsts.end())
        firsts.push_back(cluster);
    }
    return result;
  }

  void addCacheCalls(RegionPlan &plan) const {
    plan.caches = placeCacheCalls(graph_, plan, clusters());
    if (std::vector<std::string> wrong =
            checkCacheCalls(program_, graph_, plan);
        !wrong.empty())
      throw std::logic_error("wrong calls for caches: " + wrong.front());
    plan.caches->entryNs =
        entryNsOf(program_, *plan.caches, soc_, cores_.front());
    plan.parallelNs += plan.caches->entryNs;
  }

  const std::vector<Item> &itemsOf(LevelIndex level) const {
    return region_.levels[level].items;
  }

  /// The best plan there is of a level on these cores.
  const Subtree &planOf(LevelIndex level, const CoreGroup &cores) {
    auto found = plans_.find({level, cores});
    if (found == plans_.end()) {
      Subtree plan = bestPlan(level, cores);
      found = plans_.emplace(std::pair(level, cores), std::move(plan)).first;
    }
    return found->second;
  }

  Subtree bestPlan(LevelIndex level, const CoreGroup &cores) {
    const Division all(itemsOf(level).size(), cores);
    Subtree best = planWith(level, cores, all);
    const LevelPlan together = *best.at(level);
    double most =
        choices_.alwaysGroups
            ? std::numeric_limits<double>::infinity()
            : together.schedule.period * (1 - policy.groups.leastGain);
    // Groups would start tasks on one accelerator at the same time.
    if (usesUnits(best))
      return best;
    // The cores share the work evenly as it is.
    if (sequentialNs_[level] / double(cores.size()) >= most)
      return best;
    for (const Division &groups : divisionsOf(level, together)) {
      Subtree divided = planWith(level, cores, groups);
      const double period = divided.at(level)->schedule.period;
      if (period >= most)
        continue;
      most = period;
      LevelPlan own = *divided.at(level);
      own.togetherNs = together.schedule.period;
      divided[level] = std::make_shared<const LevelPlan>(std::move(own));
      best = std::move(divided);
    }
    return best;
  }

  /// \param groups by item: of a compound one, the cores that it gets
  Subtree planWith(LevelIndex level, const CoreGroup &cores,
                   const Division &groups) {
    std::vector<const LevelPlan *> inner(region_.levels.size());
    Subtree result;
    for (size_t i = 0; i < itemsOf(level).size(); ++i)
      for (LevelIndex side : innerLevels(itemsOf(level)[i]))
        for (const auto &[index, planned] : planOf(side, groups[i])) {
          result[index] = planned;
          inner[index] = planned.get();
        }
    LevelProblem problem = buildLevelProblem(
        {program_, graph_, costs_, soc_, cores_, cores, inner,
         choices_.accelerated, &pinned_, choices_.isCutForGroups},
        level);
    LevelPlan own;
    own.cores = cores;
    own.tasks = std::move(problem.tasks);
    own.problem = std::move(problem.problem);
    own.schedule = scheduling::scheduleBest(own.problem, choices_.algorithm);
    result[level] = std::make_shared<const LevelPlan>(std::move(own));
    return result;
  }

  /// Divisions that are worth a try, by item.
  std::vector<Division> divisionsOf(LevelIndex level,
                                    const LevelPlan &together) {
    std::vector<uint32_t> items; // of the parts
    const std::vector<LevelPart> parts = partsOf(level, together, items);
    const CoreGroup &cores = together.cores;
    const bool alike = areAlike(cores);
    auto nsOn = [&](size_t part, const CoreGroup &group) {
      const Item &item = itemsOf(level)[items[part]];
      if (item.kind == ItemKind::Task) // a pipeline
        return costs_.pipelineNs(item.task, 0, soc_.costs.syncNs);
      if (!mayRunOn(item, group))
        return std::numeric_limits<double>::infinity();
      return itemNs(item,
                    alike ? CoreGroup(cores.begin(),
                                      cores.begin() + ptrdiff_t(group.size()))
                          : group);
    };
    std::vector<Division> result;
    for (const Division &proposed :
         proposeDivisions({parts, cores, alike, nsOn}, policy.groups.trials)) {
      Division groups(itemsOf(level).size(), cores);
      for (size_t part = 0; part < parts.size(); ++part)
        if (!proposed[part].empty())
          groups[items[part]] = proposed[part];
      result.push_back(std::move(groups));
    }
    return result;
  }

  /// What the cores of a level are divided among.
  std::vector<LevelPart> partsOf(LevelIndex level, const LevelPlan &together,
                                 std::vector<uint32_t> &items) {
    auto isCompound = [](const Item &item) {
      return item.kind != ItemKind::Task;
    };
    // Which cluster's cores a part gets is settled for all levels at once.
    if (graph_.memory ||
        std::none_of(itemsOf(level).begin(), itemsOf(level).end(), isCompound))
      return {};
    if (!mayBeLeftOut_)
      mayBeLeftOut_ = itemsThatMayBeLeftOut(program_, region_);
    const double least = choices_.alwaysGroups
                             ? 0
                             : sequentialNs_[level] * policy.groups.leastWork;
    const std::vector<llvm::BitVector> before = itemsBefore(level, together);
    std::vector<LevelPart> parts;
    for (uint32_t i = 0; i < itemsOf(level).size(); ++i) {
      std::optional<LevelPart> part = partOf(level, i);
      if (!part || part->ns < least)
        continue;
      items.push_back(i);
      for (uint32_t other : items)
        part->waitsFor.push_back(other != i && before[i].test(other));
      parts.push_back(std::move(*part));
    }
    for (LevelPart &part : parts)
      part.waitsFor.resize(parts.size());
    return parts;
  }

  /// Nothing for what the cores are not divided for.
  std::optional<LevelPart> partOf(LevelIndex level, uint32_t index) const {
    const Item &item = itemsOf(level)[index];
    LevelPart part;
    if (item.kind != ItemKind::Task) {
      part.kind = mayBeLeftOut_->count({level, index})
                      ? LevelPart::Kind::Group
                      : LevelPart::Kind::AllCores;
      for (LevelIndex side : innerLevels(item))
        part.ns += sequentialNs_[side] * costs_.repetitions[side];
      return part;
    }
    const MacroTask &task = region_.tasks[item.task];
    if (!task.hasBody())
      return std::nullopt;
    const std::vector<double> &ns = costs_.taskNs[item.task];
    part.ns = *std::min_element(ns.begin(), ns.end());
    part.kind = task.is<Whole>()                   ? LevelPart::Kind::Whole
                : task.runsAs(ChunkMode::Pipeline) ? LevelPart::Kind::AllCores
                                                   : LevelPart::Kind::Spread;
    return part;
  }

  /// By item, those that have to be done before it, because of what it needs;
  /// what keeps an order on each core alone does not count.
  std::vector<llvm::BitVector> itemsBefore(LevelIndex level,
                                           const LevelPlan &plan) const {
    const size_t count = itemsOf(level).size();
    std::vector<std::set<uint32_t>> preds(count);
    for (const scheduling::Edge &edge : plan.problem.edges)
      if (edge.distance == 0 && !edge.onlyOnSameCore)
        preds[plan.tasks[edge.to].item].insert(plan.tasks[edge.from].item);
    std::vector<llvm::BitVector> before(count,
                                        llvm::BitVector(unsigned(count)));
    for (uint32_t item = 0; item < count; ++item)
      for (uint32_t pred : preds[item]) {
        if (pred == item)
          continue;
        before[item] |= before[pred];
        before[item].set(pred);
      }
    return before;
  }

  bool mayRunOn(const Item &item, const CoreGroup &group) const {
    for (LevelIndex side : innerLevels(item))
      if ((needs_.callingThread[side] && group.front() != 0) ||
          (needs_.allCores[side] && group.size() < cores_.size()))
        return false;
    return true;
  }

  double itemNs(const Item &item, const CoreGroup &group) {
    double ns = 0;
    for (LevelIndex side : innerLevels(item))
      ns += costs_.runNs(side, *planOf(side, group).at(side));
    return ns;
  }

  /// Any of the cores for any other.
  bool areAlike(const CoreGroup &group) const {
    const soc::Core &first = soc_.cores[cores_[group.front()]];
    return std::all_of(group.begin(), group.end(), [&](uint32_t core) {
      const soc::Core &other = soc_.cores[cores_[core]];
      return other.cluster == first.cluster && other.type == first.type &&
             other.speed == first.speed;
    });
  }

  const ir::Program &program_;
  const TaskGraph &graph_;
  const Region &region_;
  const RegionCosts &costs_;
  const soc::SocSpec &soc_;
  const std::vector<uint32_t> &cores_;
  const PlanChoices choices_;
  const std::vector<double> sequentialNs_; ///< by level
  const Needs needs_;
  PinnedChunks pinned_; ///< cores of several clusters
  std::optional<std::set<ItemPlace>> mayBeLeftOut_; ///< once it is asked
  std::map<std::pair<LevelIndex, CoreGroup>, Subtree> plans_;
};

} // namespace

RegionPlan planRegion(const ir::Program &program, const TaskGraph &graph,
                      const RegionCosts &costs, const soc::SocSpec &soc,
                      const std::vector<uint32_t> &cores,
                      const PlanChoices &choices) {
  return RegionPlanner(program, graph, costs, soc, cores, choices).run();
}

} // namespace hocket::taskgraph
