// SPDX-License-Identifier: Apache-2.0
//
// The compilation of one program, stage by stage. Read this function first:
// every stage is called here and nowhere else, but for those that planning
// calls in rounds (planning/PlanProgram.h).
#include "driver/Pipeline.h"

#include "accelerators/CheckClaims.h"
#include "accelerators/Pragmas.h"
#include "analysis/ComputeEffects.h"
#include "analysis/Print.h"
#include "analysis/SeparateHeaps.h"
#include "analysis/calls/PassThroughCalls.h"
#include "analysis/calls/SeeThroughCalls.h"
#include "codegen/EmitProgram.h"
#include "codegen/PointsText.h"
#include "codegen/chip/ChipText.h"
#include "deadlines/MarkDeadlines.h"
#include "driver/BuildReport.h"
#include "driver/EmitFiles.h"
#include "driver/LevelCalls.h"
#include "driver/PlanClocks.h"
#include "driver/PrintStages.h"
#include "driver/RewrittenProgram.h"
#include "driver/StageOptions.h"
#include "driver/UseProfile.h"
#include "driver/accelerated/Accelerated.h"
#include "ir/Print.h"
#include "loops/ClassifyLoops.h"
#include "precomputation/PrecomputedCalls.h"
#include "profitability/Weigh.h"
#include "report/Html.h"
#include "report/Json.h"
#include "speculation/IterationParts.h"
#include "speculation/SpeculativeLoops.h"
#include "speculation/StaticsOutside.h"
#include "support/Policy.h"
#include "taskdeps/Print.h"
#include "verdict/LoopVerdict.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

