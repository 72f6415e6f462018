// SPDX-License-Identifier: Apache-2.0
//
// hocket trace: reads the files, has `trace` compute and `report` render.
#include "driver/command/TraceCommand.h"

#include "driver/command/AddSpeeds.h"
#include "driver/command/ToolOptions.h"
#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"
#include "report/profile/TraceReport.h"
#include "trace/MergeSwitches.h"
#include "trace/ReadSwitches.h"
#include "trace/ReadTrace.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <memory>

namespace hocket::driver {

using llvm::StringRef;
using trace::Time;

namespace {

const char help[] =
    R"(usage: hocket trace [OPTION]... FILE...

Shows traces: what HOCKET_TRACE has programs write, or sched_switch events as
text (/sys/kernel/tracing/trace, 'trace-cmd report', 'perf script'). Of a program
that ended without writing its trace, or runs still, FILE.part shows what it had
recorded.

  --svg=FILE       draw the execution profile
  --html=FILE      the profile and all tables, as a page
  --json[=FILE]    the figures, on standard output or there
  --trace=FILE     the trace itself, for Perfetto: of FILE.part
  --plan=FILE      compare with what 'hocketcc --report=FILE.json' planned
  --profile=FILE   with --plan: add how fast each core was to a profile
  --ftrace=FILE    sched_switch events of the same time (trace_clock 'mono')
  --tlp            thread-level parallelism, in full
  --window=TIME    ... and over time: 500us, 10ms, 1s
  --from=TIME, --to=TIME   only this part, counted from the first region
  --comm=NAME, --thread=NUMBER   only these threads count (sched_switch)
  --ignore=NAME    threads that do not count; by default those of tracing itself
  --top=NUMBER     rows of tables (10)
)";

struct TraceOptions {
  std::vector<std::string> files;
  std::string svg, html, json, trace, plan, profile, ftrace;
  bool wantsJson = false, showsTlp = false, showsHelp = false;
  Time window = 0, from = 0, to = 0; ///< 0: not given
  std::size_t top = 10;
  trace::ThreadFilter filter;
};

Time readTime(StringRef option, StringRef value) {
  StringRef rest = value;
  uint64_t number = 0;
  bool isNumber = !rest.consumeInteger(10, number) && number < 1000000000;
  uint64_t unit = rest == "ns"   ? 1
                  : rest == "us" ? 1000
                  : rest == "ms" ? 1000000
                  : rest == "s"  ? 1000000000
                                 : 0;
  if (!isNumber || unit == 0)
    badOption(option, value, "a time such as 10ms");
  return Time(number * unit);
}

Time readWindow(StringRef option, StringRef value) {
  Time window = readTime(option, value);
  if (window <= 0)
    badOption(option, value, "a time of at least 1ns");
  return window;
}

uint32_t readNumber(StringRef option, StringRef value) {
  uint32_t number = 0;
  if (value.getAsInteger(10, number))
    badOption(option, value, "a number");
  return number;
}

using Options = TraceOptions;
const ToolOption<TraceOptions> table[] = {
    {"--svg=", [](Options &o, StringRef, StringRef v) { o.svg = v; }},
    {"--html=", [](Options &o, StringRef, StringRef v) { o.html = v; }},
    {"--json=",
     [](Options &o, StringRef, StringRef v) {
       o.json = v;
       o.wantsJson = true;
     }},
    {"--json", [](Options &o, StringRef, StringRef) { o.wantsJson = true; }},
    {"--trace=", [](Options &o, StringRef, StringRef v) { o.trace = v; }},
    {"--plan=", [](Options &o, StringRef, StringRef v) { o.plan = v; }},
    {"--profile=", [](Options &o, StringRef, StringRef v) { o.profile = v; }},
    {"--ftrace=", [](Options &o, StringRef, StringRef v) { o.ftrace = v; }},
    {"--tlp", [](Options &o, StringRef, StringRef) { o.showsTlp = true; }},
    {"--window=",
     [](Options &o, StringRef n, StringRef v) { o.window = readWindow(n, v); }},
    {"--from=",
     [](Options &o, StringRef n, StringRef v) { o.from = readTime(n, v); }},
    {"--to=",
     [](Options &o, StringRef n, StringRef v) { o.to = readWindow(n, v); }},
    {"--comm=", [](Options &o, StringRef,
                   StringRef v) { o.filter.names.push_back(v.str()); }},
    {"--thread=",
     [](Options &o, StringRef n, StringRef v) {
       o.filter.threads.push_back(readNumber(n, v));
     }},
    {"--ignore=", [](Options &o, StringRef,
                     StringRef v) { o.filter.ignored.push_back(v.str()); }},
    {"--top=",
     [](Options &o, StringRef n, StringRef v) { o.top = readNumber(n, v); }},
    {"--help", [](Options &o, StringRef, StringRef) { o.showsHelp = true; }},
};

TraceOptions parse(const std::vector<std::string> &arguments) {
  TraceOptions options;
  for (StringRef argument : arguments)
    if (argument.starts_with("-"))
      setToolOption<TraceOptions>(table, options, argument, "trace");
    else
      options.files.push_back(argument.str());
  if (options.showsHelp)
    return options;
  if (options.files.empty())
    throw UserError("no trace given; expected 'hocket trace FILE...'");
  if (options.files.size() > 1 &&
      !(options.svg + options.html + options.trace).empty())
    throw UserError("--svg, --html and --trace show one trace; " +
                    std::to_string(options.files.size()) + " are given");
  if (!options.profile.empty() &&
      (options.plan.empty() || options.files.size() > 1))
    throw UserError("--profile: expected one trace and its --plan");
  // Tools that record, and what they wake to write it down.
  if (options.filter.ignored.empty())
    options.filter.ignored = {"trace-cmd", "perf", "atrace", "traced_probes"};
  return options;
}

/// What the reports refer to.
struct Input {
  std::string json; ///< the text, of a program's own
  std::optional<trace::Trace> trace;
  std::optional<trace::Switches> switches;
};

trace::Switches readSwitchFile(const std::string &file,
                               const std::string &text) {
  std::string error;
  std::optional<trace::Switches> switches = trace::readSwitches(text, error);
  if (!switches)
    throw UserError::located({file + error});
  return std::move(*switches);
}

/// The file, or FILE.part in its place: the program has not come to write it.
std::string readEither(std::string &file) {
  const std::string part = file + ".part";
  bool hasPart = llvm::sys::fs::exists(part);
  if (hasPart && !llvm::sys::fs::exists(file)) {
    llvm::errs() << "hocket: note: no '" << file << "' yet; showing '" << part
                 << "'\n";
    file = part;
  } else if (hasPart) {
    llvm::errs() << "hocket: note: there is '" << part
                 << "', too, of a run that has not ended by exit\n";
  }
  return readFile(file);
}

/// JSON begins with a brace.
std::unique_ptr<Input> read(std::string &file, RecordingToJson toJson) {
  auto input = std::make_unique<Input>();
  std::string text = readEither(file), error;
  std::optional<std::string> json = toJson(text, error);
  if (!error.empty())
    throw UserError::located({file + ": error: " + error});
  if (!json && !StringRef(text).ltrim().starts_with("{")) {
    input->switches = readSwitchFile(file, text);
    return input;
  }
  input->json = json ? std::move(*json) : std::move(text);
  input->trace = trace::readTrace(input->json, error);
  if (!input->trace)
    throw UserError::located({file + error});
  return input;
}

/// --trace: also of what was JSON before.
void writeTrace(const TraceOptions &options, const Input &input) {
  if (input.json.empty())
    throw UserError(options.files[0] + ": --trace is for traces of programs; "
                                       "these are the kernel's events");
  writeFile(options.trace, input.json);
}

void merge(const TraceOptions &options, Input &input) {
  input.switches = readSwitchFile(options.ftrace, readFile(options.ftrace));
  if (!trace::mergeSwitches(*input.switches, *input.trace))
    throw UserError::located(
        {options.ftrace + ": error: no thread of the trace runs here at the "
                          "same time; expected events of the same run, with "
                          "'mono' in trace_clock"});
}

trace::Interval part(const TraceOptions &options, trace::Interval whole) {
  trace::Interval span = whole;
  span.begin = std::min(whole.begin + options.from, whole.end);
  if (options.to > 0)
    span.end = std::min(whole.begin + options.to, whole.end);
  if (span.end <= span.begin)
    throw UserError("--from and --to leave nothing");
  return span;
}

void compareWithPlan(const TraceOptions &options, report::TraceReport &report) {
  std::string error;
  std::optional<trace::Plan> plan =
      trace::readPlan(readFile(options.plan), error);
  if (!plan)
    throw UserError::located({options.plan + error});
  report.hasPlan = true;
  report.comparisons = trace::comparePlan(*plan, *report.trace, report.summary);
  if (!options.profile.empty())
    addSpeeds(options.profile, options.plan, *plan, *report.trace,
              report.comparisons);
}

report::TraceReport build(const TraceOptions &options, const std::string &file,
                          Input &input) {
  report::TraceReport report;
  report.file = llvm::sys::path::filename(file).str();
  report.top = options.top;
  report.showsTlp = options.showsTlp || options.window > 0;
  trace::BusyTimes busy;
  trace::Interval span;
  if (input.trace) {
    trace::Trace &t = *input.trace;
    if (!options.ftrace.empty())
      merge(options, input);
    span = part(options, trace::regionSpan(t));
    trace::clip(t, span);
    report.trace = &t;
    report.switches = input.switches ? &*input.switches : nullptr;
    report.summary = trace::summarize(t);
    report.chart = trace::chartOf(t, span);
    busy = trace::busyTimes(t);
    if (!options.plan.empty())
      compareWithPlan(options, report);
  } else {
    if (!(options.plan + options.ftrace).empty())
      throw UserError(file + ": --plan and --ftrace are for traces of "
                             "programs; these are the kernel's events");
    span = part(options, input.switches->span);
    report.switches = &*input.switches;
    report.chart = trace::chartOf(*input.switches, options.filter, span);
    busy = trace::busyTimes(*input.switches, options.filter);
  }
  constexpr Time mostWindows = 100000;
  if (options.window > 0 && span.length() / options.window >= mostWindows)
    throw UserError(file + ": --window: more than 100000 windows");
  report.tlp = trace::computeTlp(busy, span);
  constexpr Time windows = 200; // in a page that nobody asked a width for
  if (options.window > 0)
    report.windows = trace::tlpOverTime(busy, span, options.window);
  else if (!options.html.empty())
    report.windows =
        trace::tlpOverTime(busy, span, span.length() / windows + 1);
  return report;
}

} // namespace

int traceCommand(const std::vector<std::string> &arguments,
                 RecordingToJson recordingToJson) {
  TraceOptions options = parse(arguments);
  if (options.showsHelp) {
    llvm::outs() << help;
    return 0;
  }
  std::vector<std::unique_ptr<Input>> inputs;
  std::vector<report::TraceReport> reports;
  for (std::string &file : options.files) {
    inputs.push_back(read(file, recordingToJson));
    reports.push_back(build(options, file, *inputs.back()));
  }
  if (!options.trace.empty())
    writeTrace(options, *inputs[0]);
  if (!options.svg.empty())
    writeFile(options.svg, report::profileSvg(reports[0].chart));
  if (!options.html.empty())
    writeFile(options.html, report::traceHtml(reports[0]));
  if (options.wantsJson && !options.json.empty())
    writeFile(options.json, report::traceJson(reports));
  if (options.wantsJson && options.json.empty()) {
    llvm::outs() << report::traceJson(reports);
    return 0;
  }
  for (std::size_t i = 0; i < reports.size(); ++i)
    llvm::outs() << (i ? "\n" : "")
                 << (reports.size() > 1 ? options.files[i] + ": " : "")
                 << report::traceText(reports[i]);
  return 0;
}

} // namespace hocket::driver
