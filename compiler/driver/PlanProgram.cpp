// SPDX-License-Identifier: Apache-2.0
#include "driver/PlanProgram.h"

#include "codegen/CostText.h"
#include "cost/EntryWork.h"
#include "cost/EstimateRegions.h"
#include "cost/MeasuredCosts.h"
#include "driver/CostBudget.h"
#include "driver/ExpandProgram.h"
#include "driver/UseProfile.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskdeps/RegionDependences.h"
#include "taskgraph/ChooseKnown.h"
#include "taskgraph/FormRegions.h"
#include "taskgraph/FrameCopies.h"
#include "taskgraph/InOrder.h"
#include "taskgraph/TotalOrder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hocket::driver {

using taskgraph::ChunkMode;
using taskgraph::Chunks;
using taskgraph::LevelIndex;
using taskgraph::TaskId;

namespace {

class Planner {
public:
  Planner(const Understood &u, const codegen::Naming &naming, Compilation &c)
      : program_(u.program), effects_(u.effects), verdicts_(u.verdicts),
        measured_(u.measured), naming_(naming), c_(c),
        index_(u.program, u.effects, /*seesThrough=*/true),
        facts_(u.program, u.effects, u.verdicts, &u.measured),
        values_(u.program),
        budget_(facts_, c.options.costBudget ? c.options.costBudget
                                             : policy.cost.statements) {}

  PlannedProgram plan() {
    result_.cores = c_.soc.usableCores(c_.options.cores);
    request_.cores = unsigned(result_.cores.size());
    request_.noCallTasks = c_.options.noCallTasks;
    request_.measured = &measured_;
    dropWhatNeverRan();
    findCalledInLoops();
    findDivided();
    for (unsigned round = 0; round < policy.profit.rounds; ++round) {
      formAll();
      if (c_.options.alwaysParallel)
        return std::move(result_);
      if (!prune())
        break;
    }
    dropWhatDoesNotPay();
    dropWhatNeverRuns();
    return std::move(result_);
  }

private:
  /// No run of the profile came there.
  void dropWhatNeverRan() {
    for (const auto &[node, measure] : measured_.nodes)
      if (program_[node].as<ir::Loop>() && measure.runs == 0) {
        request_.tooSmall.insert(node);
        result_.neverRun.insert(node);
      }
  }

  void formAll() {
    result_.regions.clear();
    std::vector<taskgraph::TaskGraph> graphs;
    do {
      graphs.clear();
      std::vector<taskgraph::Region> formed =
          taskgraph::formRegions(program_, effects_, verdicts_, request_);
      if (!c_.options.roughCosts && !c_.options.alwaysParallel)
        dropUnaffordable(formed);
      for (taskgraph::Region &region : formed) {
        graphs.push_back({std::move(region), {}});
        findDependences(graphs.back());
        if (!c_.options.alwaysParallel &&
            taskgraph::isTotallyOrdered(graphs.back())) {
          hasDropped_ |= noRegionAgain(graphs.back().region);
          graphs.pop_back();
        }
      }
    } while (taskgraph::settleInOrder(graphs, request_));
    std::vector<taskgraph::Region> regions;
    for (const taskgraph::TaskGraph &graph : graphs)
      regions.push_back(graph.region);
    std::vector<taskgraph::RegionCosts> costs = estimate(regions);
    cost::useMeasured(measured_, chipName(c_.soc), regions, costs);
    for (size_t i = 0; i < regions.size(); ++i) {
      PlannedRegion planned;
      planned.graph = std::move(graphs[i]);
      planned.costs = std::move(costs[i]);
      planned.measured = unsigned(
          std::count_if(regions[i].tasks.begin(), regions[i].tasks.end(),
                        [&](const taskgraph::MacroTask &leaf) {
                          return cost::isMeasured(measured_, leaf);
                        }));
      planned.plan =
          taskgraph::planRegion(program_, planned.graph, planned.costs, c_.soc,
                                result_.cores, c_.options.scheduler);
      if (!c_.options.alwaysParallel)
        planned.entry = cost::entryCost(facts_, planned.graph.region,
                                        planned.costs, planned.plan, c_.soc);
      result_.regions.push_back(std::move(planned));
    }
  }

