// SPDX-License-Identifier: Apache-2.0
//
// The final command line: each C file replaced by its emitted text (`.i`, so
// that it is not preprocessed again), preprocessing done with, the runtime
// after all inputs.
#include "driver/Backend.h"

#include "driver/system/Errors.h"
#include "driver/system/Installation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::driver {
namespace {

/// Does the compiler find this library by itself?
std::string findLibrary(const Options &options, const Compiler &compiler,
                        const std::string &file) {
  std::vector<std::string> words = options.facts.targetFlags;
  words.push_back("-print-file-name=" + file);
  Compiler::Result run = compiler.run(words);
  std::string path = llvm::StringRef(run.output).trim().str();
  return run.status == 0 && llvm::sys::path::is_absolute(path) &&
                 llvm::sys::fs::exists(path)
             ? path
             : "";
}

/// How to link the OpenMP runtime; empty if there is none.
std::string openMPLibrary(const Options &options, const Compiler &compiler) {
  if (options.facts.isStatic)
    return findLibrary(options, compiler, "libgomp.a");
  if (compiler.isClang()) {
    std::string path = findLibrary(options, compiler, "libomp.so");
    if (!path.empty())
      return path;
  }
  std::string path = findLibrary(options, compiler, "libgomp.so");
  return path.empty() ? "" : "-lgomp";
}

std::string inRuntimeDirectory(const TargetMachine &target,
                               const std::string &file) {
  llvm::SmallString<256> path(runtimeDirectory(target.runtimeFolder()));
  llvm::sys::path::append(path, file);
  return path.str().str();
}

/// The line of the compiler's messages that tells most.
std::string firstError(llvm::StringRef messages) {
  llvm::SmallVector<llvm::StringRef, 16> lines;
  messages.trim().split(lines, '\n');
  for (llvm::StringRef line : lines)
    if ((line.contains("error:") || line.contains("undefined reference")) &&
        !line.starts_with("collect2:"))
      return line.str();
  return lines.front().str();
}

/// A line of the source below a message: `  12 |   text`.
bool isQuoted(llvm::StringRef line) {
  return line.ltrim(" 0123456789").starts_with("|");
}

/// What the compiler lacked, if that is why it failed: memory, room on a disk,
/// or somebody ended it. It has no words for that where they did not fit in the
/// file for them. Empty: it had a reason.
std::string whatItLacked(const Compiler::Result &run) {
  constexpr llvm::StringRef signs[] = {
      "No space left on device", "Disk quota exceeded",
      "File too large",          "Read-only file system",
      "Input/output error",      "Cannot allocate memory",
      "memory exhausted",        "out of memory",
      "terminated program"};
  if (!run.signal.empty())
    return run.signal;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  llvm::StringRef(run.messages).trim().split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (!isQuoted(line) && llvm::any_of(signs, [&](llvm::StringRef sign) {
          return line.contains_insensitive(sign);
        }))
      return line.str();
  if (lines.front().empty())
    return "it said nothing";
  bool saysWhy = llvm::any_of(lines, [](llvm::StringRef line) {
    return !line.starts_with("collect2:");
  });
  return saysWhy ? "" : lines.front().str();
}

/// Is the argument spent once the files are preprocessed?
bool isSpent(const Argument &argument) {
  return argument.role == ArgRole::Preprocessor ||
         argument.role == ArgRole::Dependencies;
}

/// The user's command with the C files replaced by `files`, which are of
/// `kind` (as for -x), and what the runtime needs at the end.
/// \param flags before the user's own, which may say otherwise
std::vector<std::string> finalCommand(const Options &options,
                                      const std::vector<std::string> &flags,
                                      const std::vector<std::string> &files,
                                      const std::string &kind,
                                      std::vector<std::string> runtime) {
  std::vector<std::string> words = flags;
  std::string language;
  std::size_t next = 0;
  for (const Argument &argument : options.arguments) {
    if (argument.isC() && !argument.language.empty()) {
      for (const std::string &word : {std::string("-x"), kind, files[next++],
                                      std::string("-x"), argument.language})
        words.push_back(word);
    } else if (argument.isC()) {
      words.push_back(files[next++]);
    } else if (!isSpent(argument)) {
      words.insert(words.end(), argument.words.begin(), argument.words.end());
    }
    if (argument.role == ArgRole::Language)
      language = argument.value();
  }
  if (!language.empty() && language != "none")
    words.insert(words.end(), {"-x", "none"});
  for (std::string &word : runtime)
    words.push_back(std::move(word));
  return words;
}

/// Compiles an emitted unit for --check-dependences: instrumented, whatever the
/// linker would do with -fsanitize= left out.
Compiler::Result compileChecked(const Options &options,
                                const Compiler &compiler,
                                const TargetMachine &target,
                                const std::vector<std::string> &flags,
                                const std::string &file,
                                const std::string &object) {
  std::vector<std::string> words = flags;
  for (const Argument &argument : options.arguments)
    if (argument.role == ArgRole::Other)
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  for (const std::string &word :
       {"@" + inRuntimeDirectory(target, "hocket_check.compile"),
        std::string("-fno-lto"), std::string("-c"), std::string("-o"), object,
        std::string("-x"), std::string("cpp-output"), file})
    words.push_back(word);
  return compiler.runForMessages(words);
}

/// Units to objects, objects to a program with the checking runtime. Two steps,
/// as a compiler asked to link what is instrumented brings its own runtime in.
Compiler::Result buildChecked(const Options &options, const Compiler &compiler,
                              const TargetMachine &target,
                              const std::vector<std::string> &flags,
                              const std::vector<std::string> &files,
                              TempFiles &temp) {
  std::vector<std::string> objects;
  std::string messages;
  for (const std::string &file : files) {
    objects.push_back(temp.create(llvm::sys::path::stem(file).str(), "o"));
    Compiler::Result run =
        compileChecked(options, compiler, target, flags, file, objects.back());
    messages += run.messages;
    run.messages = messages;
    if (run.status != 0)
      return run;
  }
  Compiler::Result run = compiler.runForMessages(
      finalCommand(options, {}, objects, "none",
                   {"@" + inRuntimeDirectory(target, "hocket_check.link"),
                    inRuntimeDirectory(target, "libhocket_check.a")}));
  run.messages = messages + run.messages;
  return run;
}

Compiler::Result build(const Options &options, const Compiler &compiler,
                       const TargetMachine &target,
                       const std::vector<std::string> &flags,
                       const std::vector<std::string> &files, TempFiles &temp) {
  if (options.checkDependences)
    return buildChecked(options, compiler, target, flags, files, temp);
  return compiler.runForMessages(
      finalCommand(options, flags, files, "cpp-output",
                   runtimeWords(options, compiler, target)));
}

} // namespace

