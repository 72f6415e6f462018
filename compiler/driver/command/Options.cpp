// SPDX-License-Identifier: Apache-2.0
//
// Our own options as a table of names and setters; everything else goes to
// Clang's table (Arguments.cpp).
#include "driver/command/Options.h"

#include "driver/command/ObjectiveOption.h"
#include "driver/system/Compiler.h"
#include "driver/system/Errors.h"
#include "scheduling/Schedulers.h"
#include "support/Policy.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/StringSaver.h"

namespace hocket::driver {
namespace {

using llvm::StringRef;

[[noreturn]] void badValue(StringRef option, StringRef value,
                           const std::string &expected) {
  throw UserError((option + value + ": expected " + expected).str());
}

unsigned long readNumber(StringRef option, StringRef value,
                         unsigned long most) {
  unsigned long number = 0;
  if (value.getAsInteger(10, number) || number < 1 || number > most)
    badValue(option, value,
             most == ~0ul ? "a number of at least 1"
                          : "a number from 1 to " + std::to_string(most));
  return number;
}

double readFactor(StringRef option, StringRef value) {
  double factor = 0;
  if (value.getAsDouble(factor) || !(factor >= 1e-6 && factor <= 1e6))
    badValue(option, value, "a number from 0.000001 to 1000000");
  return factor;
}

Phase readPhase(StringRef option, StringRef value) {
  std::optional<Phase> phase = findPhase(value);
  if (!phase)
    badValue(option, value, "one of " + phaseNames());
  return *phase;
}

void readCores(Options &options, StringRef option, StringRef value) {
  constexpr unsigned long most = 1024;
  unsigned long number = 0;
  if (value.getAsInteger(10, number) || number < 1)
    badValue(option, value, "a number of at least 1");
  if (number > most)
    badValue(option, value, "at most " + std::to_string(most));
  options.cores = number;
}

void readObjective(Options &options, StringRef option, StringRef value) {
  options.objective = driver::readObjective(value);
  if (!options.objective)
    badValue(option, value, "time, energy or deadline=TIME, as in deadline=2s");
}

void readEmitStyle(Options &, StringRef option, StringRef value) {
  if (value == "openmp")
    throw UserError(
        (option + value + ": not supported yet; supported styles: percore")
            .str());
  if (value != "percore")
    badValue(option, value, "a style: percore");
}

void readReport(Options &options, StringRef option, StringRef value) {
  StringRef extension = llvm::sys::path::extension(value);
  if (extension != ".json" && extension != ".html")
    badValue(option, value, "a file name ending in .json or .html");
  options.reports.push_back(value.str());
}

void readLauncher(Options &options, StringRef option, StringRef value) {
  if (value == "openmp")
    options.launcher = Launcher::OpenMP;
  else if (value == "threads")
    options.launcher = Launcher::Threads;
  else
    badValue(option, value, "one of openmp, threads");
}

void readScheduler(Options &options, StringRef option, StringRef value) {
  std::string names;
  for (const scheduling::Algorithm &algorithm : scheduling::algorithms()) {
    if (value == StringRef(algorithm.name)) {
      options.scheduler = value.str();
      return;
    }
    names += (names.empty() ? "" : ", ") + std::string(algorithm.name);
  }
  badValue(option, value, "one of " + names);
}

void readContraction(Options &options, StringRef option, StringRef value) {
  if (value != "any" && value != "same" && value != "pinned")
    badValue(option, value, "one of same, pinned, any");
  options.contractsAny = value == "any";
  options.pinsSums = value == "pinned";
}

std::string readText(StringRef option, StringRef value, const char *what) {
  if (value.empty())
    badValue(option, value, what);
  return value.str();
}

/// An option with a value: --name=VALUE.
struct ValueOption {
  StringRef name; ///< with `=`
  void (*set)(Options &options, StringRef option, StringRef value);
};

const ValueOption valueOptions[] = {
    {"--soc=",
     [](Options &o, StringRef n, StringRef v) {
       o.soc = readText(n, v, "the name or the file of a SoC spec");
     }},
    {"--cores=", readCores},
    {"--objective=", readObjective},
    {"--emit=",
     [](Options &o, StringRef n, StringRef v) {
       o.emitDirectory = readText(n, v, "a directory");
     }},
    {"--emit-style=", readEmitStyle},
    {"--report=", readReport},
    {"--cc=", [](Options &o, StringRef n,
                 StringRef v) { o.compiler = readText(n, v, "a C compiler"); }},
    {"--launcher=", readLauncher},
    {"-fhocket-contract=", readContraction},
    {"--isl-budget=",
     [](Options &o, StringRef n, StringRef v) {
       o.islBudget = readNumber(n, v, ~0ul);
     }},
    {"--cost-budget=",
     [](Options &o, StringRef n, StringRef v) {
       o.costBudget = readNumber(n, v, ~0ul);
     }},
    {"--cost-factor=", [](Options &o, StringRef n,
                          StringRef v) { o.costFactor = readFactor(n, v); }},
    {"--unknown-trips=",
     [](Options &o, StringRef n, StringRef v) {
       o.unknownTrips = readNumber(n, v, (unsigned long)policy.guess.mostTrips);
     }},
    {"--scheduler=", readScheduler},
    {"--profile-generate=",
     [](Options &o, StringRef n, StringRef v) {
       o.profileGenerate = true;
       o.profileFile = readText(n, v, "a file");
     }},
    {"--profile-use=",
     [](Options &o, StringRef n, StringRef v) {
       o.profileUse.push_back(readText(n, v, "a file"));
     }},
    {"--stop-after=", [](Options &o, StringRef n,
                         StringRef v) { o.stopAfter = readPhase(n, v); }},
    {"--print-after=",
     [](Options &o, StringRef n, StringRef v) {
       o.printAfter.push_back(readPhase(n, v));
     }},
};

/// An option without a value.
struct Flag {
  StringRef name;
  bool Options::*field;
};

const Flag flags[] = {
    {"--no-parallel", &Options::noParallel},
    {"-fno-hocket-whole-program", &Options::noWholeProgram},
    {"--always-parallel", &Options::alwaysParallel},
    {"--with-nets", &Options::withNets},
    {"--rough-costs", &Options::roughCosts},
    {"-fno-hocket-transform", &Options::noTransform},
    {"--always-groups", &Options::alwaysGroups},
    {"--always-transform", &Options::alwaysTransform},
    {"--prove-nests", &Options::proveNests},
    {"--no-tiles", &Options::noTiles},
    {"--no-inlining", &Options::noInlining},
    {"--no-speculation", &Options::noSpeculation},
    {"--always-speculate", &Options::alwaysSpeculate},
    {"--always-precompute", &Options::alwaysPrecompute},
    {"--incoherent-clusters", &Options::incoherentClusters},
    {"--no-call-tasks", &Options::noCallTasks},
    {"--check-dependences", &Options::checkDependences},
    {"--profile-generate", &Options::profileGenerate},
    {"--time-phases", &Options::timePhases},
    {"--no-cache", &Options::noCache},
    {"--no-fallback", &Options::noFallback},
    {"--hocket-help", &Options::showHelp},
};

/// -Rhocket, -Rhocket-missed, -Rhocket-analysis, each with =REGEX or without.
bool takeRemarkOption(StringRef word, Options &options) {
  StringRef rest = word;
  if (!rest.consume_front("-Rhocket"))
    return false;
  std::optional<std::string> &pattern =
      rest.consume_front("-missed")     ? options.remarks.missed
      : rest.consume_front("-analysis") ? options.remarks.analysis
                                        : options.remarks.passed;
  if (!rest.empty() && !rest.consume_front("="))
    throw UserError("unknown option '" + word.str() +
                    "': expected -Rhocket, -Rhocket-missed or "
                    "-Rhocket-analysis, each with =REGEX or without");
  pattern = rest.str();
  std::string problem;
  if (!rest.empty() && !llvm::Regex(rest).isValid(problem))
    throw UserError(
        (word + ": '" + rest + "' is not a regular expression: " + problem)
            .str());
  return true;
}

/// \returns whether `word` is one of our options; sets it.
bool takeOwnOption(StringRef word, Options &options) {
  if (word == "-Wno-hocket")
    return options.remarks.noWarnings = true;
  if (takeRemarkOption(word, options))
    return true;
  for (const Flag &flag : flags)
    if (word == flag.name)
      return options.*flag.field = true;
  for (const ValueOption &option : valueOptions) {
    if (word.starts_with(option.name)) {
      option.set(options, option.name, word.drop_front(option.name.size()));
      return true;
    }
    if (word == option.name.drop_back())
      throw UserError(
          (word + ": expected a value, as in " + option.name + "VALUE").str());
  }
  return false;
}

/// HOCKETCC_FLAGS and the command line, with all @FILEs replaced by what the
/// files hold. As with gcc, an @FILE that cannot be read stays as it is.
std::vector<std::string> expand(const std::vector<std::string> &commandLine) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 64> words;
  if (std::optional<std::string> extra =
          llvm::sys::Process::GetEnv("HOCKETCC_FLAGS"))
    llvm::cl::TokenizeGNUCommandLine(*extra, saver, words);
  for (const std::string &word : commandLine)
    words.push_back(word.c_str());
  llvm::cl::ExpansionContext context(allocator,
                                     llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = context.expandResponseFiles(words))
    throw UserError(llvm::toString(std::move(error)));
  return {words.begin(), words.end()};
}

/// What --check-dependences implies and what it cannot be combined with.
void settleChecking(Options &options) {
  if (!options.checkDependences)
    return;
  if (options.noParallel)
    throw UserError("--check-dependences: there is nothing to check with "
                    "--no-parallel");
  if (options.facts.memorySanitizer)
    throw UserError("--check-dependences: not to be combined with a sanitizer "
                    "that keeps records of memory (-fsanitize=address, thread, "
                    "memory, leak)");
  options.alwaysParallel = true;
  options.withNets = false; // it has no times to compare
}

/// What --profile-generate cannot be combined with, and where the profile goes.
void settleProfile(Options &options) {
  if (!options.profileGenerate)
    return;
  const std::pair<bool, const char *> others[] = {
      {!options.profileUse.empty(), "--profile-use"},
      {options.noParallel, "--no-parallel"},
      {options.checkDependences, "--check-dependences"},
      {!options.emitDirectory.empty(), "--emit"},
      {!options.reports.empty(), "--report"}};
  for (const auto &[isGiven, name] : others)
    if (isGiven)
      throw UserError(std::string("--profile-generate: not to be combined "
                                  "with ") +
                      name);
  if (options.profileFile.empty())
    options.profileFile =
        (llvm::sys::path::filename(options.facts.output) + ".hkprof").str();
}

} // namespace

