// SPDX-License-Identifier: Apache-2.0
#include "driver/BuildReport.h"

#include "driver/UseProfile.h"
#include "driver/planned/MacroTaskRows.h"
#include "driver/planned/WhyNotRun.h"
#include "planning/CacheRemarks.h"

#include "ir/Tree.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::driver {

using taskgraph::ChunkMode;
using taskgraph::Chunks;
using taskgraph::LevelIndex;
using taskgraph::Whole;

namespace {

std::string formatted(const char *format, double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, value);
  return text;
}

/// Where entering is tested with the real trip counts, of the work inside: the
/// counts guessed may be far too small for the entry to matter.
double speedup(const planning::PlannedRegion &r, double entryNs) {
  double parallel =
      r.entry.tests.empty() ? r.plan.parallelNs : r.plan.parallelNs - entryNs;
  return parallel > 0 ? r.plan.sequentialNs / parallel : 1;
}

std::string sourceText(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Where the figures come from, if not all from the model.
std::string sourceOf(const planning::PlannedRegion &r) {
  if (r.measured == 0)
    return "";
  return "; the profile tells the time of " + std::to_string(r.measured) +
         (r.measured == 1 ? " loop or call" : " loops and calls");
}

bool usesSeveralCores(const planning::PlannedRegion &r,
                      taskgraph::TaskId macroTask) {
  const taskgraph::LevelPlan &plan =
      r.plan.levels[r.graph.region.tasks[macroTask].level];
  std::set<uint32_t> cores;
  for (size_t t = 0; t < plan.tasks.size(); ++t)
    if (plan.tasks[t].task == macroTask)
      cores.insert(plan.coreOf(scheduling::TaskIndex(t)));
  return cores.size() > 1;
}

/// `4, 2 and 1`
std::string partsText(const Chunks &chunks) {
  std::string text;
  for (unsigned chunk = 0; chunk < chunks.count; ++chunk)
    text += (chunk == 0                  ? ""
             : chunk + 1 == chunks.count ? " and "
                                         : ", ") +
            std::to_string(chunks.cut(chunk + 1) - chunks.cut(chunk));
  return text;
}

/// Of chunks that do not have equal parts.
Remark balanceRemark(const Chunks &chunks, const SourceLocation &location,
                     const std::string &function) {
  if (chunks.mode == ChunkMode::SelfScheduled)
    return {RemarkId::SelfScheduled, location, function, {}, {}};
  if (!chunks.cuts.empty())
    return {RemarkId::UnlikeCores,
            location,
            function,
            {partsText(chunks), std::to_string(chunks.parts())},
            {}};
  return {RemarkId::UnequalWork,
          location,
          function,
          {std::to_string(chunks.count)},
          {}};
}

/// The loop has a chunk for each core of its group, not of the region.
bool isCutForGroup(const planning::PlannedRegion &r,
                   const taskgraph::MacroTask &task) {
  const Chunks *chunks = task.as<Chunks>();
  return chunks && !task.isFirstPass() && chunks->shares.empty() &&
         chunks->cuts.empty() && chunks->count < r.graph.region.cores &&
         chunks->count == r.plan.levels[task.level].cores.size();
}

/// Of each level whose compound items have groups of cores, and of the loops
/// in them.
std::vector<Remark> groupRemarks(const ir::Program &program,
                                 const planning::PlannedRegion &r,
                                 const std::string &function) {
  std::vector<Remark> remarks;
  const taskgraph::Region &region = r.graph.region;
  for (LevelIndex l = 0; l < region.levels.size(); ++l) {
    const taskgraph::LevelPlan &level = r.plan.levels[l];
    std::vector<std::string> groups;
    SourceLocation at;
    for (const taskgraph::Item &item : region.levels[l].items) {
      if (item.kind == taskgraph::ItemKind::Task ||
          !r.plan.beginsGroup(region, item.body))
        continue;
      const SourceLocation &here = program[item.node].location;
      at = groups.empty() ? here : at;
      groups.push_back(
          std::to_string(r.plan.levels[item.body].cores.size()) + " for the " +
          (item.kind == taskgraph::ItemKind::Loop ? "loop" : "branch") +
          " at line " + std::to_string(here.line));
    }
    if (!groups.empty())
      remarks.push_back(
          {RemarkId::CoreGroups,
           at,
           function,
           {llvm::join(groups, ", "), duration(level.schedule.period),
            duration(level.togetherNs)},
           {}});
  }
  for (const taskgraph::MacroTask &task : region.tasks)
    if (isCutForGroup(r, task))
      remarks.push_back(
          {RemarkId::GroupChunks,
           program[task.node].location,
           function,
           {std::to_string(task.chunkCount()) + " chunks",
            std::to_string(r.plan.levels[task.level].cores.size()),
            std::to_string(region.cores)},
           {}});
  return remarks;
}

class ReportBuilder {
public:
  ReportBuilder(const ir::Program &program, const analysis::Effects &effects,
                const std::vector<polyhedral::LoopVerdict> &verdicts,
                const planning::PlannedProgram &planned, Compilation &c)
      : program_(program), verdicts_(verdicts), planned_(planned), c_(c),
        notRun_(program, effects, verdicts, planned) {
    for (const planning::PlannedRegion &r : planned.regions)
      for (taskgraph::TaskId i = 0; i < r.graph.region.tasks.size(); ++i) {
        const taskgraph::MacroTask &macroTask = r.graph.region.tasks[i];
        if (macroTask.runsAs(ChunkMode::Doacross) && usesSeveralCores(r, i))
          doacross_[macroTask.node] = macroTask.chunkCount();
        else if (macroTask.is<Chunks>() &&
                 !macroTask.runsAs(ChunkMode::Doacross))
          chunked_.insert(macroTask.node);
        const Chunks *chunks = macroTask.as<Chunks>();
        if (chunks && (chunks->mode == ChunkMode::SelfScheduled ||
                       !chunks->shares.empty() || !chunks->cuts.empty()))
          unequal_[macroTask.node] = chunks;
      }
  }

  report::ReportData build() {
    data_.program = c_.options.facts.output;
    data_.soc = c_.soc.name;
    data_.chip = chipName(c_.soc);
    data_.cores = uint32_t(planned_.cores.size());
    for (uint32_t core : planned_.cores)
      data_.coreRows.push_back(
          {c_.soc.cores[core].id, c_.soc.cores[core].speed});
    for (const planning::PlannedRegion &r : planned_.regions)
      addRegion(r);
    for (const polyhedral::LoopVerdict &verdict : verdicts_)
      addLoop(verdict);
    for (const ir::Unit &unit : program_.units)
      data_.sources.push_back({unit.path, sourceText(unit.path)});
    data_.remarks = c_.remarks.all();
    return std::move(data_);
  }

private:
  const ir::Node &firstNode(const taskgraph::Region &region) const {
    return program_
        [program_[region.block].as<ir::Block>()->children[region.first]];
  }
  /// Of what stands in its own place: text of a called function that is
  /// written out in place has lines from elsewhere.
  uint32_t endLine(const taskgraph::Region &region) const {
    const std::vector<ir::NodeId> &children =
        program_[region.block].as<ir::Block>()->children;
    uint32_t result = firstNode(region).endLine;
    for (uint32_t i = region.first; i <= region.last; ++i)
      result = std::max(result, program_[children[i]].endLine);
    return std::max(result, firstNode(region).location.line);
  }

  /// The first between each two tasks.
  using DependencesByTasks =
      std::map<std::pair<taskgraph::TaskId, taskgraph::TaskId>,
               const polyhedral::TaskDependence *>;

  void addRegion(const planning::PlannedRegion &r) {
    const taskgraph::Region &region = r.graph.region;
    report::RegionRow row;
    row.file = firstNode(region).location.file;
    row.function = program_[region.function].name;
    row.line = firstNode(region).location.line;
    row.endLine = endLine(region);
    row.cores = region.cores;
    row.sequentialNs = r.plan.sequentialNs;
    row.measured = r.measured;
    row.parallelNs = r.plan.parallelNs;
    row.predictedSpeedup = speedup(r, c_.soc.costs.regionEntryNs);
    std::vector<uint32_t> firstTask;
    for (LevelIndex l = 0; l < region.levels.size(); ++l) {
      firstTask.push_back(uint32_t(row.tasks.size()));
      addLevel(r, l, row);
    }
    row.macroTasks = macroTaskRows(program_, r.graph);
    DependencesByTasks dependences;
    for (const polyhedral::TaskDependence &d : r.graph.dependences)
      dependences.try_emplace({d.from, d.to}, &d);
    for (LevelIndex l = 0; l < region.levels.size(); ++l)
      addEdges(r.plan.levels[l], dependences, firstTask[l], row);
    remarkOn(r, row);
    data_.regions.push_back(std::move(row));
  }

  void addLevel(const planning::PlannedRegion &r, LevelIndex l,
                report::RegionRow &row) {
    const taskgraph::Level &level = r.graph.region.levels[l];
    const taskgraph::LevelPlan &plan = r.plan.levels[l];
    report::LevelRow out;
    const ir::Node &node = program_[level.node];
    bool isRoot = level.parent == taskgraph::none;
    out.line = isRoot ? row.line : node.location.line;
    out.name = isRoot ? "region"
                      : std::string(level.repeats ? "loop " : "branch ") +
                            std::to_string(out.line);
    out.parent = isRoot ? -1 : int32_t(level.parent);
    out.repetitions = r.costs.repetitions[l];
    out.makespanNs = plan.schedule.makespan;
    out.periodNs = plan.schedule.period;
    out.algorithm = plan.schedule.algorithm;
    row.levels.push_back(out);
    for (size_t t = 0; t < plan.tasks.size(); ++t)
      row.tasks.push_back(taskRow(r, l, t, uint32_t(row.tasks.size())));
  }

  report::TaskRow taskRow(const planning::PlannedRegion &r, LevelIndex l,
                          size_t t, uint32_t id) const {
    const taskgraph::LevelPlan &plan = r.plan.levels[l];
    const taskgraph::PlannedTask &task = plan.tasks[t];
    const taskgraph::Region &region = r.graph.region;
    report::TaskRow row;
    row.id = id;
    row.name = plan.problem.tasks[t].name;
    row.kind = "control";
    ir::NodeId node = region.levels[l].items[task.item].node;
    if (task.task != taskgraph::none) {
      const taskgraph::MacroTask &macroTask = region.tasks[task.task];
      node = macroTask.node;
      row.kind = macroTask.is<Chunks>()
                     ? "chunk"
                     : taskgraph::taskKind(program_, macroTask);
      row.line = isValid(macroTask.stmt())
                     ? program_[macroTask.stmt()].location.line
                     : 0;
    }
    row.file = program_[node].location.file;
    if (row.line == 0)
      row.line = program_[node].location.line;
    const scheduling::Placement &at = plan.schedule.placements[t];
    row.core = plan.coreOf(scheduling::TaskIndex(t));
    if (at.unit) {
      row.accelerator = plan.problem.units[*at.unit].name;
      row.unit = *at.unit;
    }
    row.startNs = at.start;
    row.endNs = at.end;
    row.level = l;
    return row;
  }

  void addEdges(const taskgraph::LevelPlan &plan,
                const DependencesByTasks &dependences, uint32_t first,
                report::RegionRow &row) const {
    std::set<scheduling::Sync> syncs(plan.schedule.syncs.begin(),
                                     plan.schedule.syncs.end());
    for (const scheduling::Edge &edge : plan.problem.edges) {
      report::EdgeRow out;
      out.from = first + edge.from;
      out.to = first + edge.to;
      out.bytes = edge.bytes;
      out.distance = edge.distance;
      out.isSync = syncs.count({edge.from, edge.to, edge.distance}) != 0;
      nameDependence(dependences, plan, edge, out);
      row.edges.push_back(out);
    }
  }

  /// The dependence behind an edge between two leaves; an edge of a compound
  /// item stands for several.
  void nameDependence(const DependencesByTasks &dependences,
                      const taskgraph::LevelPlan &plan,
                      const scheduling::Edge &edge,
                      report::EdgeRow &out) const {
    taskgraph::TaskId from = plan.tasks[edge.from].task;
    taskgraph::TaskId to = plan.tasks[edge.to].task;
    auto found = dependences.find({from, to});
    if (found == dependences.end()) {
      out.kind = "order";
      return;
    }
    const polyhedral::TaskDependence &d = *found->second;
    if (isValid(d.object))
      out.object = program_[d.object].name;
    out.kind = d.kind == polyhedral::DependenceKind::Flow   ? "flow"
               : d.kind == polyhedral::DependenceKind::Anti ? "anti"
                                                            : "output";
  }

  void remarkOn(const planning::PlannedRegion &r,
                const report::RegionRow &row) {
    const taskgraph::Region &region = r.graph.region;
    std::size_t tasks = 0, calls = 0;
    for (const taskgraph::LevelPlan &level : r.plan.levels)
      tasks += level.tasks.size();
    for (const taskgraph::MacroTask &macroTask : region.tasks)
      calls += macroTask.is<Whole>();
    SourceLocation at = firstNode(region).location;
    c_.remarks.add({RemarkId::RegionFormed,
                    at,
                    row.function,
                    {std::to_string(tasks), std::to_string(region.cores),
                     formatted("%.2f", row.predictedSpeedup)},
                    {}});
    std::size_t waits = 0;
    for (const taskgraph::LevelPlan &level : r.plan.levels)
      waits += level.schedule.syncs.size();
    c_.remarks.add({RemarkId::RegionPlan,
                    at,
                    row.function,
                    {duration(r.plan.parallelNs), duration(r.plan.sequentialNs),
                     std::to_string(waits), entryTests(r), sourceOf(r)},
                    {}});
    if (row.macroTasks.size() > 1)
      c_.remarks.add(conditionsRemark(row.macroTasks, at, row.function));
    for (Remark &remark : groupRemarks(program_, r, row.function))
      c_.remarks.add(std::move(remark));
    bool hasChunks = std::any_of(
        region.tasks.begin(), region.tasks.end(),
        [](const taskgraph::MacroTask &l) { return l.is<Chunks>(); });
    if (!hasChunks)
      c_.remarks.add({RemarkId::ParallelTasks,
                      at,
                      row.function,
                      {std::to_string(calls), std::to_string(region.cores)},
                      {}});
  }

  /// In words, as in "that 'a' and 'b' do not overlap, whether the work pays".
  std::string entryTests(const planning::PlannedRegion &r) const {
    std::vector<std::string> tests;
    auto add = [&](const std::string &test) {
      if (std::find(tests.begin(), tests.end(), test) == tests.end())
        tests.push_back(test);
    };
    for (const taskgraph::MacroTask &macroTask : r.graph.region.tasks) {
      if (macroTask.verdict() == taskgraph::none)
        continue;
      const polyhedral::LoopVerdict &verdict = verdicts_[macroTask.verdict()];
      for (const polyhedral::AliasCheck &check : verdict.checks)
        add("that '" + baseName(program_, check.first.base) + "' and '" +
            baseName(program_, check.second.base) + "' do not overlap");
      for (const auto &condition : verdict.conditions)
        add("that " + condition.meaning);
    }
    if (!r.entry.tests.empty())
      add("whether the work pays");
    return tests.empty() ? "nothing" : llvm::join(tests, ", ");
  }

  /// What keeps the iterations in order goes along as notes.
  Remark doacross(const polyhedral::LoopVerdict &verdict,
                  unsigned chunks) const {
    ir::NodeId around = ir::loopsAround(program_, verdict.loop).back();
    return {RemarkId::LoopDoacross,
            program_[verdict.loop].location,
            "",
            {std::to_string(chunks),
             std::to_string(program_[around].location.line)},
            verdict.remark.notes};
  }

  /// How the work of a loop in a region is shared out, if not evenly.
  void remarkOnBalance(const ir::Node &node, const std::string &function) {
    auto it = unequal_.find(node.id);
    if (it != unequal_.end())
      c_.remarks.add(balanceRemark(*it->second, node.location, function));
  }

  void addLoop(const polyhedral::LoopVerdict &verdict) {
    const ir::Node &node = program_[verdict.loop];
    report::LoopRow row;
    row.file = node.location.file;
    row.function = program_[node.function].name;
    row.line = node.location.line;
    row.column = node.location.column;
    row.endLine = node.endLine;
    row.isParallel = chunked_.count(verdict.loop) != 0;
    row.kind = verdict.traits().reportName;
    Remark remark = verdict.remark;
    if (verdict.kind() != polyhedral::LoopKind::Sequential && !row.isParallel)
      remark = notRun_.remarkOn(verdict);
    if (auto it = doacross_.find(verdict.loop); it != doacross_.end()) {
      remark = doacross(verdict, it->second);
      row.isParallel = true;
      row.kind = "doacross";
    }
    remark.function = row.function;
    row.remark = std::string(info(remark.id).name);
    row.reason = remark.message();
    row.help = remark.help();
    row.notes = remark.notes;
    c_.remarks.add(remark);
    remarkOnBalance(node, row.function);
    data_.loops.push_back(std::move(row));
  }

  const ir::Program &program_;
  const std::vector<polyhedral::LoopVerdict> &verdicts_;
  const planning::PlannedProgram &planned_;
  Compilation &c_;
  WhyNotRun notRun_;
  std::set<ir::NodeId> chunked_;
  std::map<ir::NodeId, unsigned> doacross_; ///< chunks
  std::map<ir::NodeId, const Chunks *> unequal_;
  report::ReportData data_;
};

} // namespace

report::ReportData
buildReport(const ir::Program &program, const analysis::Effects &effects,
            const std::vector<polyhedral::LoopVerdict> &verdicts,
            const planning::PlannedProgram &planned, Compilation &c) {
  if (!effects.threadUnsafe.empty())
    c.remarks.add({RemarkId::ThreadUnsafeProgram,
                   effects.threadUnsafeAt,
                   "",
                   {effects.threadUnsafe},
                   {}});
  for (Remark &remark : planning::cacheRemarks(program, planned))
    c.remarks.add(std::move(remark));
  return ReportBuilder(program, effects, verdicts, planned, c).build();
}

} // namespace hocket::driver