  void findDependences(taskgraph::TaskGraph &graph) {
    std::vector<std::string> problems =
        taskgraph::verify(program_, graph.region);
    if (!problems.empty())
      throw std::logic_error("malformed region: " + problems.front());
    unsigned long budget =
        c_.options.islBudget ? c_.options.islBudget : policy.isl.region;
    polyhedral::RegionShape shape =
        graph.region.shape(policy.region.minIterationsPerChunk);
    KnownDependences &known = dependences_[shape.tasks.front().node];
    if (!(known.shape == shape)) {
      known.dependences = polyhedral::computeRegionDependences(
          index_, verdicts_, shape, budget, c_.options.facts.strictAliasing);
      known.shape = std::move(shape);
    }
    graph.dependences = known.dependences;
    taskgraph::chooseCopies(facts_, graph);
    taskgraph::chooseKnown(facts_, values_, inliningOptions(c_.options).mayFuse,
                           graph.region);
  }

  /// Takes out regions that there is no budget for to estimate. Smaller ones
  /// may be had next time.
  void dropUnaffordable(std::vector<taskgraph::Region> &regions) {
    for (const taskgraph::Region &region : budget_.dropUnaffordable(regions)) {
      hasDropped_ |= noRegionAgain(region);
      for (const taskgraph::MacroTask &leaf : region.tasks)
        if (leaf.is<Chunks>())
          result_.beyondCostBudget.insert(leaf.node);
    }
  }

  /// \returns whether that is new.
  bool noRegionAgain(const taskgraph::Region &region) {
    const std::vector<ir::NodeId> &children =
        program_[region.block].as<ir::Block>()->children;
    return request_.notAsRegion
        .insert({children[region.first], children[region.last]})
        .second;
  }

  std::vector<taskgraph::RegionCosts>
  estimate(const std::vector<taskgraph::Region> &regions) {
    std::vector<cost::CostInput> inputs;
    if (c_.options.roughCosts)
      return cost::estimateRegions(
          regions, inputs, facts_,
          {c_.soc, result_.cores, c_.options.facts.costFlags}, costs_,
          result_.costProblem);
    const std::set<ir::FunctionId> needed = budget_.reachedFrom(regions);
    codegen::CostTextOptions options;
    options.trips = [&](ir::NodeId loop) { return facts_.trips(loop); };
    options.taken = [&](ir::NodeId node) -> std::optional<double> {
      const ir::Measure *measure = measured_.find(node);
      if (!program_[node].as<ir::Branch>() || !measure || measure->runs <= 0)
        return std::nullopt;
      return measure->perRun();
    };
    options.isNeeded = [&](ir::FunctionId function) {
      return program_.units.size() > 1 || needed.count(function) != 0;
    };
    for (codegen::CostText &text : codegen::emitCostTexts(
             program_, verdicts_, regions, naming_, options)) {
      cost::CostInput input{index(text.unit),
                            std::move(text.prelude),
                            {},
                            std::move(text.exported)};
      for (codegen::CostPart &part : text.parts) {
        input.parts.push_back({part.region, std::move(part.frame), {}});
        for (codegen::CostFunction &f : part.functions)
          input.parts.back().functions.push_back(
              {f.task, std::move(f.name), std::move(f.text), std::move(f.key),
               f.hasStageTwice});
      }
      inputs.push_back(std::move(input));
    }
    return cost::estimateRegions(
        regions, inputs, facts_,
        {c_.soc, result_.cores, c_.options.facts.costFlags}, costs_,
        result_.costProblem);
  }

  static double fastest(const std::vector<double> &ns) {
    return *std::min_element(ns.begin(), ns.end());
  }

  /// Names what does not pay. \returns whether there was anything new.
  bool prune() {
    bool changed = std::exchange(hasDropped_, false);
    findOwnGains();
    for (const PlannedRegion &r : result_.regions)
      changed |= pruneLeaves(r) || pruneLevels(r) || pruneRegion(r);
    return changed;
  }

