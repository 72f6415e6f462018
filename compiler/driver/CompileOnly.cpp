// SPDX-License-Identifier: Apache-2.0
//
// What the compiler writes and says, run with the user's command, stands,
// whatever comes of the units. Their texts are read before it, and once more
// after it where a file may have changed.
#include "driver/CompileOnly.h"

#include "driver/command/PassThrough.h"
#include "driver/command/Preprocess.h"
#include "driver/units/EmittedTexts.h"
#include "driver/units/Objects.h"
#include "ir/OwnPragmas.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <ctime>
#include <sys/stat.h>

namespace hocket::driver {
namespace {

bool isCompile(const Argument &argument) {
  return !argument.isInput() && argument.name == "-c";
}

bool isWarning(llvm::StringRef name) {
  return name == "-w" || (name.starts_with("-W") && !name.ends_with(",")) ||
         name.starts_with("-pedantic") || name.starts_with("-fdiagnostics-") ||
         name.starts_with("-fcolor-diagnostics") ||
         name.starts_with("-fmessage-length") || name == "-pipe" ||
         name == "-v";
}

/// The options that count once the file is preprocessed.
std::vector<std::string> flagsOf(const Options &options) {
  std::vector<std::string> flags;
  for (const Argument &argument : options.arguments)
    if (argument.role == ArgRole::Other && !isCompile(argument) &&
        !isWarning(argument.name))
      flags.insert(flags.end(), argument.words.begin(), argument.words.end());
  return flags;
}

/// Where the compiler puts the object.
std::string objectOf(const Options &options, const Argument &input) {
  for (const Argument &argument : llvm::reverse(options.arguments))
    if (argument.role == ArgRole::Output)
      return argument.value();
  return llvm::sys::path::stem(input.value()).str() + ".o";
}

void carry(const Options &options, const Argument &input, std::string text) {
  const std::string path = objectOf(options, input);
  if (!llvm::sys::fs::is_regular_file(path))
    return; // /dev/null, for one
  llvm::SmallString<128> directory;
  llvm::sys::fs::current_path(directory);
  Unit unit{input.value(),
            directory.str().str(),
            options.compiler,
            flagsOf(options),
            "",
            std::move(text)};
  if (llvm::Error error = attachUnit(path, std::move(unit)))
    llvm::errs() << "hocketcc: warning: " << path
                 << ": cannot be parallelized when linked: "
                 << llvm::toString(std::move(error)) << '\n';
}

/// The names in the line markers.
llvm::StringSet<> filesOf(llvm::StringRef text) {
  llvm::StringSet<> files;
  for (llvm::StringRef rest = text; !rest.empty();) {
    auto [line, next] = rest.split('\n');
    rest = next;
    if (!line.consume_front("# ") || !line.contains('"'))
      continue;
    llvm::StringRef name = line.split('"').second;
    name = name.take_front(name.rfind('"'));
    if (!name.empty() && name.front() != '<' && !name.ends_with("//"))
      files.insert(name);
  }
  return files;
}

std::chrono::nanoseconds toNanoseconds(const timespec &time) {
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::nanoseconds(time.tv_nsec);
}

/// By the clock that file systems go by, which lags behind.
std::chrono::nanoseconds nowForFiles() {
  timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return toNanoseconds(now);
}

/// Some file of the text was written, replaced or touched since then, or may
/// have been.
bool mayHaveChanged(llvm::StringRef text, std::chrono::nanoseconds since) {
  const llvm::StringSet<> files = filesOf(text);
  for (llvm::StringRef file : files.keys()) {
    struct stat status;
    if (::stat(file.str().c_str(), &status) != 0)
      return true;
    // Some file systems keep seconds or milliseconds alone.
    const bool isCoarse = status.st_ctim.tv_nsec % 1'000 == 0;
    const std::chrono::seconds lag(isCoarse ? 2 : 0);
    if (toNanoseconds(status.st_ctim) + lag >= since)
      return true;
  }
  return false;
}

/// The assembler would read a file again when the program is linked, or could:
/// a macro may put such a directive together.
bool readsLater(llvm::StringRef text) {
  return text.contains(".incbin") || text.contains(".include") ||
         text.contains(".macro");
}

} // namespace

bool isCompileOnly(const Options &options) {
  return llvm::any_of(options.arguments, isCompile) &&
         !options.cInputs().empty();
}

std::string whyNotCarried(const Options &options) {
  if (options.noParallel)
    return "'--no-parallel' asks for it";
  if (options.noWholeProgram)
    return "'-fno-hocket-whole-program' asks for it";
  std::vector<Argument> others;
  for (const Argument &argument : options.arguments) {
    if (!isCompile(argument))
      others.push_back(argument);
    if (llvm::StringRef(argument.words.front()).starts_with("-Wa,-a"))
      return "'" + argument.words.front() +
             "': it makes the assembler write a listing";
    if (llvm::StringRef(argument.name).starts_with("-flto"))
      return "'" + argument.words.front() +
             "': the compiler's own link step reads the program";
  }
  if (std::string reason = passThroughReason(others); !reason.empty())
    return reason;
  return options.facts.optimization == "0" ? "it is not optimized (-O0)" : "";
}

void compileCarrying(const Options &options, const Compiler &compiler,
                     std::optional<int> &status) {
  const std::chrono::nanoseconds start = nowForFiles();
  TempFiles temp;
  Preprocessed before = preprocess(options, compiler, temp);
  temp.clear(); // the compiler needs room too
  std::vector<std::string> words = join(options.arguments);
  if (llvm::any_of(before.texts, [](const std::string &text) {
        return !ir::ownPragmas(text, "").empty();
      }))
    words.push_back(knowsOurPragmas);
  status = compiler.runLoud(words);
  if (*status != 0 || !before.isOk)
    return;
  // An editor may have been quicker: then text and object differ.
  if (llvm::any_of(before.texts, [&](const std::string &text) {
        return mayHaveChanged(text, start);
      })) {
    Preprocessed after = preprocess(options, compiler, temp);
    if (!after.isOk || after.texts != before.texts)
      return;
  }
  std::vector<std::size_t> inputs = options.cInputs();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!readsLater(before.texts[i]))
      carry(options, options.arguments[inputs[i]], std::move(before.texts[i]));
}

} // namespace hocket::driver
