// SPDX-License-Identifier: Apache-2.0
#include "simulation/scenario/ReadScenario.h"

#include "simulation/policies/Idle.h"
#include "simulation/scenario/Processes.h"
#include "simulation/scenario/Values.h"

#include <algorithm>

namespace hocket::simulation {

using soc::Fields;
using soc::SpecError;
using soc::YamlValue;

namespace {

constexpr double us = 1e3, ms = 1e6;

/// Calls `read` with the fields of a map inside the scenario, if it is there.
template <typename Fn>
void inside(Fields &scenario, const char *key, const char *what,
            std::vector<SpecError> &errors, Fn read) {
  const YamlValue *value = scenario.map(key);
  if (!value)
    return;
  Fields fields(*value, what, errors);
  read(fields);
  fields.reportUnknown();
}

void readGovernor(Fields &fields, GovernorOptions &options) {
  options.sampleNs = timeOr(fields, "sample-ms", ms, options.sampleNs);
  options.rateLimitNs =
      timeOr(fields, "rate-limit-ms", ms, options.rateLimitNs);
  options.upThreshold = partOr(fields, "up-threshold", options.upThreshold);
  options.downThreshold =
      partOr(fields, "down-threshold", options.downThreshold);
  options.stepPart = partOr(fields, "freq-step", options.stepPart);
  options.downFactor =
      fields.numberOr("sampling-down-factor", {1, 100, ""}, options.downFactor);
  options.targetLoad = partOr(fields, "target-load", options.targetLoad);
  options.hispeedLoad = partOr(fields, "go-hispeed-load", options.hispeedLoad);
  options.minSampleNs =
      timeOr(fields, "min-sample-ms", ms, options.minSampleNs);
}

void readScheduler(Fields &fields, Settings &settings) {
  FairOptions &fair = settings.fair;
  fair.latencyNs = timeOr(fields, "latency-us", us, fair.latencyNs);
  fair.granularityNs = timeOr(fields, "granularity-us", us, fair.granularityNs);
  fair.wakeupNs = timeOr(fields, "wakeup-us", us, fair.wakeupNs);
  fair.scalesWithCores =
      fields.flagOr("scales-with-cores", fair.scalesWithCores);
  fair.isFluid = fields.flagOr("fluid", fair.isFluid);
  fair.wakesElsewhere = fields.flagOr("wakes-elsewhere", fair.wakesElsewhere);
  fair.pulls = fields.flagOr("pulls", fair.pulls);
  fair.pullsRunning = fields.flagOr("pulls-running", fair.pullsRunning);
  settings.balanceNs = timeOr(fields, "balance-us", us, settings.balanceNs);
}

Estimate readEstimate(Fields &fields, Estimate fallback) {
  return Estimate(choice(fields, "estimate", {"last-period", "declared"},
                         size_t(fallback)));
}

template <size_t N>
void readList(Fields &fields, const char *key, soc::Range range,
              std::array<double, N> &values) {
  std::vector<double> given = numbers(fields, key, range);
  if (given.empty())
    return;
  if (given.size() != N)
    fields.error(fields.placeOf(key),
                 "expected " + std::to_string(N) + " numbers");
  else
    std::copy(given.begin(), given.end(), values.begin());
}

void readUserCentric(Fields &fields, UserCentricOptions &options) {
  options.periodNs = timeOr(fields, "period-ms", ms, options.periodNs);
  options.touchNs = timeOr(fields, "touch-ms", ms, options.touchNs);
  readList(fields, "nice", {-20, 19, ""}, options.nice);
  readList(fields, "sensitivity", {0, 1000, ""}, options.sensitivity);
  options.mediumShare =
      fields.numberOr("share", {0, 1e6, ""}, options.mediumShare);
  options.threshold = partOr(fields, "threshold", options.threshold);
  options.scalesByHalf = fields.flagOr("half-scaling", options.scalesByHalf);
  options.quietPeriods =
      fields.countOr("quiet-periods", {0, 1e6, ""}, options.quietPeriods);
  options.queryPeriods =
      fields.countOr("query-periods", {0, 1e6, ""}, options.queryPeriods);
  options.slowCores = numbers(fields, "slow-cores", {0, 1, ""});
  options.fastCores = numbers(fields, "fast-cores", {0, 1, ""});
  options.estimate = readEstimate(fields, options.estimate);
}

void readConventional(Fields &fields, ConventionalOptions &options) {
  options.periodNs = timeOr(fields, "period-ms", ms, options.periodNs);
  options.balanceNs = timeOr(fields, "balance-ms", ms, options.balanceNs);
  readList(fields, "up", {0, 1, ""}, options.up);
  readList(fields, "down", {0, 1, ""}, options.down);
  options.quietPeriods =
      fields.countOr("quiet-periods", {0, 1e6, ""}, options.quietPeriods);
  options.estimate = readEstimate(fields, options.estimate);
}

void readSystem(Fields &scenario, Settings &settings,
                std::vector<SpecError> &errors) {
  using System = Settings::System;
  settings.system = System(choice(scenario, "system",
                                  {"linux", "user-centric", "conventional"},
                                  size_t(settings.system)));
  std::vector<std::string_view> names;
  for (const Governor &governor : governors())
    names.push_back(governor.name);
  settings.governor = names[choice(scenario, "governor", names, 0)];
  if (scenario.has("idle")) {
    std::vector<std::string_view> idle = idlePolicyNames();
    settings.idle = idle[choice(scenario, "idle", idle, 0)];
  }
  inside(
      scenario, "governor-options", "the options of a governor", errors,
      [&](Fields &fields) { readGovernor(fields, settings.governorOptions); });
  inside(scenario, "scheduler", "a scheduler", errors,
         [&](Fields &fields) { readScheduler(fields, settings); });
  inside(
      scenario, "user-centric", "a user-centric governor", errors,
      [&](Fields &fields) { readUserCentric(fields, settings.userCentric); });
  inside(
      scenario, "conventional", "a conventional governor", errors,
      [&](Fields &fields) { readConventional(fields, settings.conventional); });
}

void readAffinity(Fields &fields, const Machine &machine, Workload &workload,
                  AffinityOptions &options) {
  std::string name = fields.text("process", "whose threads");
  options.scheme = AffinityOptions::Scheme(
      choice(fields, "scheme", {"free", "one-core", "pair", "toggle"}, 0));
  options.periodNs = timeOr(fields, "period-ms", ms, options.periodNs);
  if (options.periodNs <= 0)
    fields.error(fields.placeOf("period-ms"), "expected a time over 0");
  options.process = processNamed(workload, name);
  if (options.process == none)
    fields.error(fields.placeOf("process"),
                 "there is no process '" + name + "'");
  else
    setAffinity(options, machine, workload);
}

void readDeferred(Fields &fields, const Machine &machine, Workload &workload,
                  Settings &settings) {
  DeferredOptions &options = settings.deferred;
  options.mode = DeferredOptions::Mode(choice(
      fields, "mode", {"none", "reference", "enforced-idle", "offload"}, 0));
  options.tickNs = timeOr(fields, "tick-ms", ms, options.tickNs);
  if (options.tickNs <= 0)
    fields.error(fields.placeOf("tick-ms"), "expected a time over 0");
  options.tickWorkNs = timeOr(fields, "tick-work-us", us, options.tickWorkNs);
  options.callbackNs = timeOr(fields, "callback-us", us, options.callbackNs);
  options.graceTicks =
      fields.countOr("grace-ticks", {1, 1000, ""}, options.graceTicks);
  if (options.mode != DeferredOptions::Mode::None)
    settings.kernelThreads = addKernelThreads(options, machine, workload);
}

/// Something must end it.
void checkEnd(const YamlValue &document, const Workload &workload,
              const Settings &settings, std::vector<SpecError> &errors) {
  bool isMeasured =
      std::any_of(workload.processes.begin(), workload.processes.end(),
                  [](const Process &process) { return process.isMeasured; });
  if (settings.endNs == forever && !isMeasured)
    errors.push_back({document.where,
                      "expected until-ms, or a process that is measured, "
                      "with whose end the simulation ends"});
}

} // namespace

void readScenario(std::string_view text, const std::string &file,
                  const Machine &machine, Workload &workload,
                  Settings &settings, std::vector<SpecError> &errors) {
  std::optional<YamlValue> document = soc::parseYaml(text, file, errors);
  if (!document)
    return;
  Fields fields(*document, "a scenario", errors);
  fields.textOr("name", "");
  fields.textOr("description", "");
  double until = timeOr(fields, "until-ms", ms, 0);
  if (until > 0)
    settings.endNs = std::min(settings.endNs, until);
  readSystem(fields, settings, errors);
  readProcesses(fields, machine, workload, errors);
  readEvents(fields, workload, errors);
  inside(fields, "affinity", "an affinity", errors, [&](Fields &affinity) {
    readAffinity(affinity, machine, workload, settings.affinity);
  });
  inside(fields, "deferred", "deferred work", errors, [&](Fields &deferred) {
    readDeferred(deferred, machine, workload, settings);
  });
  fields.reportUnknown();
  if (errors.empty())
    checkEnd(*document, workload, settings, errors);
}

} // namespace hocket::simulation