/// Options and libraries that bring the runtime in. Two archives: the launcher
/// that is asked for by its symbol, and the rest.
std::vector<std::string> runtimeWords(const Options &options,
                                      const Compiler &compiler,
                                      const TargetMachine &target) {
  // ThreadSanitizer cannot see inside the OpenMP runtime and would report its
  // barriers as races; linked statically, libgomp makes the linker warn.
  bool preferThreads = options.facts.threadSanitizer || options.facts.isStatic;
  Launcher launcher = options.launcher.value_or(
      preferThreads ? Launcher::Threads : Launcher::OpenMP);
  // The archives exist a second time, built for ThreadSanitizer.
  std::string suffix = options.facts.threadSanitizer ? "_tsan.a" : ".a";
  std::vector<std::string> words;
  if (options.profileGenerate)
    launcher = Launcher::Threads; // there will be no team
  if (launcher == Launcher::OpenMP) {
    std::string library = openMPLibrary(options, compiler);
    if (library.empty() && options.launcher)
      throw UserError("--launcher=openmp: '" + options.compiler +
                      "' has no OpenMP runtime to link");
    if (!library.empty())
      words = {"-u",
               "hki_openmp_launcher",
               inRuntimeDirectory(target, "libhocket_openmp" + suffix),
               inRuntimeDirectory(target, "libhocket" + suffix),
               library,
               "-lpthread"};
  }
  if (words.empty())
    words = {inRuntimeDirectory(target, "libhocket" + suffix), "-lpthread"};
  return words;
}