namespace hocket::driver {

namespace {

codegen::ParallelParts partsOf(const planning::PlannedProgram &planned,
                               const std::optional<power::Prices> &prices,
                               const inlining::Inlining &inlined,
                               const Compilation &c) {
  codegen::ParallelParts result;
  result.originals = inlined.originals;
  for (std::size_t i = 0; i < planned.regions.size(); ++i) {
    const planning::PlannedRegion &r = planned.regions[i];
    result.regions.push_back(
        {&r.graph.region, &r.plan, r.entry,
         prices && !r.plan.caches ? &prices->parts[firstRegion + i] : nullptr,
         c.accelerated});
  }
  result.forkJoin = planned.forkJoin;
  result.alwaysSpeculative = c.options.alwaysSpeculate;
  result.alwaysPrecomputed = c.options.alwaysPrecompute;
  result.forkJoinOptions.cores = planned.firstCores;
  if (!c.options.alwaysParallel)
    result.forkJoinOptions.worthNs = profitability::leastForkJoinNs(
        c.soc.costs.regionEntryNs, policy.profit);
  return result;
}

/// Outside the regions and the functions that divide their work, with a remark
/// on each.
std::vector<speculation::SpeculativeLoop>
findSpeculative(const ir::Program &program, const analysis::Effects &effects,
                const planning::PlannedProgram &planned,
                const inlining::Inlining &inlined, Compilation &c) {
  if (!maySpeculate(c) || c.options.alwaysPrecompute)
    return {};
  std::vector<speculation::TakenText> taken;
  for (const planning::PlannedRegion &r : planned.regions)
    taken.push_back(
        {r.graph.region.text, r.graph.region.function, r.plan.sequentialNs});
  for (const polyhedral::ForkJoinFunction &f : planned.forkJoin)
    taken.push_back({program[f.function].text, f.function, 0});
  speculation::SpeculativeLoops found = speculation::findSpeculativeLoops(
      program, effects, taken, speculationOptions(c));
  // What is known of such a function's parameters is not true of all its calls.
  const std::set<std::string> named = inlining::wordsOfOriginals(inlined);
  std::erase_if(found.loops, [&](const speculation::SpeculativeLoop &one) {
    return named.count(program[program[one.loop].function].name) != 0;
  });
  auto add = [&](RemarkId id, ir::NodeId loop, std::vector<std::string> args) {
    c.remarks.add({id,
                   program[loop].location,
                   program[program[loop].function].name,
                   std::move(args),
                   {}});
  };
  for (const speculation::SpeculativeLoop &one : found.loops)
    add(RemarkId::LoopSpeculative, one.loop,
        {speculation::partsInWords(program, one)});
  for (const speculation::NotTried &one : found.others)
    add(RemarkId::NotTried, one.loop, {one.why});
  return std::move(found.loops);
}

/// In the loops that are in no other hands.
precomputation::PrecomputedCalls
findPrecomputed(const ir::Program &program, const analysis::Effects &effects,
                const planning::PlannedProgram &planned,
                const inlining::Inlining &inlined, Compilation &c) {
  if (!maySpeculate(c) ||
      !speculation::whyNotBeside(program, effects, c.hasExcess).empty())
    return {};
  std::vector<ir::TextRange> taken;
  for (const planning::PlannedRegion &r : planned.regions)
    taken.push_back(r.graph.region.text);
  for (const polyhedral::ForkJoinFunction &f : planned.forkJoin)
    taken.push_back(program[f.function].text);
  std::vector<std::string> unseen;
  for (const auto &[unit, originals] : inlined.originals)
    for (const ir::Replacement &one : originals)
      unseen.push_back(one.text);
  precomputation::PrecomputedCalls found = precomputation::findPrecomputedCalls(
      program, effects, taken, unseen,
      {c.mayFuse, c.options.facts.strictAliasing, c.options.alwaysPrecompute});
  for (const precomputation::PrecomputedLoop &one : found.loops) {
    std::string names;
    for (ir::FunctionId function : one.functions)
      names += (names.empty() ? "'" : ", '") + program[function].name + "'";
    c.remarks.add({RemarkId::CallsPrecomputed,
                   program[one.loop].location,
                   program[program[one.loop].function].name,
                   {names},
                   {}});
  }
  return found;
}

bool areUnlike(const soc::SocSpec &soc) {
  std::set<uint32_t> types;
  for (uint32_t core : soc.usableCores(0))
    types.insert(soc.cores[core].type);
  return types.size() > 1;
}

/// Without what a program would set: clocks, idle states.
soc::SocSpec coresAlone(soc::SocSpec soc) {
  soc.domains.clear();
  for (soc::CoreType &type : soc.types)
    type.idleStates.clear();
  return soc;
}

/// Of a chip that was named: this machine tells of itself when the program
/// runs, which may be elsewhere. But where its cores are unlike, the plan is
/// for them in its order.
std::string chipOf(const Compilation &c,
                   const std::optional<power::Prices> &prices,
                   const codegen::Naming &naming) {
  if (c.options.checkDependences)
    return "";
  if (c.options.soc == "host")
    return areUnlike(c.soc)
               ? codegen::chipText(coresAlone(c.soc), naming.prefix)
               : "";
  return codegen::chipText(c.soc, naming.prefix) +
         (prices ? codegen::pricesText(*prices, naming.prefix) : "");
}

/// \returns how many loops have one. Their calls are in the program then, as in
/// `inputs`; a remark on each mark that is in vain.
unsigned markDeadlines(std::vector<SourceInput> &inputs, ir::Program &program,
                       Compilation &c) {
  deadlines::MarkedDeadlines marked = deadlines::markDeadlines(program);
  for (Remark &remark : marked.remarks)
    c.remarks.add(std::move(remark));
  c.plansClocks = c.options.soc != "host" && mayPlanClocks(marked.count, c);
  if (marked.count == 0)
    return 0;
  program = readMarked(inputs, program, marked.texts, c);
  return marked.count;
}

/// Where the text cannot be read so, the program stays.
void placeStatics(std::vector<SourceInput> &inputs, ir::Program &program,
                  Compilation &c) {
  if (c.options.noSpeculation)
    return;
  std::vector<std::string> texts =
      speculation::textsWithStaticsOutside(program);
  if (texts.empty())
    return;
  std::vector<SourceInput> changed = inputs;
  if (std::optional<ir::Program> read =
          readIfUnderstood(changed, program, texts, c)) {
    inputs = std::move(changed);
    program = std::move(*read);
  }
}

/// By unit: such a nest is in it.
std::vector<char>
unitsWith(const std::vector<transformation::ReorderedNest> &nests,
          const std::vector<std::string> &texts) {
  std::vector<char> result(texts.size(), false);
  for (const transformation::ReorderedNest &nest : nests)
    result[ir::index(nest.place.unit)] = true;
  return result;
}

/// Unless they are what they were.
void addUnits(std::vector<codegen::EmittedUnit> &units, bool isRewritten,
              PipelineResult &result) {
  if (isRewritten ||
      std::any_of(units.begin(), units.end(),
                  [](const auto &unit) { return unit.hasRegions; }))
    for (codegen::EmittedUnit &unit : units)
      result.emitted.units.push_back(std::move(unit.text));
}

void addReports(const report::ReportData &data, const Options &options,
                PipelineResult &result) {
  for (const std::string &path : options.reports)
    result.files.push_back({path, llvm::StringRef(path).ends_with(".json")
                                      ? report::toJson(data)
                                      : report::toHtml(data)});
}

/// With a remark on each function that is not, and has loops.
void findReached(const std::vector<SourceInput> &inputs, Compilation &c) {
  c.reached = functionsReached(inputs, c);
  for (const auto &[location, name] : c.reached.others)
    c.remarks.add({RemarkId::NeverCalled, location, name, {name}, {}});
}

/// The rest of the way with --profile-generate. \param result how the nests
/// that were written anew are compiled
PipelineResult
profiledProgram(const ir::Program &program, const analysis::Effects &effects,
                const std::vector<polyhedral::LoopVerdict> &verdicts,
                PipelineResult result, Compilation &c) {
  std::vector<codegen::EmittedUnit> units =
      profiledUnits(program, effects, verdicts, c);
  result.isStopped = c.options.stopAfter.has_value();
  if (c.isShown(Phase::Codegen))
    printUnits(units, llvm::outs());
  for (codegen::EmittedUnit &unit : units)
    result.emitted.units.push_back(std::move(unit.text));
  return result;
}

bool hasMarks(const std::vector<SourceInput> &inputs) {
  return std::any_of(inputs.begin(), inputs.end(),
                     [](const SourceInput &input) {
                       return !accelerators::findPragmas(input.text).empty();
                     });
}

/// Nothing is said or written.
Options quiet(Options options) {
  options.printAfter.clear();
  options.stopAfter.reset();
  options.reports.clear();
  options.emitDirectory.clear();
  return options;
}

/// Which marks for accelerators are worth following is known when all is
/// planned, and a mark changes what is planned: what is marked is one task, and
/// nothing in it is cut. So programs with marks are planned for a trial first,
/// without those that claim too little or gain nothing the next time, until all
/// that are left are worth it. The others are left out of `c`.
void settleAccelerated(const std::vector<SourceInput> &inputs, Compilation &c) {
  if (c.soc.accelerators.empty() || !hasMarks(inputs))
    return;
  const Options options = quiet(c.options);
  for (;;) {
    Compilation trial(options, c.soc);
    trial.mayFuse = c.mayFuse;
    trial.nestFusing = c.nestFusing;
    trial.sequential = c.sequential;
    trial.hasExcess = c.hasExcess;
    trial.vectorFlags = c.vectorFlags;
    trial.callFlags = c.callFlags;
    trial.cycles = c.cycles;
    trial.hidesTasks = c.hidesTasks;
    trial.featureMacros = c.featureMacros;
    trial.leftOut = c.leftOut;
    trial.isTrial = true;
    compileProgram(inputs, trial);
    if (trial.leftOut.size() == c.leftOut.size())
      return;
    c.leftOut = std::move(trial.leftOut);
  }
}

/// Of a trial: leaves out marks that claim too little. \returns whether there
/// are such.
bool leaveOutWrongClaims(const ir::Program &program,
                         const analysis::Effects &effects, Compilation &c) {
  std::vector<accelerators::WrongClaim> wrong =
      accelerators::checkClaims(program, effects, c.accelerated);
  for (accelerators::WrongClaim &claim : wrong)
    c.leftOut[claim.number] = std::move(claim.remark);
  return !wrong.empty();
}

/// Of a trial: leaves out marks whose tasks stay on the cores. Else says what
/// runs where.
void followMarks(const ir::Program &program,
                 const planning::PlannedProgram &planned, Compilation &c) {
  FollowedMarks marks = followPlan(program, planned, c.accelerated);
  c.leftOut.merge(marks.leftOut);
  for (Remark &remark : marks.remarks)
    c.remarks.add(std::move(remark));
}

} // namespace

// long: one stage after the other, to be read from top to bottom.
PipelineResult compileProgram(std::vector<SourceInput> inputs, Compilation &c) {
  using llvm::raw_ostream;
  PipelineResult result;
  result.isStopped = true;

  // Marks for accelerators that are not worth following are found by trial.
  if (!c.isTrial)
    settleAccelerated(inputs, c);

  // Read the C sources into our own IR: what the program can come to. Clang is
  // not needed after this stage but for texts that are written anew.
  findReached(inputs, c);
  Version version;
  auto &[program, effects, verdicts, inlined] = version;
  program = extractProgram(inputs, c.options.facts.hasForeignCode, c.remarks,
                           c.reached, *c.trees);
  // Loops whose iterations have a deadline wait for the clock.
  const unsigned deadlines = markDeadlines(inputs, program, c);
  result.emitted.hasDeadlines = deadlines != 0;
  // What an accelerator may run is a block of its own.
  const bool isMarked = markAccelerated(inputs, program, c);
  result.emitted.hasDeadlines |= !c.accelerated.empty();
  // Copies of functions are to share their static variables.
  placeStatics(inputs, program, c);
  // What the program's own allocators return is told apart by call, and what a
  // function passes through is what it was given.
  analysis::resolvePassThroughCalls(program);
  c.pointers = analysis::separateHeaps(program);
  if (std::vector<std::string> wrong = ir::verify(program); !wrong.empty())
    throw std::logic_error("malformed program: " + wrong.front());
  if (c.stopAfter(Phase::Frontend,
                  [&](raw_ostream &out) { ir::print(program, out); }))
    return result;

  codegen::FunctionNames once = codegen::namesCalledOnce(program);

  // What called functions do, said in their callers' terms: copies of their
  // bodies that only the analyses look at.
  analysis::seeThroughCalls(program);
  if (std::vector<std::string> wrong = ir::verify(program); !wrong.empty())
    throw std::logic_error("malformed copies of calls: " + wrong.front());

  // What each statement may touch, its calls included.
  effects = analysis::computeEffects(
      program, {.mathErrno = c.options.facts.mathErrno}, c.pointers);
  if (c.stopAfter(Phase::Analysis, [&](raw_ostream &out) {
        analysis::print(program, effects, out);
      }))
    return result;

  // Loop nests in a better order, written as ordinary loops and read again.
  transformation::Reorderings reordered;
  SequentialFusing seen(c.sequential, inputs);
  if (!c.options.noTransform)
    reordered = transformation::reorderNests(program, effects,
                                             reorderOptions(c, inputs, seen));
  // Iterations that end early, as branches where a nest gets another order
  // then.
  structureNests(inputs, program, effects, reordered, c);
  // Helpers that hold a part of a nest, written out where that nest gets
  // another order then.
  writeOutNestCalls(inputs, program, effects, reordered, c);
  c.tileLoops = reordered.tileLoops;
  // With --prove-nests, what is not proved to do the same keeps its order.
  if (!reordered.texts.empty())
    std::tie(program, effects) = understandReordered(
        inputs, std::move(program), std::move(effects), reordered, c);
  for (Remark &remark : reordered.remarks)
    c.remarks.add(std::move(remark));
  result.emitted.flags = c.callFlags;
  if (!reordered.texts.empty())
    result.emitted.flags.insert(result.emitted.flags.end(),
                                c.vectorFlags.begin(), c.vectorFlags.end());
  result.emitted.isReordered = unitsWith(reordered.nests, reordered.texts);

  // What earlier runs have shown, if there is a profile.
  profile::SourceMeasures profiled = readMeasures(program, c);

  // Which loops may run in any order, and what that takes. Out of budget means
  // sequential.
  verdicts = polyhedral::classifyLoops(program, effects, loopOptions(c));
  // --profile-generate: counters put into the text as it is now instead.
  if (c.options.profileGenerate)
    return profiledProgram(program, effects, verdicts, std::move(result), c);
  if (!c.options.noInlining)
    inlined = inlining::inlineCalls(program, effects, verdicts,
                                    inliningOptions(c.options));
  // More of them, where they stand beside independent work.
  const std::optional<LevelCalls> levels =
      levelCalls(program, effects, verdicts, inlined, c);
  // Some that may not have parts that may, or that may overlap.
  if (inlined.texts.empty() || c.isShown(Phase::Polyhedral))
    splitAndOverlap(program, effects, verdicts, loopOptions(c));
  if (c.stopAfter(Phase::Polyhedral, [&](raw_ostream &out) {
        printVerdicts(program, verdicts, out);
      }))
    return result;

  // Calls in sequential loops whose functions have parallel loops, written out
  // in place; what that makes is read and judged like the user's own text.
  if (!inlined.texts.empty())
    std::tie(program, effects, verdicts) =
        understandInlined(inputs, program, inlined, c);
  // What may run beside other work, where the plans say that this is better.
  std::optional<PlannedVersion> plan;
  if (levels)
    plan = planWithLevels(inputs, *levels, profiled, version, c);
  // From here on, no text is read.
  c.trees->drop();
  if (c.stopAfter(Phase::Inlining, [&](raw_ostream &out) {
        printInlining(program, inlined, verdicts, out);
      }))
    return result;

  if (c.isTrial && leaveOutWrongClaims(program, effects, c))
    return result;

  // From here on, no statement or object is added to the program.

  // Macro-tasks, their dependences, costs and schedules, region by region; in
  // rounds, since what is worth a task depends on its cost. Every schedule is
  // verified.
  if (!plan)
    plan = planVersion(version, profiled, c);
  for (Remark &remark : plan->remarks)
    c.remarks.add(std::move(remark));
  const codegen::Naming &naming = plan->naming;
  planning::PlannedProgram &planned = plan->planned;
  followMarks(program, planned, c);
  if (c.isTrial)
    return result;
  if (c.stopAfter(Phase::Taskgraph, [&](raw_ostream &out) {
        printGraphs(program, planned, out);
      }))
    return result;
  if (c.stopAfter(Phase::Cost,
                  [&](raw_ostream &out) { printCosts(program, planned, out); }))
    return result;
  if (c.stopAfter(Phase::Scheduling, [&](raw_ostream &out) {
        printSchedules(program, planned, out);
      }))
    return result;

  // What the clocks are set to while each part runs.
  if (c.options.alwaysSpeculate || c.options.alwaysPrecompute)
    planned.regions.clear(), planned.forkJoin.clear();
  std::optional<power::Prices> prices = planClocks(
      program, planned,
      planning::programTimes(program, plan->measured, chipName(c.soc), planned),
      effects.threadUnsafe, deadlines, c);

  // Loops that nobody could prove anything of: copies of the process run their
  // iterations ahead, and check it.
  codegen::ParallelParts parts = partsOf(planned, prices, inlined, c);
  parts.speculative = findSpeculative(program, effects, planned, inlined, c);
  parts.precomputed = findPrecomputed(program, effects, planned, inlined, c);
  result.emitted.triesLoops = !parts.speculative.empty();
  parts.once = std::move(once);
  parts.isRecursive = effects.isRecursive;

  // From here on, no task moves.

  // Each unit's own text with bodies, per-core programs and entries put in.
  std::vector<codegen::EmittedUnit> units = codegen::emitProgram(
      program, verdicts, parts, naming,
      {c.options.checkDependences ? codegen::Ordering::Checked
                                  : codegen::Ordering::Inline,
       c.options.facts.inlinesCalledOnce, chipOf(c, prices, naming),
       prices.has_value(), c.hidesTasks});
  if (c.stopAfter(Phase::Codegen,
                  [&](raw_ostream &out) { printUnits(units, out); }))
    return result;

  report::ReportData data = buildReport(program, effects, verdicts, planned, c);
  addReports(data, c.options, result);
  if (!c.options.emitDirectory.empty()) {
    for (OutputFile &file :
         emittedFiles(units, c.featureMacros, result.emitted, c.options))
      result.files.push_back(std::move(file));
    for (OutputFile &file : scheduleFiles(program, planned, c.options))
      result.files.push_back(std::move(file));
  }
  result.isStopped = c.stopAfter(Phase::Report, [&](raw_ostream &out) {
    out << report::toJson(data) << '\n';
  });
  addUnits(units, !reordered.texts.empty() || deadlines != 0 || isMarked,
           result);
  return result;
}

} // namespace hocket::driver
