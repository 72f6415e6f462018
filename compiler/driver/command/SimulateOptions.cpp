// SPDX-License-Identifier: Apache-2.0
#include "driver/command/SimulateOptions.h"

#include "driver/command/ToolOptions.h"
#include "simulation/policies/Idle.h"
#include "support/Duration.h"

namespace hocket::driver {

using llvm::StringRef;

namespace {

using Mode = SimulateOptions::Mode;

const char help[] =
    R"(usage: hocket simulate [OPTION]... [FILE]

Executes a schedule on a simulated chip and says what time and energy it takes.
FILE is what 'hocket schedule' has written, with a power plan or without one; a
plan says when clocks change and cores sleep. Other processes and policies are
in a scenario, which may also stand alone.

  --soc=NAME|FILE  the chip; without one, equal cores and no energies
  --scenario=FILE  other processes, the operating system, the user (YAML)
  --mode=MODE      the schedule's threads: 'reserved', each has its core alone;
                   'pinned', others may use it, too; 'free', the system places
                   them and a plan's clocks are not set
  --noise=N%       each task takes up to N % more or less; 'N%,normal': with a
                   standard deviation of N %
  --seed=N         of the noise (1)
  --runs=N         so many seeds, from --seed on
  --repeat=N       repetitions of a schedule that repeats (1)
  --governor=NAME  of clocks without a plan: performance (the default),
                   powersave, ondemand, conservative, schedutil, interactive,
                   auto-idle
  --idle=NAME      of cores without threads: menu (the default), awake,
                   lightest, deepest (the default with auto-idle)
  --spin=TIME      how long waits of the schedule stay awake; by default all
  --until=TIME     end at this time
  --json[=FILE]    all figures, on standard output or there
  --svg=FILE       draw power over time
  --profile=FILE   draw what each core does
  --trace=FILE     as a trace, for Perfetto, Chrome and 'hocket trace'
)";

unsigned readCount(StringRef option, StringRef value, unsigned most) {
  unsigned number = 0;
  if (value.getAsInteger(10, number) || number == 0 || number > most)
    badOption(option, value, "a number from 1 to " + std::to_string(most));
  return number;
}

void readNoise(SimulateOptions &options, StringRef option, StringRef value) {
  auto [amount, shape] = value.split(',');
  double percent = 0;
  if (!amount.consume_back("%") || amount.getAsDouble(percent) ||
      !(percent >= 0 && percent < 100) || (shape != "" && shape != "normal"))
    badOption(option, value, "a percentage, as in '5%' or '5%,normal'");
  options.noise.spread = percent / 100;
  options.noise.shape = shape.empty() ? simulation::Noise::Shape::Uniform
                                      : simulation::Noise::Shape::Normal;
}

double readTime(StringRef option, StringRef value) {
  std::optional<double> time = readDuration(value);
  if (!time)
    badOption(option, value, "a time, as in '10ms'");
  return *time;
}

template <typename Names, typename NameOf>
std::string checkedName(StringRef option, StringRef value, const Names &names,
                        NameOf nameOf) {
  std::string all;
  for (const auto &entry : names) {
    if (value == StringRef(nameOf(entry)))
      return value.str();
    all += (all.empty() ? "" : ", ") + std::string(nameOf(entry));
  }
  badOption(option, value, "one of " + all);
}

void setFile(SimulateOptions &options, StringRef file) {
  if (!options.file.empty())
    throw UserError("one schedule can be simulated; '" + options.file +
                    "' and '" + file.str() + "' are given");
  options.file = file;
}

const ToolOption<SimulateOptions> table[] = {
    {"--soc=", [](SimulateOptions &o, StringRef, StringRef v) { o.soc = v; }},
    {"--scenario=",
     [](SimulateOptions &o, StringRef, StringRef v) { o.scenario = v; }},
    {"--mode=",
     [](SimulateOptions &o, StringRef n, StringRef v) {
       for (Mode mode : {Mode::Reserved, Mode::Pinned, Mode::Free})
         if (v == toString(mode)) {
           o.mode = mode;
           return;
         }
       badOption(n, v, "'reserved', 'pinned' or 'free'");
     }},
    {"--noise=", readNoise},
    {"--seed=",
     [](SimulateOptions &o, StringRef n, StringRef v) {
       if (v.getAsInteger(10, o.noise.seed))
         badOption(n, v, "a number");
     }},
    {"--runs=", [](SimulateOptions &o, StringRef n,
                   StringRef v) { o.runs = readCount(n, v, 100000); }},
    {"--repeat=",
     [](SimulateOptions &o, StringRef n, StringRef v) {
       o.repetitions = readCount(n, v, 100000000);
     }},
    {"--governor=",
     [](SimulateOptions &o, StringRef n, StringRef v) {
       o.governor = checkedName(n, v, simulation::governors(),
                                [](const auto &entry) { return entry.name; });
     }},
    {"--idle=",
     [](SimulateOptions &o, StringRef n, StringRef v) {
       o.idle = checkedName(n, v, simulation::idlePolicyNames(),
                            [](std::string_view name) { return name; });
     }},
    {"--spin=", [](SimulateOptions &o, StringRef n,
                   StringRef v) { o.spinNs = readTime(n, v); }},
    {"--until=", [](SimulateOptions &o, StringRef n,
                    StringRef v) { o.untilNs = readTime(n, v); }},
    {"--json=", [](SimulateOptions &o, StringRef, StringRef v) { o.json = v; }},
    {"--json",
     [](SimulateOptions &o, StringRef, StringRef) { o.wantsJson = true; }},
    {"--svg=", [](SimulateOptions &o, StringRef, StringRef v) { o.svg = v; }},
    {"--profile=",
     [](SimulateOptions &o, StringRef, StringRef v) { o.profile = v; }},
    {"--trace=",
     [](SimulateOptions &o, StringRef, StringRef v) { o.trace = v; }},
    {"--help",
     [](SimulateOptions &o, StringRef, StringRef) { o.showsHelp = true; }},
};

} // namespace

const char *toString(SimulateOptions::Mode mode) {
  switch (mode) {
  case Mode::Reserved:
    return "reserved";
  case Mode::Pinned:
    return "pinned";
  case Mode::Free:
    return "free";
  }
  return "";
}

SimulateOptions readSimulateOptions(const std::vector<std::string> &arguments) {
  SimulateOptions options;
  for (StringRef argument : arguments)
    if (argument.starts_with("-"))
      setToolOption<SimulateOptions>(table, options, argument, "simulate");
    else
      setFile(options, argument);
  if (options.file.empty() && options.scenario.empty() && !options.showsHelp)
    throw UserError("no schedule given; expected 'hocket simulate FILE' or "
                    "--scenario=FILE");
  return options;
}

std::string simulateHelp() { return help; }

} // namespace hocket::driver
