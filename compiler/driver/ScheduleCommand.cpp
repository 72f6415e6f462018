// SPDX-License-Identifier: Apache-2.0
//
// hocket schedule: reads the file, has `scheduling` schedule and `report` draw.
#include "driver/ScheduleCommand.h"

#include "driver/Compilation.h"
#include "driver/command/GraphOnChip.h"
#include "driver/command/ObjectiveOption.h"
#include "driver/command/ToolOptions.h"
#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"
#include "power/search/ChoosePoints.h"
#include "report/ScheduleTrace.h"
#include "report/Text.h"
#include "report/profile/TraceReport.h"
#include "scheduling/Copies.h"
#include "scheduling/search/ScheduleBest.h"
#include "support/Policy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace hocket::driver {

using llvm::StringRef;
using scheduling::Problem;
using scheduling::Schedule;

namespace {

const char help[] =
    R"(usage: hocket schedule [OPTION]... FILE

Schedules tasks on cores. FILE (or --graph=FILE) is a task graph without a chip,
JSON with a 'graph' or the Standard Task Graph format (.stg), or a problem with
its cores, JSON with a 'problem'. The schedule is written as JSON.

  --soc=NAME|FILE  the chip for a task graph; without one, equal cores between
                   which data move in no time
  --cores=N        use at most N of its cores; without a chip, so many
  --objective=OBJ  plan operating points and idle states, too, on a chip with
                   voltages: the least energy for the shortest time ('time'), at
                   all ('energy'), or by a deadline ('deadline=12ms')
  --scheduler=NAME use this list scheduler only
  --effort=N       search N times as long for better schedules (1); 0: take the
                   best of the list schedulers
  --unit=NS        nanoseconds in a unit of a .stg file (1)
  --json[=FILE]    the schedule, on standard output (which is usual) or there
  --svg=FILE       draw it, a row for each core
  --trace=FILE     as a trace, for Perfetto, Chrome and 'hocket trace'
)";

/// More than any chip has.
constexpr unsigned mostCores = 4096;

struct ScheduleOptions {
  std::string file, soc, scheduler, json, svg, trace;
  std::string objectiveText; ///< empty: no power plan is asked for
  power::Objective objective;
  unsigned cores = 0; ///< 0: not given
  double effort = 1, unit = 1;
  bool hasUnit = false, showsHelp = false;
};

double readAmount(StringRef option, StringRef value, bool mayBeZero) {
  double number = 0;
  if (value.getAsDouble(number) || !(number >= 0 && number <= 1e12) ||
      (number == 0 && !mayBeZero))
    badOption(option, value,
              mayBeZero ? "a number of at least 0" : "a number over 0");
  return number;
}

std::string checkedScheduler(StringRef option, StringRef value) {
  std::string names;
  for (const scheduling::Algorithm &algorithm : scheduling::algorithms()) {
    if (value == StringRef(algorithm.name))
      return value.str();
    names += (names.empty() ? "" : ", ") + std::string(algorithm.name);
  }
  badOption(option, value, "one of " + names);
}

void setFile(ScheduleOptions &options, StringRef file) {
  if (!options.file.empty())
    throw UserError("one file can be scheduled; '" + options.file + "' and '" +
                    file.str() + "' are given");
  options.file = file;
}