  bool pruneLeaves(const PlannedRegion &r) {
    bool changed = false;
    const taskgraph::Region &region = r.graph.region;
    std::vector<double> sequential = sequentialOf(r);
    for (TaskId i = 0; i < region.tasks.size(); ++i) {
      const taskgraph::MacroTask &leaf = region.tasks[i];
      if (leaf.runsAs(ChunkMode::Pipeline))
        changed |= prunePipeline(r, i);
      if (!leaf.is<Chunks>() || leaf.runsAs(ChunkMode::Pipeline))
        continue;
      bool isSymbolic = hasSymbolicTrips(region, leaf.node);
      if (isSymbolic && !facts_.isMeasured(leaf.node))
        continue;
      double work = fastest(r.costs.taskNs[i]);
      double gain = work * (1 - 1.0 / region.cores) *
                    (isSymbolic ? policy.profit.beyondProfile : 1);
      // Where the whole level pays with all its waits, a chunk must make up for
      // its own.
      double waits =
          paysInside(r, leaf.level, sequential) ? 1 : policy.profit.unpaidWaits;
      double needed = isFreeOfWaits(r, i) ? policy.profit.chunkOverheadNs
                                          : waits * c_.soc.costs.syncNs;
      if (gain < needed)
        changed |= tooSmall(leaf.node, work, needed + work / region.cores);
    }
    return changed;
  }

  /// In each repetition of a level, the chunks of the leaf need only what their
  /// own core made: they cost nothing but their loop headers.
  static bool isFreeOfWaits(const PlannedRegion &r, TaskId leaf) {
    LevelIndex index = r.graph.region.tasks[leaf].level;
    const taskgraph::LevelPlan &level = r.plan.levels[index];
    return r.graph.region.levels[index].repeats &&
           std::none_of(level.schedule.syncs.begin(),
                        level.schedule.syncs.end(),
                        [&](const scheduling::Sync &sync) {
                          return level.tasks[sync.from].task == leaf ||
                                 level.tasks[sync.to].task == leaf;
                        });
  }

  /// Its stages in order leave too little to overlap. What waiting costs
  /// besides is weighed here only if nothing tests it on entry.
  bool prunePipeline(const PlannedRegion &r, TaskId leaf) {
    const taskgraph::Region &region = r.graph.region;
    ir::NodeId node = region.tasks[leaf].node;
    // What nobody knows, the first iterations show (hk_overlap in abi.h).
    bool isTested = cost::isIterationTested(facts_, region, leaf);
    bool isGuess =
        !isTested && facts_.restsOnGuesses(program_[node].as<ir::Loop>()->body);
    const taskgraph::PipelineCost &pipeline = r.costs.pipelines.at(leaf);
    double syncNs = isTested ? 0 : c_.soc.costs.syncNs;
    double work = fastest(r.costs.taskNs[leaf]);
    double parallel = r.costs.pipelineNs(leaf, 0, syncNs);
    double least = pipeline.trips * pipeline.leastIterationNs(syncNs);
    if (isGuess)
      least /= policy.profit.shownIterations;
    if (parallel <= policy.profit.worthwhile * work && work >= least)
      return false;
    parallel = std::max(parallel, least);
    result_.tooSmall[node] = {work, parallel};
    return request_.noPipelines.insert(node).second;
  }

  bool hasSymbolicTrips(const taskgraph::Region &, ir::NodeId node) const {
    bool symbolic = false;
    ir::forEachNode(program_, node, [&](ir::NodeId id) {
      symbolic |= program_[id].as<ir::Loop>() && !facts_.hasConstantTrips(id);
    });
    return symbolic;
  }

