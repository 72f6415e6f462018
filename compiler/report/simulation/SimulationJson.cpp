// SPDX-License-Identifier: Apache-2.0
#include "report/simulation/SimulationReport.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace hocket::report {

namespace json = llvm::json;

using simulation::CoreResult;
using simulation::Machine;
using simulation::ThreadResult;

namespace {

json::Array cores(const SimulationReport &report) {
  json::Array array;
  const Machine &machine = *report.machine;
  for (uint32_t i = 0; i < machine.cores(); ++i) {
    const CoreResult &core = report.result.cores[i];
    json::Object asleep, asleepNs;
    for (size_t s = 0; s < core.asleep.size(); ++s) {
      const std::string &name = machine.chip.cores[i].states[s].name;
      asleep[json::fixUTF8(name)] = core.asleep[s];
      asleepNs[json::fixUTF8(name)] = core.asleepNs[s];
    }
    array.push_back(
        json::Object{{"cpu", machine.id[i]},
                     {"type", json::fixUTF8(machine.type[i])},
                     {"cluster", machine.cluster[i]},
                     {"domain", machine.chip.cores[i].domain},
                     {"joules", core.joules},
                     {"running", core.running},
                     {"changing", core.changing},
                     {"waiting", core.waiting},
                     {"asleep", std::move(asleep)},
                     {"ns", json::Object{{"running", core.runningNs},
                                         {"changing", core.changingNs},
                                         {"waiting", core.waitingNs},
                                         {"off", core.offNs},
                                         {"asleep", std::move(asleepNs)}}}});
  }
  return array;
}

json::Array clusters(const SimulationReport &report) {
  json::Array array;
  std::vector<double> joules =
      simulation::clusterJoules(*report.machine, report.result);
  for (size_t i = 0; i < joules.size(); ++i)
    array.push_back(
        json::Object{{"name", json::fixUTF8(report.machine->clusters[i].name)},
                     {"joules", joules[i]}});
  return array;
}

json::Array domains(const SimulationReport &report) {
  json::Array array;
  for (size_t i = 0; i < report.result.domains.size(); ++i) {
    const simulation::DomainResult &domain = report.result.domains[i];
    const power::DomainPower &power = report.machine->chip.domains[i];
    array.push_back(json::Object{{"name", json::fixUTF8(power.name)},
                                 {"hertz", json::Array(power.hertz)},
                                 {"ns", json::Array(domain.ns)},
                                 {"changes", int64_t(domain.changes)},
                                 {"changeJoules", domain.joules},
                                 {"sharedJoules", domain.sharedJoules}});
  }
  return array;
}

json::Array units(const SimulationReport &report) {
  json::Array array;
  for (size_t i = 0; i < report.result.units.size(); ++i)
    array.push_back(json::Object{
        {"name", json::fixUTF8(report.machine->chip.units[i].name)},
        {"worksNs", report.result.units[i].worksNs},
        {"joules", report.result.units[i].joules}});
  return array;
}

json::Array threads(const SimulationReport &report) {
  json::Array array;
  for (size_t i = 0; i < report.result.threads.size(); ++i) {
    const ThreadResult &thread = report.result.threads[i];
    const simulation::Thread &spec = report.workload->threads[i];
    json::Object object{
        {"name", json::fixUTF8(spec.name)},
        {"process",
         json::fixUTF8(report.workload->processes[spec.process].name)},
        {"start", thread.started},
        {"onCoreNs", thread.cpuNs},
        {"moves", int64_t(thread.moves)},
        {"bursts", int64_t(thread.bursts)},
        {"burstMean", thread.burstMean},
        {"burstMost", thread.burstMost}};
    if (thread.hasEnded)
      object["end"] = thread.ended;
    array.push_back(std::move(object));
  }
  return array;
}

json::Object power(const SimulationReport &report) {
  json::Array watts;
  for (const std::vector<double> &cluster : report.curve.watts)
    watts.push_back(json::Array(cluster));
  return json::Object{{"binNs", report.curve.binNs},
                      {"watts", std::move(watts)}};
}

} // namespace

std::string simulationJson(const SimulationReport &report) {
  const simulation::Result &result = report.result;
  const simulation::Settings &settings = *report.settings;
  json::Object object{{"soc", json::fixUTF8(report.machine->name)},
                      {"seed", int64_t(settings.noise.seed)},
                      {"noise", settings.noise.spread},
                      {"governor", settings.governor},
                      {"idle", simulation::idleOf(settings)},
                      {"events", int64_t(result.events)},
                      {"makespan", result.makespan},
                      {"end", result.endNs},
                      {"cores", cores(report)},
                      {"clusters", clusters(report)},
                      {"domains", domains(report)},
                      {"threads", threads(report)}};
  if (!report.result.units.empty())
    object["accelerators"] = units(report);
  if (!report.mode.empty())
    object["mode"] = report.mode;
  if (report.machine->hasEnergy)
    object["joules"] = result.joules;
  if (report.plannedMakespan > 0) {
    object["plannedMakespan"] = report.plannedMakespan;
    object["sequential"] = report.sequentialNs;
  }
  if (report.plannedJoules > 0)
    object["plannedJoules"] = report.plannedJoules;
  if (!report.curve.watts.empty())
    object["power"] = power(report);
  json::Array runs;
  for (const SimulatedRun &run : report.runs)
    runs.push_back(json::Object{{"seed", int64_t(run.seed)},
                                {"makespan", run.makespan},
                                {"joules", run.joules}});
  if (!runs.empty())
    object["runs"] = std::move(runs);
  json::Object root{{"simulation", std::move(object)}};
  return llvm::formatv("{0:2}", json::Value(std::move(root))).str() + "\n";
}

} // namespace hocket::report