const ToolOption<ScheduleOptions> table[] = {
    {"--graph=",
     [](ScheduleOptions &o, StringRef, StringRef v) { setFile(o, v); }},
    {"--soc=", [](ScheduleOptions &o, StringRef, StringRef v) { o.soc = v; }},
    {"--cores=",
     [](ScheduleOptions &o, StringRef n, StringRef v) {
       if (v.getAsInteger(10, o.cores) || o.cores == 0 || o.cores > mostCores)
         badOption(n, v, "a number from 1 to " + std::to_string(mostCores));
     }},
    {"--objective=",
     [](ScheduleOptions &o, StringRef n, StringRef v) {
       std::optional<power::Objective> objective = readObjective(v);
       if (!objective)
         badOption(n, v,
                   "'time', 'energy' or a deadline, as in "
                   "'deadline=12ms'");
       o.objective = *objective;
       o.objectiveText = v;
     }},
    {"--scheduler=", [](ScheduleOptions &o, StringRef n,
                        StringRef v) { o.scheduler = checkedScheduler(n, v); }},
    {"--effort=", [](ScheduleOptions &o, StringRef n,
                     StringRef v) { o.effort = readAmount(n, v, true); }},
    {"--unit=",
     [](ScheduleOptions &o, StringRef n, StringRef v) {
       o.unit = readAmount(n, v, false);
       o.hasUnit = true;
     }},
    {"--json=", [](ScheduleOptions &o, StringRef, StringRef v) { o.json = v; }},
    {"--json", [](ScheduleOptions &, StringRef, StringRef) {}},
    {"--svg=", [](ScheduleOptions &o, StringRef, StringRef v) { o.svg = v; }},
    {"--trace=",
     [](ScheduleOptions &o, StringRef, StringRef v) { o.trace = v; }},
    {"--help",
     [](ScheduleOptions &o, StringRef, StringRef) { o.showsHelp = true; }},
};

ScheduleOptions parse(const std::vector<std::string> &arguments) {
  ScheduleOptions options;
  for (StringRef argument : arguments)
    if (argument.starts_with("-"))
      setToolOption<ScheduleOptions>(table, options, argument, "schedule");
    else
      setFile(options, argument);
  if (options.file.empty() && !options.showsHelp)
    throw UserError("no task graph given; expected 'hocket schedule FILE'");
  return options;
}

/// What is scheduled, and what its cores draw.
struct Input {
  Problem problem;
  std::vector<scheduling::CopyEngine> engines; ///< of the chip, DMA
  std::optional<power::ChipPower> chip;
  std::string whyNoChip; ///< why energies are not known
};

/// Accelerators that may run tasks, of which nothing says what they take.
void addUnknown(const Problem &problem, power::ChipPower &chip) {
  for (const power::UnitPower &unit : chip.units)
    if (unit.watts == 0 &&
        std::any_of(problem.units.begin(), problem.units.end(),
                    [&](const auto &other) { return other.name == unit.name; }))
      chip.unknown.push_back("power of accelerator '" + unit.name + "'");
}

/// The chip's DMA, of each cluster with cores of the problem.
std::vector<scheduling::CopyEngine> enginesOf(const soc::SocSpec &soc,
                                              const Problem &problem) {
  std::vector<scheduling::CopyEngine> engines;
  if (const std::optional<soc::Dma> &dma = soc.costs.dma)
    for (uint32_t cluster = 0; cluster < soc.clusters.size(); ++cluster)
      if (llvm::is_contained(problem.cluster, cluster))
        engines.push_back({"DMA of " + soc.clusters[cluster].name, cluster,
                           dma->channels, dma->startNs, 1 / dma->bytesPerNs});
  return engines;
}

Input onChip(const ScheduleOptions &options,
             const scheduling::GraphFile &graph) {
  Input input;
  if (!options.soc.empty()) {
    soc::SocSpec soc = soc::withCores(loadSoc(options.soc), options.cores);
    input.problem = graphOnChip(graph, soc, options.cores);
    input.chip =
        power::chipPower(soc, soc.usableCores(options.cores), input.whyNoChip);
    input.engines = enginesOf(soc, input.problem);
    if (input.chip)
      addUnknown(input.problem, *input.chip);
    return input;
  }
  if (options.cores == 0)
    throw UserError(options.file + " names no cores; expected --soc=NAME|FILE "
                                   "or --cores=N");
  input.problem = graphOnEqualCores(graph, options.cores);
  input.whyNoChip = "no chip is given";
  return input;
}

