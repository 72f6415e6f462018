// SPDX-License-Identifier: Apache-2.0
//
// hocket simulate: reads the files, has `simulation` simulate and `report`
// render.
#include "driver/command/SimulateCommand.h"

#include "driver/command/SimulateOptions.h"
#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"
#include "power/ReadPlan.h"
#include "power/verify/Verifier.h"
#include "report/ScheduleTrace.h"
#include "report/profile/TraceReport.h"
#include "report/simulation/SimulationReport.h"
#include "scheduling/Verifier.h"
#include "simulation/model/PlannedThreads.h"
#include "simulation/scenario/ReadScenario.h"
#include "trace/Chart.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::driver {

using scheduling::Problem;
using scheduling::Schedule;
using simulation::Machine;
using simulation::Settings;
using simulation::Workload;

namespace {

using Mode = SimulateOptions::Mode;

/// Parts of the time that power is drawn by.
constexpr unsigned bins = 500;

using LoadSoc = soc::SocSpec (*)(const std::string &nameOrFile);

struct Planned {
  Problem problem;
  Schedule schedule;
  std::optional<power::GivenPlan> power;
};

[[noreturn]] void refuse(const std::string &file,
                         std::vector<std::string> mistakes) {
  for (std::string &mistake : mistakes)
    mistake = file + ": error: " + mistake;
  throw UserError::located(std::move(mistakes));
}

/// What the problem's cores draw: they are the machine's first.
power::ChipPower chipOf(const Machine &machine, const Problem &problem) {
  power::ChipPower chip = machine.chip;
  chip.cores.resize(problem.cores);
  return chip;
}

Planned readPlanned(const std::string &file, const std::string &text) {
  Planned planned;
  std::optional<Schedule> schedule;
  std::string error;
  llvm::StringRef all = text;
  if (all.contains("\"graph\"") && !all.contains("\"problem\""))
    throw UserError(file + " is a task graph without a schedule; 'hocket "
                           "schedule' makes one");
  if (!scheduling::fromJson(text, planned.problem, schedule, error))
    throw UserError::located({file + error});
  if (!schedule)
    throw UserError(file + " has no schedule; 'hocket schedule' makes one");
  std::vector<std::string> mistakes = scheduling::check(planned.problem);
  if (mistakes.empty())
    mistakes = scheduling::verify(planned.problem, *schedule);
  if (!mistakes.empty())
    refuse(file, std::move(mistakes));
  planned.schedule = std::move(*schedule);
  return planned;
}

/// The chip has the cores that the schedule is for.
void checkChip(const std::string &file, const Problem &problem,
               const Machine &machine) {
  auto isForPrograms = [&](uint32_t core) {
    return core < machine.cores() && !machine.isForOs[core];
  };
  for (uint32_t core = 0; core < problem.cores; ++core)
    if (!isForPrograms(core) || problem.cluster[core] != machine.cluster[core])
      throw UserError(llvm::formatv(
          "{0} is a schedule for another chip than '{1}': its core {2} is not "
          "one of that",
          file, machine.name, core));
}

void readPower(const std::string &file, const std::string &text,
               const Machine &machine, Planned &planned) {
  power::ChipPower chip = chipOf(machine, planned.problem);
  std::string error;
  planned.power = power::readPlan(text, chip, error);
  if (!error.empty())
    throw UserError::located({file + error});
  if (!planned.power)
    return;
  std::vector<std::string> mistakes =
      power::verify(planned.problem, planned.schedule, chip,
                    planned.power->objective, planned.power->plan);
  if (!mistakes.empty())
    refuse(file + ": the power plan does not fit the chip '" + machine.name +
               "'",
           std::move(mistakes));
}

/// The schedule's threads, on their cores and under their clocks as the mode
/// says.
void addSchedule(const SimulateOptions &options, const Planned &planned,
                 const power::ChipPower &chip, Workload &workload,
                 Settings &settings) {
  simulation::PlannedProgram program;
  program.problem = &planned.problem;
  program.schedule = &planned.schedule;
  program.chip = &chip;
  program.repetitions = planned.problem.repeats ? options.repetitions : 1;
  program.spinNs = options.spinNs;
  if (planned.power && options.mode != Mode::Free) {
    program.plan = &planned.power->plan;
    for (const power::CorePower &core : chip.cores)
      settings.plannedClocks.push_back(core.domain);
  }
  simulation::addPlanned(program, "schedule", workload);
  for (simulation::Thread &thread : workload.threads) {
    if (options.mode == Mode::Reserved)
      settings.reserved.push_back(thread.allowed.front());
    if (options.mode == Mode::Free)
      thread.allowed.clear();
  }
}

struct Input {
  Machine machine;
  Workload workload;
  Settings settings;
  std::optional<Planned> planned;
  power::ChipPower chip; ///< of the planned cores
};

void readSchedule(const SimulateOptions &options, Input &input) {
  std::string text = readFile(options.file);
  input.planned = readPlanned(options.file, text);
  Planned &planned = *input.planned;
  if (options.soc.empty())
    input.machine = simulation::equalCores(planned.problem.cores);
  else
    checkChip(options.file, planned.problem, input.machine);
  input.chip = chipOf(input.machine, planned.problem);
  if (!options.soc.empty())
    readPower(options.file, text, input.machine, planned);
  addSchedule(options, planned, input.chip, input.workload, input.settings);
}

void readScenarioFile(const SimulateOptions &options, Input &input) {
  if (input.machine.cores() == 0)
    throw UserError("--scenario needs a chip; expected --soc=NAME|FILE");
  std::vector<soc::SpecError> errors;
  simulation::readScenario(readFile(options.scenario), options.scenario,
                           input.machine, input.workload, input.settings,
                           errors);
  std::vector<std::string> messages;
  for (const soc::SpecError &error : errors)
    messages.push_back(llvm::formatv("{0}:{1}:{2}: error: {3}",
                                     error.location.file, error.location.line,
                                     error.location.column, error.message));
  if (!messages.empty())
    throw UserError::located(std::move(messages));
}

/// Who turns cores off and switches clusters cannot leave a schedule its cores.
void checkSystem(const SimulateOptions &options, const Input &input) {
  if (input.planned && options.mode != Mode::Free &&
      input.settings.system != Settings::System::Linux)
    throw UserError("the system of '" + options.scenario +
                    "' turns cores off, and the schedule keeps its own; "
                    "expected --mode=free, or 'system: linux'");
}

Input readInput(const SimulateOptions &options, LoadSoc loadSoc) {
  Input input;
  if (!options.soc.empty())
    input.machine = simulation::machineOf(loadSoc(options.soc));
  if (!options.file.empty())
    readSchedule(options, input);
  input.settings.noise = options.noise;
  input.settings.endNs = options.untilNs;
  if (!options.scenario.empty())
    readScenarioFile(options, input);
  checkSystem(options, input);
  if (!options.governor.empty())
    input.settings.governor = options.governor;
  if (!options.idle.empty())
    input.settings.idle = options.idle;
  return input;
}

report::SimulationReport simulateAll(const SimulateOptions &options,
                                     Input &input) {
  report::SimulationReport report;
  uint32_t homeless = simulation::threadWithoutCore(
      input.machine, input.workload, input.settings);
  if (homeless != simulation::none)
    throw UserError("the schedule has all cores of '" + input.machine.name +
                    "' for itself, and none is left for '" +
                    input.workload.threads[homeless].name +
                    "'; expected a schedule for fewer cores, or another "
                    "--mode");
  report.machine = &input.machine;
  report.workload = &input.workload;
  report.settings = &input.settings;
  input.settings.keepsRecords =
      !options.svg.empty() || !options.profile.empty() ||
      !options.trace.empty() || !options.json.empty() || options.wantsJson;
  report.result =
      simulation::simulate(input.machine, input.workload, input.settings);
  if (!report.result.wrong.empty())
    throw UserError("the simulation does not end: " + report.result.wrong);
  if (input.settings.keepsRecords)
    report.curve = simulation::powerCurve(input.machine, report.result, bins);
  Settings other = input.settings;
  other.keepsRecords = false;
  for (unsigned run = 0; run < options.runs && options.runs > 1; ++run) {
    other.noise.seed = options.noise.seed + run;
    simulation::Result result =
        simulation::simulate(input.machine, input.workload, other);
    report.runs.push_back({other.noise.seed, result.makespan, result.joules});
  }
  return report;
}

void addPlanned(const SimulateOptions &options, const Input &input,
                report::SimulationReport &report) {
  if (!input.planned)
    return;
  const Planned &planned = *input.planned;
  double repetitions =
      planned.problem.repeats ? double(options.repetitions) : 1;
  report.mode = toString(options.mode);
  report.plannedMakespan =
      planned.schedule.makespan + (repetitions - 1) * planned.schedule.period;
  report.sequentialNs = repetitions * simulation::sequentialNs(planned.problem);
  if (planned.power && options.mode != Mode::Free) {
    report.plannedMakespan = planned.power->plan.makespan;
    report.plannedJoules = planned.power->plan.joules;
  }
}

void writeFiles(const SimulateOptions &options,
                const report::SimulationReport &report) {
  if (!options.svg.empty())
    writeFile(options.svg, report::powerSvg(report));
  const trace::Trace &trace = report.result.trace;
  if (!options.profile.empty())
    writeFile(options.profile,
              report::profileSvg(trace::chartOf(trace, trace.span)));
  if (!options.trace.empty())
    writeFile(options.trace, report::traceEvents(trace));
  if (!options.json.empty())
    writeFile(options.json, report::simulationJson(report));
}

} // namespace

int simulateCommand(const std::vector<std::string> &arguments,
                    LoadSoc loadSoc) {
  SimulateOptions options = readSimulateOptions(arguments);
  if (options.showsHelp) {
    llvm::outs() << simulateHelp();
    return 0;
  }
  Input input = readInput(options, loadSoc);
  report::SimulationReport report = simulateAll(options, input);
  addPlanned(options, input, report);
  writeFiles(options, report);
  if (options.wantsJson)
    llvm::outs() << report::simulationJson(report);
  else
    llvm::outs() << report::simulationText(report);
  return 0;
}

} // namespace hocket::driver
