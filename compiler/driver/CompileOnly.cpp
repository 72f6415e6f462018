// SPDX-License-Identifier: Apache-2.0
//
// The compiler runs first, with the user's command; what it writes and says
// stands, whatever comes of the units.
#include "driver/CompileOnly.h"

#include "driver/Preprocess.h"
#include "driver/command/PassThrough.h"
#include "driver/units/Objects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

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
    if (llvm::StringRef(argument.name).starts_with("-flto"))
      return "'" + argument.words.front() +
             "': the compiler's own link step reads the program";
  }
  if (std::string reason = passThroughReason(others); !reason.empty())
    return reason;
  return options.facts.optimization == "0" ? "it is not optimized (-O0)" : "";
}

int compileCarrying(const Options &options, const Compiler &compiler) {
  if (int status = compiler.runLoud(join(options.arguments)))
    return status;
  TempFiles temp;
  Preprocessed preprocessed = preprocess(options, compiler, temp);
  if (!preprocessed.isOk)
    return 0;
  std::vector<std::size_t> inputs = options.cInputs();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    carry(options, options.arguments[inputs[i]],
          std::move(preprocessed.texts[i]));
  return 0;
}

} // namespace hocket::driver