Input readStg(const ScheduleOptions &options, const std::string &text) {
  std::string error;
  std::optional<scheduling::GraphFile> graph =
      scheduling::readStandardTaskGraph(text, error);
  if (!graph)
    throw UserError::located({options.file + error});
  for (scheduling::GraphTask &task : graph->tasks)
    task.cost *= options.unit;
  return onChip(options, *graph);
}

/// Which of the two kinds it is, its first member says; whatever is wrong with
/// it, the reader of that kind finds.
bool isGraph(StringRef text) {
  size_t graph = text.find("\"graph\"");
  return graph != StringRef::npos && graph < text.find("\"problem\"");
}

Input readJson(const ScheduleOptions &options, const std::string &text) {
  std::string error;
  if (options.hasUnit)
    throw UserError("--unit is for .stg files; the times of '" + options.file +
                    "' are nanoseconds");
  if (isGraph(text)) {
    std::optional<scheduling::GraphFile> graph =
        scheduling::readGraphJson(text, error);
    if (!graph)
      throw UserError::located({options.file + error});
    return onChip(options, *graph);
  }
  if (!options.soc.empty() || options.cores != 0)
    throw UserError("--soc and --cores are for task graphs; '" + options.file +
                    "' is a problem, which names its cores");
  Input input;
  std::optional<Schedule> given;
  if (!scheduling::fromJson(text, input.problem, given, error))
    throw UserError::located({options.file + error});
  input.whyNoChip = "a problem names no chip; give a task graph and --soc";
  return input;
}

Input readInput(const ScheduleOptions &options) {
  std::string text = readFile(options.file);
  Input input = StringRef(options.file).ends_with(".stg")
                    ? readStg(options, text)
                    : readJson(options, text);
  std::vector<std::string> mistakes = scheduling::check(input.problem);
  for (std::string &mistake : mistakes)
    mistake = options.file + ": error: " + mistake;
  if (!mistakes.empty())
    throw UserError::located(std::move(mistakes));
  return input;
}

scheduling::Effort effortOf(const ScheduleOptions &options,
                            const Problem &problem) {
  const SchedulingPolicy &usual = policy.scheduling;
  auto times = [&](uint64_t amount) {
    return uint64_t(double(amount) * options.effort);
  };
  uint64_t work = times(usual.standaloneWork);
  // To look at a move is to look at what comes before and after.
  if (work / (2 * (problem.tasks.size() + problem.edges.size()) + 1) <
      usual.standaloneLooks)
    work = 0;
  return {work, times(usual.standaloneSteps), 0};
}

/// The shortest that is found. Where the chip has engines that move data, the
/// problem has copies then, if that is shorter.
Schedule scheduled(const ScheduleOptions &options, Input &input) {
  Schedule best = scheduling::scheduleBest(input.problem, options.scheduler,
                                           effortOf(options, input.problem));
  std::optional<Problem> copied =
      scheduling::withCopies(input.problem, best, input.engines);
  if (!copied)
    return best;
  Schedule other = scheduling::scheduleBest(*copied, options.scheduler,
                                            effortOf(options, *copied));
  if (other.period >= best.period)
    return best;
  input.problem = std::move(*copied);
  return other;
}

/// The plan that was asked for; nothing, and why in `note`, where energies are
/// not known and the objective does not need them.
power::Outcome planPower(const ScheduleOptions &options, const Input &input,
                         const Schedule &schedule) {
  using Kind = power::Objective::Kind;
  const power::Objective &objective = options.objective;
  power::Outcome outcome;
  if (options.objectiveText.empty())
    return outcome;
  std::string option = "--objective=" + options.objectiveText;
  if (!input.chip) {
    if (objective.kind != Kind::Time)
      throw UserError(option + ": energies are not known: " + input.whyNoChip);
    outcome.note = "energies are not known: " + input.whyNoChip;
    return outcome;
  }
  power::Effort effort = power::usualEffort();
  // Less is for schedules alone: a plan takes much less time than these.
  effort.planWork =
      uint64_t(double(effort.planWork) * std::max(1.0, options.effort));
  outcome = power::choosePoints(input.problem, schedule, *input.chip, objective,
                                effort);
  if (!outcome.plan && outcome.fastestNs > objective.deadlineNs &&
      objective.kind == Kind::Deadline)
    throw UserError(option + ": the schedule takes " +
                    report::formatTime(outcome.fastestNs) +
                    " at the highest operating points");
  if (!outcome.plan && objective.kind != Kind::Time)
    throw UserError(option + ": " + outcome.note);
  return outcome;
}

