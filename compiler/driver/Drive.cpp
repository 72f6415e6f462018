// SPDX-License-Identifier: Apache-2.0
//
// The way of one command through hocketcc. The pipeline runs under guard
// (system/Guard.h), so that a crash of ours costs the user nothing but the
// speed-up.
#include "driver/Drive.h"

#include "driver/Backend.h"
#include "driver/ChipFor.h"
#include "driver/CompileOnly.h"
#include "driver/Fusing.h"
#include "driver/LinkKey.h"
#include "driver/Pipeline.h"
#include "driver/cache/KeptCosts.h"
#include "driver/cache/Store.h"
#include "driver/command/LinkDependencies.h"
#include "driver/command/Preprocess.h"
#include "driver/system/Errors.h"
#include "driver/system/Guard.h"
#include "driver/units/CompileAnew.h"
#include "driver/units/KeptProgram.h"
#include "driver/units/LinkedProgram.h"
#include "report/Terminal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace hocket::driver {
namespace {

void warnUnchecked(const std::string &reason) {
  llvm::errs() << "hocketcc: warning: --check-dependences: nothing is checked: "
               << reason << '\n';
}

void warnUnprofiled(const std::string &reason) {
  llvm::errs() << "hocketcc: warning: --profile-generate: no profile will be "
                  "written: "
               << reason << '\n';
}

/// Says why nothing is parallelized, to those who want to know.
void remarkAsIs(const Options &options, const std::string &reason) {
  if (options.checkDependences)
    warnUnchecked(reason);
  if (options.profileGenerate)
    warnUnprofiled(reason);
  Remark remark{RemarkId::CompiledAsIs, {}, "", {reason}, {}};
  report::printRemarks({remark}, options.remarks, llvm::errs());
}

std::vector<SourceInput> sourceInputs(const Options &options,
                                      const TargetMachine &target,
                                      Preprocessed preprocessed) {
  std::vector<SourceInput> inputs;
  const std::vector<std::string> flags = readingFlags(options, target);
  std::vector<std::size_t> positions = options.cInputs();
  for (std::size_t i = 0; i < positions.size(); ++i)
    inputs.push_back({options.arguments[positions[i]].value(),
                      std::move(preprocessed.texts[i]), flags});
  return inputs;
}

/// The compiler refuses to write over its input; it would not see that we do.
bool overwrites(const Options &options, const Argument &input) {
  bool same = false;
  return input.value() == options.facts.output ||
         (!llvm::sys::fs::equivalent(input.value(), options.facts.output,
                                     same) &&
          same);
}

/// Pipes and the like can be read once only; we may have to read twice.
bool canBeReadOnce(const Argument &input) {
  return llvm::sys::fs::exists(input.value()) &&
         !llvm::sys::fs::is_regular_file(input.value());
}

/// Why its C files are for the compiler alone; empty if they are for us.
std::string whyNotReadable(const Options &options) {
  for (const Argument &argument : options.arguments) {
    if (argument.isInput() && overwrites(options, argument))
      return "its output would replace an input";
    if (argument.isC() && canBeReadOnce(argument))
      return "'" + argument.value() + "' is not a regular file";
  }
  return "";
}

/// Why the command is for the compiler alone; empty if it is for us.
std::string whyAsIs(const Options &options) {
  if (!options.facts.passThroughReason.empty())
    return options.facts.passThroughReason;
  return whyNotReadable(options);
}

void writeFiles(const Options &options, const std::vector<OutputFile> &files) {
  if (!options.emitDirectory.empty())
    if (std::error_code error =
            llvm::sys::fs::create_directories(options.emitDirectory))
      throw UserError(options.emitDirectory +
                      ": cannot be created: " + error.message());
  for (const OutputFile &file : files) {
    llvm::StringRef folder = llvm::sys::path::parent_path(file.path);
    // Reports go into folders that exist; the emitted C makes its own.
    bool isEmitted =
        !options.emitDirectory.empty() &&
        llvm::StringRef(file.path).starts_with(options.emitDirectory);
    if (isEmitted)
      if (std::error_code error = llvm::sys::fs::create_directories(folder))
        throw UserError(folder.str() +
                        ": cannot be created: " + error.message());
    writeFile(file.path, file.text);
  }
}

/// What came of the pipeline: a result, the user's error, or none.
struct Outcome {
  PipelineResult result;
  Mishap mishap;
};

Outcome runPipeline(const std::vector<SourceInput> &inputs, Compilation &c) {
  Outcome outcome;
  outcome.mishap =
      runGuarded([&] { outcome.result = compileProgram(inputs, c); });
  return outcome;
}

/// Our bug must not cost the user the program.
int afterMishap(const Options &options, const Compiler &compiler,
                const Compilation &c, const Mishap &mishap) {
  std::string phase(name(c.currentPhase()));
  if (options.stopAfter || options.noFallback || options.checkDependences) {
    noteMishap(phase, mishap, "stopped");
    return ExitInternal;
  }
  noteMishap(phase, mishap, "compiled without parallelization");
  return compiler.runLoud(join(options.arguments));
}

/// Says why a program for that machine stays sequential, whether or not
/// remarks are asked for.
void warnUnserved(const Options &options, const std::string &reason,
                  const std::string &help) {
  if (options.checkDependences)
    warnUnchecked(reason);
  if (options.profileGenerate)
    warnUnprofiled(reason);
  Remark remark{RemarkId::TargetNotServed, {}, "", {reason, help}, {}};
  report::printRemarks({remark}, options.remarks, llvm::errs());
}

/// What of the chip's flags the texts are compiled with.
void remarkFlags(const soc::SocSpec &soc, const Options &options,
                 RemarkSink &remarks) {
  const ChipFlags flags = chipFlags(soc, options.cores);
  if (!flags.common.empty())
    remarks.add({RemarkId::ChipFlags,
                 {},
                 "",
                 {llvm::join(flags.common, " "), soc.name},
                 {}});
  if (!flags.others.empty())
    remarks.add({RemarkId::ChipFlagsDiffer,
                 {},
                 "",
                 {llvm::join(flags.others, " "), soc.name},
                 {}});
}

/// Is more made than a program?
bool makesFiles(const Options &options) {
  return !options.emitDirectory.empty() || !options.reports.empty() ||
         options.stopAfter || !options.printAfter.empty();
}

/// Why the program stays sequential because of the machine that it is for: not
/// read rightly, no chip, no runtime. Empty if it need not.
struct Unserved {
  std::string reason, help;
};

Unserved whyUnserved(const Options &options, const Compiler &compiler,
                     const TargetMachine &target) {
  if (std::string why = whyNotRead(options, compiler, target); !why.empty())
    return {why, ""};
  if (lacksChip(options, target))
    return {"'" + options.compiler + "' compiles for " + target.triple +
                ", and this machine is another one",
            "name the chip that the program is for with --soc=NAME"};
  return {};
}

/// The program's texts: of its files, or those that its objects carry.
Preprocessed readTexts(const Options &options, const Compiler &compiler,
                       const LinkedProgram &linked, TempFiles &temp) {
  if (linked.units.empty())
    return preprocess(options, compiler, temp);
  Preprocessed result;
  for (const LinkedUnit &unit : linked.units)
    result.texts.push_back(unit.unit.text);
  return result;
}

/// Says which objects stay code that is not seen.
void remarkUnread(const Options &options,
                  const std::vector<UnreadObject> &unread) {
  std::vector<Remark> remarks;
  // A whole library may be of another version: one warning for each reason.
  std::map<std::string, std::vector<std::string>> damaged;
  for (const UnreadObject &object : unread)
    if (object.isDamaged)
      damaged[object.reason].push_back(object.path);
    else
      remarks.push_back(
          {RemarkId::ObjectNotRead, {}, "", {object.path, object.reason}, {}});
  for (const auto &[reason, paths] : damaged) {
    llvm::errs() << "hocketcc: warning: " << paths.front() << ": " << reason
                 << "; it is linked as it is";
    if (paths.size() > 1)
      llvm::errs() << ", and so for " << paths.size() - 1 << " more";
    llvm::errs() << '\n';
  }
  report::printRemarks(remarks, options.remarks, llvm::errs());
}

/// The options that each of the program's units is compiled with.
std::vector<std::vector<std::string>> unitFlags(const Options &options,
                                                const LinkedProgram &linked) {
  std::vector<std::vector<std::string>> result;
  for (const LinkedUnit &unit : linked.units)
    result.push_back(unit.unit.flags);
  if (!result.empty())
    return result;
  std::vector<std::string> words;
  for (const Argument &argument : options.arguments)
    if (argument.role == ArgRole::Other && argument.name != "-v")
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  result.assign(options.cInputs().size(), words);
  return result;
}

/// A link of objects with units.
struct UnitLink {
  const Options &options;
  const Compiler &compiler;
  const TargetMachine &target;
  const LinkedProgram &linked;
  const Store &store; ///< what earlier ones have made
};

/// Compiles the texts that are new, and links them in place of their objects.
int linkUnits(const UnitLink &link, const EmittedTexts &emitted,
              TempFiles &temp) {
  const auto &[options, compiler, target, linked, store] = link;
  NewObjects objects = compileAnew(linked, compiler, emitted, store, temp);
  if (objects.run.status != 0)
    return afterRefusal(options, compiler, objects.run, temp);
  std::vector<std::string> words = linkCommand(options, linked, objects.paths);
  if (takeLinkDependencies(words))
    if (int status = compiler.runLoud(join(options.arguments)))
      return status;
  for (std::string &word : runtimeWords(linked.options, compiler, target))
    words.push_back(std::move(word));
  if (emitted.triesLoops)
    words.push_back(wrapsHeap);
  Compiler::Result run = compiler.runForMessages(words);
  if (run.status != 0)
    return afterRefusal(options, compiler, run, temp);
  llvm::errs() << run.messages;
  llvm::outs() << run.output;
  return 0;
}

/// `-c`, and nothing else.
int compileOnly(const Options &options, const Compiler &compiler) {
  std::string reason = whyNotCarried(options);
  if (reason.empty())
    reason = whyNotReadable(options);
  if (!reason.empty()) {
    remarkAsIs(options, reason);
    return compileAsIs(options, compiler);
  }
  std::optional<int> status;
  constexpr const char *without = "the object carries no unit";
  try {
    if (Mishap mishap =
            runGuarded([&] { compileCarrying(options, compiler, status); }))
      noteMishap("units", mishap, without);
  } catch (const UserError &error) {
    // Whatever it is, the user asked for an object alone.
    noteMishap("units", {error.what(), true}, without);
  }
  return status ? *status : compileAsIs(options, compiler);
}

/// What a link brings together; nothing where we cannot tell.
LinkedProgram readSafely(const Options &options, const Compiler &compiler,
                         TempFiles &temp) {
  LinkedProgram linked;
  if (!options.cInputs().empty())
    return linked;
  std::vector<UnreadObject> unread;
  Mishap mishap =
      runGuarded([&] { linked = readLink(options, compiler, temp, unread); });
  if (mishap) {
    noteMishap("units", mishap, "linked without parallelization");
    return {};
  }
  remarkUnread(options, unread);
  return linked;
}

/// What an equal link made of the program before.
std::optional<KeptProgram> findKept(const Store &store, const std::string &key,
                                    const LinkedProgram &linked) {
  std::optional<std::string> bytes = store.find(key);
  return bytes ? unpack(*bytes, linked) : std::nullopt;
}

/// As they are printed.
std::string remarksOf(const Compilation &c) {
  std::string text;
  llvm::raw_string_ostream out(text);
  report::printRemarks(c.remarks.all(), c.options.remarks, out);
  return text;
}

/// All but `-c`.
// long: one step after the other, each of which may end it.
int makeProgram(const Options &asked, const Compiler &compiler) {
  TempFiles temp;
  const LinkedProgram linked = readSafely(asked, compiler, temp);
  const bool isLink = !linked.units.empty();
  const Options &options = isLink ? linked.options : asked;
  std::string reason = whyAsIs(options);
  if (!reason.empty()) {
    remarkAsIs(options, reason);
    return compileAsIs(asked, compiler);
  }

  // Mistakes in our own options come before those in the program.
  const TargetMachine target = askTarget(options, compiler);
  Compilation c(options, chipFor(options, target));
  if (!isLink)
    remarkFlags(c.soc, options, c.remarks);
  Unserved unserved = whyUnserved(options, compiler, target);
  const std::string noRuntime = whyNoRuntime(options, target);
  if (unserved.reason.empty() && !makesFiles(options))
    unserved = {noRuntime, runtimeHelp(options, target)};
  if (!unserved.reason.empty()) {
    warnUnserved(options, unserved.reason, unserved.help);
    return compileAsIs(asked, compiler);
  }

  const Store store = isLink && !options.noCache ? userStore() : Store();
  const std::string key =
      store.isOpen() ? linkKey(asked, linked, compiler, target, c.soc) : "";
  if (std::optional<KeptProgram> kept = findKept(store, key, linked)) {
    llvm::errs() << kept->said;
    return kept->emitted.units.empty()
               ? compiler.runLoud(join(asked.arguments))
               : linkUnits({asked, compiler, target, linked, store},
                           kept->emitted, temp);
  }

  // Read the program as the compiler sees it. What it refuses, it shall refuse
  // in its own words.
  Preprocessed preprocessed = readTexts(options, compiler, linked, temp);
  if (!preprocessed.isOk)
    return compiler.runLoud(join(asked.arguments));
  const std::string messages = preprocessed.messages;
  c.mayFuse = mayFuse(options, target.macros);
  c.nestFusing = nestFusing(options, target.macros, !compiler.hasOptions());
  c.sequential = sequentialBuild(compiler, unitFlags(options, linked), target);
  c.hasExcess = hasExcess(target.macros);
  c.vectorFlags = vectorFlags(options, target.macros);
  c.callFlags = callFlags(target);
  c.hidesTasks = losesCalls(target);
  if (store.isOpen())
    c.cycles = keptCycles(store);
  if (!options.emitDirectory.empty())
    c.featureMacros = featureMacros(options, compiler);

  Outcome outcome =
      runPipeline(sourceInputs(options, target, std::move(preprocessed)), c);
  if (outcome.mishap)
    return afterMishap(asked, compiler, c, outcome.mishap);
  const EmittedTexts &emitted = outcome.result.emitted;
  const std::string said = remarksOf(c);
  llvm::errs() << said;
  if (options.timePhases)
    c.printTimes(llvm::errs());
  if (outcome.result.isStopped)
    return 0;
  if (!key.empty())
    store.keep(key, pack({said, emitted}, linked));
  writeFiles(options, outcome.result.files);
  if (emitted.units.empty()) {
    if (options.checkDependences)
      warnUnchecked("no part of the program runs in parallel");
    if (options.profileGenerate)
      warnUnprofiled("the program has no loops");
    return compiler.runLoud(join(asked.arguments));
  }

  if (!noRuntime.empty()) {
    warnUnserved(options, noRuntime, runtimeHelp(options, target));
    return compiler.runLoud(join(asked.arguments));
  }
  return isLink
             ? linkUnits({asked, compiler, target, linked, store}, emitted,
                         temp)
             : compileUnits(options, compiler, target, emitted, messages, temp);
}

} // namespace

int drive(const Options &given) {
  Options asked = given;
  chooseCompiler(asked);
  chooseFlags(asked);
  Compiler compiler = Compiler::find(asked.compiler);
  if (isCompileOnly(asked))
    return compileOnly(asked, compiler);
  try {
    return makeProgram(asked, compiler);
  } catch (const TempFileError &error) {
    // The compiler has files of its own, and may find room for them.
    if (asked.stopAfter || asked.checkDependences)
      throw;
    noteMishap("driver", {error.what(), true},
               "compiled without parallelization");
    return compiler.runLoud(join(asked.arguments));
  }
}

} // namespace hocket::driver