  /// What each level takes on one core, once.
  static std::vector<double> sequentialOf(const PlannedRegion &r) {
    const taskgraph::Region &region = r.graph.region;
    std::vector<double> sequential(region.levels.size());
    for (LevelIndex l = LevelIndex(region.levels.size()); l-- > 0;) {
      for (const taskgraph::Item &item : region.levels[l].items) {
        if (item.kind == taskgraph::ItemKind::Task)
          sequential[l] += region.tasks[item.task].isSequentialWork()
                               ? fastest(r.costs.taskNs[item.task])
                               : 0;
        else
          for (LevelIndex inner : {item.body, item.elseBody})
            if (inner != taskgraph::none)
              sequential[l] += sequential[inner] * r.costs.repetitions[inner];
      }
    }
    return sequential;
  }

  static bool paysInside(const PlannedRegion &r, LevelIndex level,
                         const std::vector<double> &sequential) {
    return r.plan.levels[level].schedule.period <=
           policy.profit.worthwhile * sequential[level];
  }

  /// Expanded loops and branches inside which nothing is gained.
  bool pruneLevels(const PlannedRegion &r) {
    bool changed = false;
    const taskgraph::Region &region = r.graph.region;
    std::vector<double> sequential = sequentialOf(r);
    for (LevelIndex l = LevelIndex(region.levels.size()); l-- > 1;)
      if (!paysInside(r, l, sequential))
        changed |= tooSmall(region.levels[l].node, sequential[l],
                            r.plan.levels[l].schedule.period);
    return changed;
  }

  /// The region as a whole; or what its callees could do by themselves, which
  /// run sequentially inside it.
  bool pruneRegion(const PlannedRegion &r) {
    const taskgraph::Region &region = r.graph.region;
    if (pays(r) && std::max(calleeGain(r), partsGain(r)) <= gainInside(r))
      return false;
    if (!noRegionAgain(region))
      return false;
    for (const taskgraph::MacroTask &leaf : region.tasks) {
      if (!leaf.is<Chunks>())
        continue;
      if (pays(r))
        result_.leftToCallees.insert(leaf.node);
      else
        result_.tooSmall[leaf.node] = {r.plan.sequentialNs, r.plan.parallelNs};
    }
    return true;
  }

  bool pays(const PlannedRegion &r) const {
    double entry = c_.soc.costs.regionEntryNs;
    double inside = r.plan.parallelNs - entry;
    // Trip counts known on entry are tested there, so that it is enough that it
    // may pay; the test itself costs a little each time, which counts where the
    // region is entered again and again.
    bool isTested = !cost::isConstantWork(facts_, r.graph.region);
    bool isEnteredOften = isEnteredInLoops(r);
    double larger = !isTested                    ? 1
                    : isMeasured(r.graph.region) ? policy.profit.beyondProfile
                    : isEnteredOften             ? policy.profit.testedOftenWork
                                                 : policy.profit.testedWork;
    // What nobody knows and nothing tests may be much less than guessed.
    if (!isTested && isEnteredOften &&
        cost::restsOnGuesses(facts_, r.graph.region))
      larger = policy.profit.untestedShare;
    return inside * larger + entry <
           policy.profit.worthwhile * r.plan.sequentialNs * larger;
  }

  /// The profile says how much all of its loops do.
  bool isMeasured(const taskgraph::Region &region) const {
    return std::all_of(region.tasks.begin(), region.tasks.end(),
                       [&](const taskgraph::MacroTask &leaf) {
                         return !leaf.is<Chunks>() ||
                                facts_.isMeasured(leaf.node);
                       });
  }

  bool isEnteredInLoops(const PlannedRegion &r) const {
    const taskgraph::Region &region = r.graph.region;
    return calledInLoops_.count(region.function) ||
           !ir::loopsAround(program_, region.block).empty();
  }

  /// Functions that some loop calls, directly or not.
  void findCalledInLoops() {
    std::vector<ir::FunctionId> work;
    auto add = [&](ir::FunctionId function) {
      if (isValid(function) && calledInLoops_.insert(function).second)
        work.push_back(function);
    };
    auto addCalls = [&](ir::NodeId node) {
      for (ir::StmtId stmt : ir::allStmts(program_, node))
        for (const ir::CallSite &call : program_[stmt].calls)
          add(call.callee);
    };
    for (const ir::Node &node : program_.nodes)
      if (node.as<ir::Loop>())
        addCalls(node.id);
    for (const ir::Function &f : program_.functions)
      if (f.isAddressTaken || effects_.isRecursive[index(f.id)] ||
          (!program_.isClosed && !f.isStatic && f.name != "main"))
        add(f.id);
    while (!work.empty()) {
      ir::FunctionId function = work.back();
      work.pop_back();
      if (isValid(program_[function].body))
        addCalls(program_[function].body);
    }
  }

