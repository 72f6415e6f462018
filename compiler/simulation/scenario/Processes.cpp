// SPDX-License-Identifier: Apache-2.0
#include "simulation/scenario/Processes.h"

#include "simulation/scenario/Values.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>

namespace hocket::simulation {

using soc::Fields;
using soc::SpecError;
using soc::YamlValue;

namespace {

constexpr double us = 1e3, ms = 1e6;
constexpr soc::Range times = {0, 1e12, "us"};

class Reader {
public:
  Reader(const Machine &machine, Workload &workload,
         std::vector<SpecError> &errors)
      : machine_(machine), workload_(workload), errors_(errors) {}

  void read(const YamlValue &value) {
    Fields fields(value, "a process", errors_);
    Process process;
    process.name = fields.text("name", "what reports call it");
    process.isSystem = fields.flagOr("system", false);
    process.isMeasured = fields.flagOr("measured", false);
    unsigned count = fields.countOr("threads", {1, 4096, ""}, 1);
    Thread thread = readThread(fields);
    thread.process = uint32_t(workload_.processes.size());
    readSteps(fields, thread);
    fields.reportUnknown();
    for (unsigned i = 0; i < count; ++i) {
      thread.name = process.name;
      if (count > 1)
        thread.name += " " + std::to_string(i);
      workload_.threads.push_back(thread);
    }
    workload_.processes.push_back(std::move(process));
  }

private:
  Thread readThread(Fields &fields) {
    Thread thread;
    thread.start = timeOr(fields, "start-ms", ms, 0);
    thread.nice = int(fields.numberOr("nice", {-20, 19, ""}, 0));
    thread.spinNs = timeOr(fields, "spin-us", us, 0);
    for (double core :
         numbers(fields, "cores", {0, double(machine_.cores()) - 1, ""}))
      thread.allowed.push_back(uint32_t(core));
    if (const YamlValue *value = fields.map("quota")) {
      Fields quota(*value, "a quota", errors_);
      thread.quota = Quota{
          quota.number("work-us", {1e-3, 1e9, "us"}, "work in a period") * us,
          quota.number("period-us", {1e-3, 1e9, "us"}, "the period") * us};
      quota.reportUnknown();
    }
    return thread;
  }

  void readSteps(Fields &fields, Thread &thread) {
    for (const YamlValue &value :
         fields.list("steps", "what its threads do", true))
      readStep(value, thread);
    unsigned times = fields.countOr("repeat", {0, 4e9, ""}, 1);
    if (times == 1)
      return;
    thread.steps.push_back({StepKind::Repeat, 0, times, 0});
    bool takesTime = std::any_of(thread.steps.begin(), thread.steps.end(),
                                 [](const Step &step) { return step.ns > 0; });
    if (!takesTime)
      fields.error(fields.placeOf("steps"),
                   "expected a step that takes time, as they are repeated");
  }

  /// A map with one key.
  void readStep(const YamlValue &value, Thread &thread) {
    Fields fields(value, "a step", errors_);
    size_t before = thread.steps.size();
    for (auto [key, kind] : {std::pair("work-us", StepKind::Work),
                             {"sleep-us", StepKind::Sleep},
                             {"pause-us", StepKind::Pause}})
      if (std::optional<double> amount = fields.optionalNumber(key, times))
        thread.steps.push_back({kind, 0, 0, *amount * us});
    if (fields.has("barrier")) {
      std::string name = fields.text("barrier", "its name");
      uint32_t index =
          barriers_.emplace(name, workload_.barriers + barriers_.size())
              .first->second;
      thread.steps.push_back({StepKind::Barrier, index, 0, 0});
    }
    fields.reportUnknown();
    if (thread.steps.size() != before + 1)
      fields.error(fields.place(), "expected one of work-us, sleep-us, "
                                   "pause-us, barrier");
  }

public:
  uint32_t barriers() const { return uint32_t(barriers_.size()); }

private:
  const Machine &machine_;
  Workload &workload_;
  std::vector<SpecError> &errors_;
  std::map<std::string, uint32_t> barriers_; ///< by name
};

UserEvent readEvent(const YamlValue &value, const Workload &workload,
                    std::vector<SpecError> &errors) {
  using Kind = UserEvent::Kind;
  Fields fields(value, "an event", errors);
  UserEvent event;
  event.time = fields.number("at-ms", {0, 1e9, "ms"}, "when it is") * ms;
  std::string app = fields.textOr("foreground", "");
  bool isTouch = fields.flagOr("touch", false);
  bool isDisplay = fields.has("display");
  bool isOn = fields.flagOr("display", false);
  if ((app.empty() ? 0 : 1) + isTouch + isDisplay != 1)
    fields.error(fields.place(), "expected one of foreground, touch, display");
  if (!app.empty()) {
    event.kind = Kind::Foreground;
    event.process = processNamed(workload, app);
    if (event.process == none)
      fields.error(fields.placeOf("foreground"),
                   llvm::formatv("there is no process '{0}'", app));
  } else if (isDisplay) {
    event.kind = isOn ? Kind::DisplayOn : Kind::DisplayOff;
  }
  fields.reportUnknown();
  return event;
}

} // namespace

uint32_t processNamed(const Workload &workload, const std::string &name) {
  for (uint32_t i = 0; i < workload.processes.size(); ++i)
    if (workload.processes[i].name == name)
      return i;
  return none;
}

void readProcesses(Fields &scenario, const Machine &machine, Workload &workload,
                   std::vector<SpecError> &errors) {
  Reader reader(machine, workload, errors);
  for (const YamlValue &value : scenario.list("processes", "what runs", false))
    reader.read(value);
  workload.barriers += reader.barriers();
}

void readEvents(Fields &scenario, Workload &workload,
                std::vector<SpecError> &errors) {
  for (const YamlValue &value :
       scenario.list("events", "what the user does", false))
    workload.events.push_back(readEvent(value, workload, errors));
}

} // namespace hocket::simulation