int compileAsIs(const Options &options, const Compiler &compiler) {
  return compiler.become(join(options.arguments));
}

std::string whyNoRuntime(const Options &options, const TargetMachine &target) {
  const char *library =
      options.checkDependences ? "libhocket_check.a" : "libhocket.a";
  if (llvm::sys::fs::exists(inRuntimeDirectory(target, library)))
    return "";
  std::string where = runtimeDirectory(target.runtimeFolder());
  return target.isThisMachine
             ? "no runtime library in " + where
             : "no runtime library for " + target.triple + " in " + where;
}

std::string runtimeHelp(const Options &options, const TargetMachine &target) {
  if (target.isThisMachine || options.checkDependences)
    return "";
  llvm::StringRef archiver = options.compiler;
  bool isGcc = archiver.consume_back("gcc");
  const std::string folder = target.runtimeFolder();
  return "build it: make -C " + runtimeSources() + " CC='" + options.compiler +
         "' AR=" + (isGcc ? archiver.str() + "ar" : "llvm-ar") +
         " ARCH=" + llvm::StringRef(folder).split('-').first.str() +
         " OUT=" + runtimeDirectory(folder);
}

int afterRefusal(const Options &options, const Compiler &compiler,
                 const Compiler::Result &run, TempFiles &temp) {
  temp.clear();
  // Either the program is wrong, or what we made of it: the compiler's verdict
  // on the user's own command tells.
  int status = compiler.runLoud(join(options.arguments));
  if (status != 0)
    return status;
  if (std::string lacked = whatItLacked(run);
      !lacked.empty() && !options.checkDependences) {
    llvm::errs()
        << "hocketcc: warning: the parallel program could not be made: "
        << lacked << "; compiled without parallelization\n";
    return 0;
  }
  std::string problem =
      "the emitted C was refused: " + firstError(run.messages);
  if (options.checkDependences) {
    llvm::sys::fs::remove(options.facts.output); // it checks nothing
    noteInternalProblem("backend", problem, "no program was made");
    return ExitInternal;
  }
  noteInternalProblem("backend", problem, "compiled without parallelization");
  return options.noFallback ? ExitInternal : 0;
}

int compileUnits(const Options &options, const Compiler &compiler,
                 const TargetMachine &target, const EmittedTexts &emitted,
                 const std::string &messages, TempFiles &temp) {
  // Dependency files come from the user's own command: what they are called
  // and what they name depends on the compiler's version and options. It also
  // shows its warnings, as it does where the preprocessor has some: they come
  // in the order of the source, and Clang counts them.
  const bool isCompiledBefore =
      options.facts.writesDependencies || !messages.empty();
  std::vector<std::string> users = join(options.arguments);
  if (emitted.hasDeadlines)
    users.push_back(knowsOurPragmas);
  if (isCompiledBefore)
    if (int status = compiler.runLoud(users))
      return status;
  std::vector<std::size_t> inputs = options.cInputs();
  std::vector<std::string> files;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    llvm::StringRef stem =
        llvm::sys::path::stem(options.arguments[inputs[i]].value());
    files.push_back(temp.create(stem.str(), "i"));
    TempFiles::write(files.back(), emitted.units[i]);
  }
  std::vector<std::string> flags = emitted.flags;
  if (emitted.triesLoops)
    flags.push_back(wrapsHeap);
  Compiler::Result run = build(options, compiler, target, flags, files, temp);
  if (run.status == 0) {
    if (!isCompiledBefore) {
      llvm::errs() << run.messages;
      llvm::outs() << run.output;
    }
    return 0;
  }
  if (!options.noFallback && !options.checkDependences &&
      whatItLacked(run).empty()) {
    // With -Werror a warning of what we added refuses it: where the user's own
    // text passes, and has shown its warnings, that is all it was.
    if (!isCompiledBefore)
      if (int status = compiler.runLoud(users))
        return status;
    flags.push_back("-w");
    run = build(options, compiler, target, flags, files, temp);
    if (run.status == 0)
      return 0;
  }
  return afterRefusal(options, compiler, run, temp);
}

} // namespace hocket::driver