  /// The checking runtime sees the tasks of regions alone.
  void findDivided() {
    polyhedral::DividedCalls divided =
        polyhedral::findDividedCalls(program_, effects_,
                                     c_.options.islBudget
                                         ? c_.options.islBudget
                                         : policy.isl.forkJoin);
    for (const Remark &remark : divided.remarks)
      c_.remarks.add(remark);
    if (c_.options.checkDependences || result_.cores.size() < 2)
      return;
    result_.divided = std::move(divided.functions);
    std::set<ir::StmtId> calls;
    for (const polyhedral::DividedFunction &function : result_.divided)
      for (const polyhedral::CallPlace &call : function.entries)
        calls.insert(call.stmt);
    for (const ir::Node &node : program_.nodes)
      if (const auto *leaf = node.as<ir::Leaf>();
          leaf && calls.count(leaf->stmt))
        request_.apart.insert(node.id);
  }

  static double gainOf(const PlannedRegion &r) {
    return r.plan.sequentialNs - r.plan.parallelNs;
  }

  /// Without the entry, which a test at run time weighs where it can.
  double gainInside(const PlannedRegion &r) const {
    return gainOf(r) + c_.soc.costs.regionEntryNs;
  }

  double calleeGain(const PlannedRegion &r) {
    const taskgraph::Region &region = r.graph.region;
    double total = 0;
    for (TaskId i = 0; i < region.tasks.size(); ++i) {
      double repetitions = 1;
      for (LevelIndex l = region.tasks[i].level; l != 0;
           l = region.levels[l].parent)
        repetitions *= r.costs.repetitions[l];
      total += repetitions * calledGain(r, i);
    }
    return total;
  }

  /// What one run of a leaf gains by the regions of functions that it calls.
  /// Where its own iterations run in parallel that is less, whatever the two
  /// estimates say: each of those regions has to be entered.
  double calledGain(const PlannedRegion &r, TaskId i) {
    const taskgraph::MacroTask &leaf = r.graph.region.tasks[i];
    if (!leaf.hasBody())
      return 0;
    double gain = gainBelow(leaf.node, 0);
    if (!leaf.is<Chunks>())
      return gain;
    return std::min(gain, policy.profit.calledShare *
                              fastest(r.costs.taskNs[i]) *
                              (1 - 1.0 / r.graph.region.cores));
  }

  /// Of a region for each of its loops, beside what the functions called there
  /// do by themselves: `fill(a); for (...) work(a);`. A loop runs as chunks, or
  /// what it calls runs in regions, but not both. Without levels inside.
  double partsGain(const PlannedRegion &r) {
    const taskgraph::Region &region = r.graph.region;
    if (region.levels.size() > 1)
      return 0;
    double total = 0, beside = 0;
    for (TaskId i = 0; i < region.tasks.size(); ++i) {
      double called = calledGain(r, i);
      if (region.tasks[i].is<Chunks>())
        total += std::max(called, fastest(r.costs.taskNs[i]) *
                                          (1 - 1.0 / region.cores) -
                                      c_.soc.costs.regionEntryNs);
      else
        beside += called;
    }
    return beside == 0 ? 0 : total + beside;
  }

  /// What regions of the functions called in a node gain, for one run of it.
  double gainBelow(ir::NodeId node, unsigned depth) {
    double total = 0;
    for (ir::StmtId stmt : ir::ownStmts(program_, node))
      for (const ir::CallSite &call : program_[stmt].calls)
        if (isValid(call.callee) && depth < policy.profit.calledDepth)
          total += functionGain(call.callee, depth + 1);
    for (ir::NodeId child : ir::childrenOf(program_, node))
      total += gainBelow(child, depth);
    return program_[node].as<ir::Loop>() ? total * facts_.trips(node) : total;
  }