std::vector<std::size_t> Options::cInputs() const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].isC())
      result.push_back(i);
  return result;
}

Options parseOptions(const std::vector<std::string> &commandLine) {
  Options options;
  bool isComplete = true;
  options.words = expand(commandLine);
  for (Argument &argument : cutCommandLine(options.words, isComplete))
    if (argument.isInput() || argument.words.size() != 1 ||
        !takeOwnOption(argument.words.front(), options))
      options.arguments.push_back(std::move(argument));
  options.facts = readCommand(options.arguments);
  for (const char *variable : dependencyVariables)
    options.facts.writesDependencies |=
        llvm::sys::Process::GetEnv(variable).has_value();
  if (!isComplete)
    options.facts.passThroughReason = "an option lacks its value";
  if (options.noParallel)
    options.facts.passThroughReason = "'--no-parallel' asks for it";
  settleChecking(options);
  settleProfile(options);
  if (options.compiler.empty())
    options.compiler =
        llvm::sys::Process::GetEnv("HOCKET_CC").value_or(std::string());
  options.isCompilerNamed = !options.compiler.empty();
  if (!options.isCompilerNamed)
    options.compiler = "gcc";
  return options;
}

const char *const helpText =
    R"(usage: hocketcc [any option of gcc or clang] FILE.c... [-o PROGRAM]

