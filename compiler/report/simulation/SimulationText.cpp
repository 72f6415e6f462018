// SPDX-License-Identifier: Apache-2.0
#include "report/Text.h"
#include "report/profile/TableText.h"
#include "report/simulation/SimulationReport.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

namespace hocket::report {

using simulation::CoreResult;
using simulation::Machine;
using simulation::Result;
using simulation::ThreadResult;

namespace {

/// "+3.2 %"
std::string difference(double is, double said) {
  double percent = (is / said - 1) * 100;
  return (percent >= 0.005 ? "+" : "") + formatNumber(percent, 2) + " %";
}

/// All that the simulation was to end with has ended.
bool isDone(const SimulationReport &report) {
  for (size_t i = 0; i < report.result.threads.size(); ++i) {
    uint32_t process = report.workload->threads[i].process;
    if (report.workload->processes[process].isMeasured &&
        !report.result.threads[i].hasEnded)
      return false;
  }
  return true;
}

std::string firstLines(const SimulationReport &report) {
  const Result &result = report.result;
  std::string text;
  if (!isDone(report))
    text += "not done after " + formatTime(result.endNs) + "\n";
  else if (report.plannedMakespan > 0) {
    text +=
        llvm::formatv("{0}, planned {1} ({2})\n", formatTime(result.makespan),
                      formatTime(report.plannedMakespan),
                      difference(result.makespan, report.plannedMakespan));
    text += llvm::formatv(
        "speed-up {0}, planned {1}, over one core\n",
        formatNumber(report.sequentialNs / result.makespan, 3),
        formatNumber(report.sequentialNs / report.plannedMakespan, 3));
  } else {
    text += formatTime(result.makespan) + "\n";
  }
  if (!report.machine->hasEnergy)
    return text + "energies are not known: " + report.machine->whyNoEnergy +
           "\n";
  text += formatEnergy(result.joules);
  if (report.plannedJoules > 0 && isDone(report))
    text +=
        llvm::formatv(", planned {0} ({1})", formatEnergy(report.plannedJoules),
                      difference(result.joules, report.plannedJoules));
  text += llvm::formatv(
      ", {0} W on average over {1}\n",
      formatNumber(result.endNs > 0 ? result.joules / result.endNs * 1e9 : 0,
                   3),
      formatTime(result.endNs));
  for (const std::string &what : report.machine->chip.unknown)
    text += "  " + what + " is not known and counted as none\n";
  return text;
}

/// Idle states by name, as the machine's cores have them.
std::vector<std::string> stateNames(const Machine &machine) {
  std::vector<std::string> names;
  for (const power::CorePower &core : machine.chip.cores)
    for (const power::IdleState &state : core.states)
      if (std::find(names.begin(), names.end(), state.name) == names.end())
        names.push_back(state.name);
  return names;
}

/// Shares of the time, and energy.
TraceTable coreTable(const SimulationReport &report) {
  const Machine &machine = *report.machine;
  TraceTable table;
  table.head = {"core", "type", "runs", "waits", "clock"};
  std::vector<std::string> states = stateNames(machine);
  table.head.insert(table.head.end(), states.begin(), states.end());
  bool hasOff =
      std::any_of(report.result.cores.begin(), report.result.cores.end(),
                  [](const CoreResult &core) { return core.offNs > 0; });
  if (hasOff)
    table.head.push_back("off");
  table.head.push_back("energy");
  double all = std::max(report.result.endNs, 1e-9);
  auto share = [&](double ns) { return formatNumber(ns / all * 100, 1) + "%"; };
  for (uint32_t i = 0; i < machine.cores(); ++i) {
    const CoreResult &core = report.result.cores[i];
    std::vector<std::string> row{
        llvm::formatv("{0} (cpu {1})", i, machine.id[i]), machine.type[i],
        share(core.runningNs), share(core.waitingNs), share(core.changingNs)};
    for (const std::string &name : states) {
      std::string cell;
      for (size_t s = 0; s < core.asleepNs.size(); ++s)
        if (machine.chip.cores[i].states[s].name == name)
          cell = share(core.asleepNs[s]);
      row.push_back(cell);
    }
    if (hasOff)
      row.push_back(share(core.offNs));
    row.push_back(machine.hasEnergy ? formatEnergy(core.joules) : "");
    table.rows.push_back(row);
  }
  return table;
}

TraceTable clusterTable(const SimulationReport &report) {
  TraceTable table;
  table.head = {"cluster", "energy", "share"};
  std::vector<double> joules =
      simulation::clusterJoules(*report.machine, report.result);
  for (size_t i = 0; i < joules.size(); ++i)
    table.rows.push_back(
        {report.machine->clusters[i].name, formatEnergy(joules[i]),
         formatNumber(report.result.joules > 0
                          ? joules[i] / report.result.joules * 100
                          : 0,
                      1) +
             "%"});
  return table;
}

/// What the energy went to, of all cores.
TraceTable useTable(const SimulationReport &report) {
  const Machine &machine = *report.machine;
  std::vector<std::pair<std::string, double>> uses = {
      {"running", 0}, {"waiting awake", 0}, {"changing clocks", 0}};
  for (const std::string &name : stateNames(machine))
    uses.emplace_back("asleep, " + name, 0);
  for (uint32_t i = 0; i < machine.cores(); ++i) {
    const CoreResult &core = report.result.cores[i];
    uses[0].second += core.running;
    uses[1].second += core.waiting;
    uses[2].second += core.changing;
    for (size_t s = 0; s < core.asleep.size(); ++s)
      for (auto &[name, joules] : uses)
        if (name == "asleep, " + machine.chip.cores[i].states[s].name)
          joules += core.asleep[s];
  }
  double shared = 0;
  for (const simulation::DomainResult &domain : report.result.domains) {
    uses[2].second += domain.joules;
    shared += domain.sharedJoules;
  }
  if (shared > 0)
    uses.emplace_back("shared by cores of a clock", shared);
  TraceTable table;
  table.head = {"cores", "energy", "share"};
  double all = report.result.joules;
  for (const auto &[name, joules] : uses)
    table.rows.push_back(
        {name, formatEnergy(joules),
         formatNumber(all > 0 ? joules / all * 100 : 0, 1) + "%"});
  return table;
}

TraceTable unitTable(const SimulationReport &report) {
  TraceTable table;
  table.head = {"accelerator", "works", "energy"};
  const double all = std::max(report.result.endNs, 1e-9);
  for (size_t i = 0; i < report.result.units.size(); ++i) {
    const simulation::UnitResult &unit = report.result.units[i];
    const power::UnitPower &power = report.machine->chip.units[i];
    table.rows.push_back(
        {power.name,
         formatNumber(unit.worksNs / (all * power.count) * 100, 1) + "%",
         report.machine->hasEnergy ? formatEnergy(unit.joules) : ""});
  }
  return table;
}

TraceTable domainTable(const SimulationReport &report) {
  TraceTable table;
  table.head = {"clock", "changes", "mean MHz"};
  for (size_t i = 0; i < report.result.domains.size(); ++i) {
    const simulation::DomainResult &domain = report.result.domains[i];
    const power::DomainPower &power = report.machine->chip.domains[i];
    double sum = 0, ns = 0;
    for (size_t point = 0; point < domain.ns.size(); ++point) {
      sum += domain.ns[point] * power.hertz[point];
      ns += domain.ns[point];
    }
    table.rows.push_back({power.name, std::to_string(domain.changes),
                          formatNumber(ns > 0 ? sum / ns / 1e6 : 0, 0)});
  }
  return table;
}

TraceTable threadTable(const SimulationReport &report) {
  TraceTable table;
  table.head = {"thread", "ended", "on a core", "moves",
                "bursts", "mean",  "longest"};
  constexpr size_t most = 24;
  for (size_t i = 0; i < report.result.threads.size(); ++i) {
    const ThreadResult &thread = report.result.threads[i];
    if (table.rows.size() == most) {
      ++table.more;
      continue;
    }
    bool hasBursts = thread.bursts > 1;
    table.rows.push_back({report.workload->threads[i].name,
                          thread.hasEnded ? formatTime(thread.ended) : "-",
                          formatTime(thread.cpuNs),
                          std::to_string(thread.moves),
                          hasBursts ? std::to_string(thread.bursts) : "",
                          hasBursts ? formatTime(thread.burstMean) : "",
                          hasBursts ? formatTime(thread.burstMost) : ""});
  }
  return table;
}

std::string runsText(const SimulationReport &report) {
  if (report.runs.empty())
    return {};
  auto summary = [&](auto value, auto format) {
    double sum = 0, least = 0, most = 0, squares = 0;
    for (const SimulatedRun &run : report.runs) {
      double is = value(run);
      bool isFirst = &run == &report.runs.front();
      least = isFirst ? is : std::min(least, is);
      most = isFirst ? is : std::max(most, is);
      sum += is;
      squares += is * is;
    }
    double count = double(report.runs.size()), mean = sum / count;
    double deviation = std::sqrt(std::max(0.0, squares / count - mean * mean));
    return std::vector<std::string>{format(mean), format(deviation),
                                    format(least), format(most)};
  };
  TraceTable table;
  table.head = {llvm::formatv("{0} seeds", report.runs.size()), "mean",
                "deviation", "least", "most"};
  auto add = [&](std::string name, std::vector<std::string> cells) {
    cells.insert(cells.begin(), std::move(name));
    table.rows.push_back(std::move(cells));
  };
  add("time", summary([](const SimulatedRun &run) { return run.makespan; },
                      formatTime));
  if (report.plannedMakespan > 0)
    add("of planned", summary(
                          [&](const SimulatedRun &run) {
                            return run.makespan / report.plannedMakespan;
                          },
                          [](double value) { return formatNumber(value, 4); }));
  if (report.machine->hasEnergy)
    add("energy", summary([](const SimulatedRun &run) { return run.joules; },
                          formatEnergy));
  return tableText(table);
}

} // namespace

std::string simulationText(const SimulationReport &report) {
  std::string text = firstLines(report) + runsText(report) + "\n" +
                     tableText(coreTable(report)) + "\n";
  if (report.machine->hasEnergy)
    text += tableText(clusterTable(report)) + "\n" +
            tableText(useTable(report)) + "\n";
  if (!report.workload->onUnits.empty())
    text += tableText(unitTable(report)) + "\n";
  text +=
      tableText(domainTable(report)) + "\n" + tableText(threadTable(report));
  return text;
}

} // namespace hocket::report