  double functionGain(ir::FunctionId function, unsigned depth) {
    auto [it, isNew] = functionGains_.try_emplace({function, depth}, 0);
    if (!isNew)
      return it->second;
    double total = 0;
    auto own = ownGains_.find(function);
    if (own != ownGains_.end())
      total = own->second;
    const ir::Function &f = program_[function];
    if (total == 0 && isValid(f.body))
      total = gainBelow(f.body, depth);
    return functionGains_[{function, depth}] = total;
  }

  /// Of the regions of this round.
  void findOwnGains() {
    functionGains_.clear();
    ownGains_.clear();
    for (const PlannedRegion &r : result_.regions)
      if (pays(r))
        ownGains_[r.graph.region.function] += gainOf(r);
  }

  bool tooSmall(ir::NodeId node, double work, double needed) {
    result_.tooSmall[node] = {work, needed};
    return request_.tooSmall.insert(node).second;
  }

  void dropWhatDoesNotPay() {
    std::erase_if(result_.regions,
                  [&](const PlannedRegion &r) { return !pays(r); });
  }

  /// A region entered from inside another runs sequentially: where a function
  /// is called from regions only, its own regions cost their tests and bring
  /// nothing.
  void dropWhatNeverRuns() {
    std::set<ir::FunctionId> outside = functionsRunOutside();
    std::erase_if(result_.regions, [&](const PlannedRegion &r) {
      if (outside.count(r.graph.region.function))
        return false;
      result_.runInTasks.insert(r.graph.region.function);
      return true;
    });
  }

  /// Functions that may run while no region does.
  std::set<ir::FunctionId> functionsRunOutside() const {
    std::vector<ir::FunctionId> work;
    for (const ir::Function &f : program_.functions)
      if (f.name == "main" || f.isAddressTaken ||
          (!program_.isClosed && !f.isStatic))
        work.push_back(f.id);
    std::set<ir::FunctionId> outside(work.begin(), work.end());
    while (!work.empty()) {
      ir::FunctionId function = work.back();
      work.pop_back();
      if (!isValid(program_[function].body))
        continue;
      for (ir::StmtId stmt : ir::allStmts(program_, program_[function].body)) {
        if (isInRegion(program_[stmt].text))
          continue;
        for (const ir::CallSite &call : program_[stmt].calls)
          if (isValid(call.callee) && outside.insert(call.callee).second)
            work.push_back(call.callee);
      }
    }
    return outside;
  }

  bool isInRegion(const ir::TextRange &text) const {
    return std::any_of(result_.regions.begin(), result_.regions.end(),
                       [&](const PlannedRegion &r) {
                         return r.graph.region.text.contains(text);
                       });
  }

  const ir::Program &program_;
  const analysis::Effects &effects_;
  const std::vector<polyhedral::LoopVerdict> &verdicts_;
  const ir::Measured &measured_;
  const codegen::Naming &naming_;
  Compilation &c_;
  polyhedral::ProgramIndex index_;
  taskgraph::RegionFacts facts_;
  analysis::KnownValues values_;
  taskgraph::RegionOptions request_;
  cost::CostCache costs_;
  CostBudget budget_;
  bool hasDropped_ = false; ///< in this round
  /// By the first leaf: of the region that had it last.
  struct KnownDependences {
    polyhedral::RegionShape shape;
    std::vector<polyhedral::TaskDependence> dependences;
  };
  std::map<ir::NodeId, KnownDependences> dependences_;
  std::set<ir::FunctionId> calledInLoops_;
  std::map<ir::FunctionId, double> ownGains_; ///< of its regions that pay
  /// By function and depth: what its regions gain, or else its callees'.
  std::map<std::pair<ir::FunctionId, unsigned>, double> functionGains_;
  PlannedProgram result_;
};

} // namespace

PlannedProgram planProgram(const Understood &understood,
                           const codegen::Naming &naming, Compilation &c) {
  return Planner(understood, naming, c).plan();
}

} // namespace hocket::driver