Compiles a C program as gcc does and runs its independent parts in parallel.
What cannot be parallelized is compiled as it is.

  --soc=NAME|FILE       chip to schedule for (default: host, this machine)
  --cores=N             use at most N cores
  --objective=time|energy  set the chip's clocks so that nothing takes longer,
                        or so that all takes the least energy
  --emit=DIR            write the per-core C there
  --report=FILE         write a report: FILE.json or FILE.html; repeatable
  -Rhocket[=REGEX]      say what runs in parallel
  -Rhocket-missed[=REGEX]    say what does not, and why
  -Rhocket-analysis[=REGEX]  say what was found out
  -Wno-hocket           no warnings about profiles
  --no-parallel         compile as it is
  -fno-hocket-whole-program  objects carry no text for the link step, which reads
                        none
  --no-cache            links find nothing of what was compiled before, and keep
                        nothing
  -fno-hocket-transform  loop nests keep their order
  -fhocket-contract=same|pinned|any  where gcc fuses products into sums, loop nests
                        keep their order (same, the default), get another one
                        with sums pinned as gcc was seen to fuse them, or may
                        round otherwise
  --cc=COMPILER         C compiler behind hocketcc (default: $HOCKET_CC, or the
                        gcc for the chip)
  --incoherent-clusters  use all clusters of a chip (--soc=) whose caches are not
                        coherent with each other; needs a runtime for that chip
  --launcher=openmp|threads  who creates the threads
  --scheduler=NAME      use this scheduling algorithm only
  --always-parallel     run in parallel whatever can be, also where it does not pay
  --with-nets           and let the program find out what is faster, as it does
                        without --always-parallel
  --check-dependences   build a program that runs on one thread and fails, naming
                        both lines, if two tasks that the schedule leaves
                        unordered touch the same memory
  --profile-generate[=FILE]  build a program that runs on one core and writes
                        what its loops do (default: PROGRAM.hkprof)
  --profile-use=FILE    decide by such a profile, not by guesses; again: by others
                        of the same runs at lower clocks, too
  --always-groups       cores are divided also where it does not pay
  --always-transform    loop nests get another order also where it does not pay
  --prove-nests         only those whose new order is proved, from its text, to
                        do what the old one does; takes longer
  --no-tiles            nests whose outermost loop has to keep its order are not
                        cut into tiles
  --no-inlining         no calls written out in place
  --no-speculation      no loop runs speculatively
  --no-call-tasks       no region whose tasks call functions of the program, so
                        that these have regions of their own
  --rough-costs         guess costs from the source instead of compiling each task's
                        body for them: compiles sooner, schedules worse
  --isl-budget=N        isl operations to spend on a loop, a region or a
                        recursive function
  --cost-budget=N       statements to compile for the cost estimate; where that
                        is not enough, loops with less work stay sequential
  --cost-factor=F       count all estimated costs F times, and
  --unknown-trips=N     loops of unknown trip count as run N times: does the
                        program get slower if the estimates are wrong?
  --stop-after=PHASE, --print-after=PHASE, --time-phases, --no-fallback
                        for developers

HOCKETCC_FLAGS in the environment adds options. The remarks' ids are explained
by 'hocket explain ID'.
)";

} // namespace hocket::driver
