// SPDX-License-Identifier: Apache-2.0
//
// hocket: the tool box around the compiler. One function for each subcommand,
// found in a table; what they do is done by soc, scheduling and report. The
// commands for the machine that programs run on are in runtime/tools.
#include "driver/Compilation.h"
#include "driver/ScheduleCommand.h"
#include "driver/command/SimulateCommand.h"
#include "driver/command/TraceCommand.h"
#include "driver/system/Errors.h"
#include "driver/system/Installation.h"
#include "driver/system/TempFiles.h"
#include "report/Explain.h"
#include "soc/LoadSpec.h"
#include "soc/probe/MeasureCosts.h"

#include "commands.h"  // runtime/tools
#include "recording.h" // likewise

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace hocket;
using driver::UserError;

namespace {

using Arguments = llvm::ArrayRef<std::string>;

/// hocket probe [--measure]: this machine as a SoC spec.
int probe(Arguments arguments) {
  soc::SocSpec host = soc::probeHost();
  if (!arguments.empty()) {
    if (arguments.front() != "--measure")
      throw UserError("'" + arguments.front() +
                      "' is no option of it; expected 'hocket probe' or "
                      "'hocket probe --measure'");
    soc::measureCosts(host);
  }
  llvm::outs() << soc::toYaml(host);
  return 0;
}

/// hocket check FILE: the mistakes in a SoC spec.
int check(Arguments arguments) {
  const std::string &file = arguments.front();
  std::vector<soc::SpecError> errors;
  if (soc::parseSpec(driver::readFile(file), file, errors)) {
    llvm::outs() << file << ": no mistakes found\n";
    return 0;
  }
  for (const soc::SpecError &error : errors)
    llvm::errs() << error.location.file << ':' << error.location.line << ':'
                 << error.location.column << ": error: " << error.message
                 << '\n';
  return driver::ExitUserError;
}

/// hocket explain [ID]: what a remark means and what to do about it; without an
/// id, which there are.
int explain(Arguments arguments) {
  if (arguments.empty()) {
    llvm::outs() << report::listRemarks();
    return 0;
  }
  std::optional<std::string> page = report::explainRemark(arguments.front());
  if (!page)
    throw UserError("no remark is called '" + arguments.front() +
                    "'; 'hocket explain' lists them all");
  llvm::outs() << *page;
  return 0;
}

/// hocket schedule FILE: schedules a problem or a task graph.
int schedule(Arguments arguments) {
  return driver::scheduleCommand(arguments.vec());
}

/// hocket simulate [FILE]: executes a schedule on a simulated chip.
int simulate(Arguments arguments) {
  return driver::simulateCommand(arguments.vec(), driver::loadSoc);
}

std::optional<std::string> recordingToJson(const std::string &bytes,
                                           std::string &error) {
  if (!hkt_is_recording(bytes.data(), bytes.size()))
    return std::nullopt;
  std::size_t length = 0;
  char problem[HKT_PROBLEM_ROOM];
  char *text =
      hkt_recording_to_json(bytes.data(), bytes.size(), &length, problem);
  if (!text) {
    error = problem;
    return std::nullopt;
  }
  std::string result(text, length);
  free(text);
  return result;
}

/// hocket trace FILE...: what a program's cores did, and when.
int trace(Arguments arguments) {
  return driver::traceCommand(arguments.vec(), recordingToJson);
}

struct Command {
  llvm::StringRef name;
  llvm::StringRef argument; ///< what it takes; in brackets: or nothing; with
                            ///< "...": any number, which it checks itself
  llvm::StringRef help;
  int (*run)(Arguments arguments);
};

constexpr Command commands[] = {
    {"probe", "[--measure]", "print this machine as a SoC spec", probe},
    {"check", "FILE", "find the mistakes in a SoC spec", check},
    {"explain", "[ID]", "explain a remark", explain},
    {"schedule", "FILE...", "schedule the tasks of a graph on cores", schedule},
    {"simulate", "FILE...", "execute a schedule on a simulated chip", simulate},
    {"trace", "FILE...", "show what the cores of a program did, and when",
     trace},
};

/// "check FILE"
std::string use(const Command &command) {
  std::string text(command.name);
  return command.argument.empty() ? text : text + " " + command.argument.str();
}

void printHelp(llvm::raw_ostream &out) {
  out << "usage: hocket COMMAND [ARGUMENT]\n\n";
  for (const Command &command : commands) {
    out << "  " << llvm::left_justify(use(command), 32) << command.help << '\n';
  }
  for (const hkt_command *command = hkt_commands; command->name; ++command) {
    std::string text = std::string(command->name) + " " + command->argument;
    out << "  " << llvm::left_justify(text, 32) << command->help << '\n';
  }
  out << "\n--help and --version print this text and the version.\n";
}

/// The runtime's commands know no SoC specs: of `hocket run`, --soc=NAME|FILE
/// becomes --keep=LIST, the processors that the spec keeps for the system.
void replaceSoc(std::vector<std::string> &words) {
  for (std::string &word : words) {
    llvm::StringRef name = word;
    if (!name.starts_with("--") && &word != &words.front())
      return; // the program's
    if (!name.consume_front("--soc="))
      continue;
    std::string list;
    for (const soc::Core &core : driver::loadSoc(name.str()).cores)
      if (core.isForOs)
        list += (list.empty() ? "" : ",") + std::to_string(core.id);
    if (list.empty())
      throw UserError("--soc: '" + name.str() +
                      "' keeps no processors for the system; say which with "
                      "--keep=LIST");
    word = "--keep=" + list;
  }
}

int runCommand(Arguments arguments) {
  for (const Command &command : commands) {
    if (arguments.front() != command.name)
      continue;
    if (command.argument.ends_with("..."))
      return command.run(arguments.drop_front());
    std::size_t most = command.argument.empty() ? 0 : 1;
    std::size_t least = command.argument.starts_with("[") ? 0 : most;
    std::size_t given = arguments.size() - 1;
    if (given < least || given > most)
      throw UserError("wrong number of arguments; expected 'hocket " +
                      use(command) + "'");
    return command.run(arguments.drop_front());
  }
  std::vector<std::string> words(arguments.begin(), arguments.end());
  if (words.front() == "run")
    replaceSoc(words);
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  int status = hkt_run_command(static_cast<int>(words.size()), argv.data());
  if (status >= 0)
    return status;
  throw UserError("unknown command '" + arguments.front() +
                  "'; 'hocket --help' lists the commands");
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments.empty()) {
      printHelp(llvm::errs());
      return driver::ExitUserError;
    }
    if (arguments.front() == "--help") {
      printHelp(llvm::outs());
      return 0;
    }
    if (arguments.front() == "--version") {
      llvm::outs() << "hocket " HOCKET_VERSION "\n";
      return 0;
    }
    return runCommand(arguments);
  } catch (const UserError &error) {
    error.print("hocket");
    return driver::ExitUserError;
  } catch (const std::exception &bug) {
    llvm::errs() << "hocket: internal problem: " << bug.what()
                 << "; this is a bug in hocket, please report it\n";
    return driver::ExitInternal;
  }
}
