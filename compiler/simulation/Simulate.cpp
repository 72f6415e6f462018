// SPDX-License-Identifier: Apache-2.0
#include "simulation/Simulate.h"

#include "simulation/Records.h"
#include "simulation/engine/Run.h"
#include "simulation/policies/Idle.h"

#include <algorithm>
#include <stdexcept>

namespace hocket::simulation {

namespace {

bool hasPlan(const Settings &settings, uint32_t domain) {
  return std::count(settings.plannedClocks.begin(),
                    settings.plannedClocks.end(), domain) > 0;
}

void addLinux(const Settings &settings, State &state) {
  state.scheduler = fairScheduler(settings.fair);
  for (uint32_t domain = 0; domain < state.domains.size(); ++domain)
    for (const Governor &governor : governors())
      if (!hasPlan(settings, domain) && governor.name == settings.governor)
        state.policies.push_back(
            governor.make(settings.governorOptions, domain));
  if (settings.balanceNs > 0)
    state.policies.push_back(loadBalancing(settings.balanceNs));
}

void addSystem(const Settings &settings, State &state) {
  if (settings.system == Settings::System::Linux) {
    addLinux(settings, state);
    return;
  }
  Governing governing =
      settings.system == Settings::System::UserCentric
          ? userCentric(settings.userCentric, settings.fair, *state.workload)
          : conventional(settings.conventional, settings.fair);
  state.scheduler = std::move(governing.scheduler);
  for (std::unique_ptr<Policy> &policy : governing.policies)
    state.policies.push_back(std::move(policy));
}

/// Of clusters that exclude each other the first one is on, which is that of
/// the cores that programs get.
void turnOffExclusive(State &state) {
  bool isFirst = true;
  for (uint32_t core = 0; core < state.cores.size(); ++core) {
    uint32_t cluster = state.machine->cluster[core];
    if (!state.machine->clusters[cluster].isExclusive)
      continue;
    if (isFirst || cluster == state.machine->cluster[0])
      isFirst = false;
    else
      state.cores[core].mode = CoreState::Mode::Off;
  }
}

CoreResult coreResult(const CoreState &core) {
  CoreResult result;
  auto part = [](const std::vector<double> &values, Use use) {
    return values[uint32_t(use)];
  };
  result.running = part(core.joules, Use::Running);
  result.changing = part(core.joules, Use::Changing);
  result.waiting = part(core.joules, Use::Waiting);
  result.runningNs = part(core.ns, Use::Running);
  result.changingNs = part(core.ns, Use::Changing);
  result.waitingNs = part(core.ns, Use::Waiting);
  result.offNs = part(core.ns, Use::Off);
  result.asleep.assign(core.joules.begin() + uses, core.joules.end());
  result.asleepNs.assign(core.ns.begin() + uses, core.ns.end());
  for (double joules : core.joules)
    result.joules += joules;
  return result;
}

ThreadResult threadResult(const State &state, const ThreadState &thread) {
  ThreadResult result;
  result.hasEnded = thread.phase == ThreadState::Phase::Done;
  result.started = thread.started;
  result.ended = result.hasEnded ? thread.ended : state.now;
  result.cpuNs = thread.cpuNs;
  result.moves = thread.moves;
  result.bursts = thread.bursts;
  result.burstMean =
      thread.bursts ? thread.burstSum / double(thread.bursts) : 0;
  result.burstMost = thread.burstMost;
  result.workNs = thread.workDone;
  return result;
}

double makespanOf(const State &state) {
  double makespan = 0;
  bool isMeasured = false;
  for (uint32_t i = 0; i < state.threads.size(); ++i)
    if (state.workload->processes[state.thread(i).process].isMeasured) {
      isMeasured = true;
      makespan = std::max(makespan, state.threads[i].workedUntil);
    }
  return isMeasured ? makespan : state.now;
}

/// What tasks on units and waiting for them came to, up to the end.
std::vector<UnitResult> unitResults(const State &state) {
  const std::vector<power::UnitPower> &units = state.machine->chip.units;
  std::vector<UnitResult> results(units.size());
  for (const UnitRun &run : state.workload->onUnits)
    for (double start : state.flags[run.flag].times)
      results[run.unit].worksNs += std::clamp(state.now - start, 0.0, run.ns);
  for (size_t unit = 0; unit < units.size(); ++unit) {
    const double waits = units[unit].count * state.now - results[unit].worksNs;
    results[unit].joules = (results[unit].worksNs * units[unit].watts +
                            waits * units[unit].idleWatts) *
                           1e-9;
  }
  return results;
}

Result resultOf(State &state) {
  Result result;
  result.endNs = state.now;
  result.makespan = makespanOf(state);
  result.events = state.handled;
  for (const CoreState &core : state.cores) {
    result.cores.push_back(coreResult(core));
    result.joules += result.cores.back().joules;
  }
  for (const ThreadState &thread : state.threads)
    result.threads.push_back(threadResult(state, thread));
  for (const DomainState &domain : state.domains) {
    result.domains.push_back(
        {domain.changes, domain.joules, domain.ns, domain.sharedJoules});
    result.joules += domain.joules + domain.sharedJoules;
  }
  result.units = unitResults(state);
  for (const UnitResult &unit : result.units)
    result.joules += unit.joules;
  for (const Watts &watts : state.records.power)
    result.power.push_back({watts.time, watts.core, watts.watts});
  return result;
}

} // namespace

std::string idleOf(const Settings &settings) {
  if (!settings.idle.empty())
    return settings.idle;
  return settings.governor == "auto-idle" ? "deepest" : "menu";
}

uint32_t threadWithoutCore(const Machine &machine, const Workload &workload,
                           const Settings &settings) {
  std::vector<bool> isReserved(machine.cores());
  for (uint32_t core : settings.reserved)
    isReserved[core] = true;
  if (std::count(isReserved.begin(), isReserved.end(), false) > 0)
    return none;
  for (uint32_t i = 0; i < workload.threads.size(); ++i)
    if (workload.threads[i].allowed.empty())
      return i;
  return none;
}

Result simulate(const Machine &machine, const Workload &workload,
                const Settings &settings) {
  State state = initialState(machine, workload, settings.noise);
  state.end = settings.endNs;
  state.records.isOn = settings.keepsRecords;
  for (uint32_t core : settings.reserved)
    state.isReserved[core] = true;
  state.idlePolicy = idlePolicy(idleOf(settings));
  if (!state.idlePolicy)
    throw std::logic_error("no idle policy '" + settings.idle + "'");
  turnOffExclusive(state);
  addSystem(settings, state);
  if (settings.affinity.scheme == AffinityOptions::Scheme::Toggle)
    state.policies.push_back(coreToggling(settings.affinity));
  if (settings.kernelThreads != none)
    state.policies.push_back(
        deferredWork(settings.deferred, settings.kernelThreads));
  std::string wrong = run(state);
  Result result = resultOf(state);
  result.wrong = wrong;
  if (settings.keepsRecords)
    result.trace = traceOf(state, machine.name);
  return result;
}

} // namespace hocket::simulation