void printSummary(const Problem &problem, const Schedule &schedule) {
  llvm::outs() << llvm::formatv(
      "{0} tasks on {1} cores by {2}: {3}", problem.tasks.size(), problem.cores,
      schedule.algorithm, report::formatTime(schedule.period));
  double more =
      schedule.lowerBound > 0 ? schedule.period / schedule.lowerBound - 1 : 0;
  if (schedule.lowerBound == 0 && schedule.period > 0)
    llvm::outs() << "; nothing shorter was looked for\n";
  else if (more <= 1e-9)
    llvm::outs() << ", as short as can be\n";
  else
    llvm::outs() << ", at most " << report::formatNumber(more * 100, 2)
                 << " % longer than the shortest\n";
}

void printPower(const Input &input, const power::Outcome &outcome) {
  if (!outcome.plan) {
    if (!outcome.note.empty())
      llvm::outs() << "no power plan: " << outcome.note << "\n";
    return;
  }
  const power::Plan &plan = *outcome.plan;
  llvm::outs() << llvm::formatv(
      "{0} by {1}, done after {2}; {3} at the highest operating points\n",
      report::formatEnergy(plan.joules), plan.method,
      report::formatTime(plan.makespan),
      report::formatEnergy(outcome.highestJoules));
  if (!outcome.note.empty())
    llvm::outs() << "  " << outcome.note << "\n";
  for (const std::string &what : input.chip->unknown)
    llvm::outs() << "  " << what << " is not known and counted as none\n";
}

trace::Trace drawn(const ScheduleOptions &options, const Input &input,
                   Schedule schedule, const power::Outcome &outcome) {
  std::string name = llvm::sys::path::filename(options.file).str();
  if (!outcome.plan)
    return report::traceOf(input.problem, schedule, name);
  schedule.placements = outcome.plan->placements;
  schedule.makespan = outcome.plan->makespan;
  trace::Trace trace = report::traceOf(input.problem, schedule, name);
  report::addPlan(*input.chip, *outcome.plan, trace);
  return trace;
}

void writeDrawings(const ScheduleOptions &options, const Input &input,
                   const Schedule &schedule, const power::Outcome &outcome) {
  if (options.svg.empty() && options.trace.empty())
    return;
  trace::Trace trace = drawn(options, input, schedule, outcome);
  if (!options.svg.empty())
    writeFile(options.svg,
              report::profileSvg(trace::chartOf(trace, trace.span)));
  if (!options.trace.empty())
    writeFile(options.trace, report::traceEvents(trace));
}

} // namespace

int scheduleCommand(const std::vector<std::string> &arguments) {
  ScheduleOptions options = parse(arguments);
  if (options.showsHelp) {
    llvm::outs() << help;
    return 0;
  }
  Input input = readInput(options);
  Schedule schedule = scheduled(options, input);
  power::Outcome outcome = planPower(options, input, schedule);
  writeDrawings(options, input, schedule, outcome);
  llvm::json::Object beside;
  if (outcome.plan)
    beside["power"] =
        power::toJson(*input.chip, options.objective, *outcome.plan);
  std::string text = scheduling::toJson(input.problem, &schedule, &beside);
  if (options.json.empty()) {
    llvm::outs() << text;
    return 0;
  }
  writeFile(options.json, text);
  printSummary(input.problem, schedule);
  printPower(input, outcome);
  return 0;
}

} // namespace hocket::driver
