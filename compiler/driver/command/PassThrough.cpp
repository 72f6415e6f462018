// SPDX-License-Identifier: Apache-2.0
//
// A table of options under which the command is not ours. Names are those of
// Clang's table after aliases, or gcc's where Clang has none; a name that ends
// in '*' stands for all that begin so.
#include "driver/command/PassThrough.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace hocket::driver {
namespace {

struct Rule {
  llvm::StringRef name;
  llvm::StringRef reason;
};

constexpr llvm::StringRef NotALink = "it does not compile and link a program";
constexpr llvm::StringRef Informs = "it only asks the compiler for information";
constexpr llvm::StringRef Beside =
    "it makes the compiler write files beside the program";
constexpr llvm::StringRef Parallel = "the program is parallel by its own means";
constexpr llvm::StringRef Bare = "it links without the C library";
constexpr llvm::StringRef Observes =
    "the program watches its own calls or code, which would change";
constexpr llvm::StringRef Abi =
    "its data layout or calls are not the usual ones";

const Rule rules[] = {
    {"-c", NotALink},
    {"-S", NotALink},
    {"-E", NotALink},
    {"-M", NotALink},
    {"-MM", NotALink},
    {"-r", NotALink},
    {"-shared", NotALink},
    {"-fsyntax-only", NotALink},
    {"-C", NotALink},
    {"-CC", NotALink},
    {"-P", NotALink},
    {"-emit-llvm", NotALink},
    {"-emit-ast", NotALink},
    {"--emit-static-lib", NotALink},
    {"--analyze", NotALink},
    {"--precompile", NotALink},
    {"-fdump-*", Beside},
    {"-d?", NotALink},

    {"-###", Informs},
    {"--version", Informs},
    {"--help*", Informs},
    {"-help*", Informs},
    {"--target-help", Informs},
    {"-print-*", Informs},
    {"--print-*", Informs},
    {"-dumpmachine", Informs},
    {"-dumpversion", Informs},
    {"-dumpfullversion", Informs},
    {"-dumpspecs", Informs},

    {"-save-temps*", Beside},
    {"--save-temps*", Beside},
    {"-fstack-usage", Beside},
    {"-fcallgraph-info*", Beside},
    {"-aux-info", Beside},
    {"-gsplit-dwarf*", Beside},
    {"-ftime-trace*", Beside},
    {"-fsave-optimization-record*", Beside},
    {"-MJ", Beside},

    {"-fopenmp", Parallel},
    {"-fopenmp=", Parallel},
    {"-fopenacc*", Parallel},
    {"-fgnu-tm", Parallel},
    {"-ftree-parallelize-loops=", Parallel},
    {"-fcilkplus", Parallel},

    {"-nostdlib*", Bare},
    {"-nostartfiles", Bare},
    {"-nodefaultlibs", Bare},
    {"-nolibc", Bare},
    {"-ffreestanding", Bare},
    {"-fno-hosted", Bare},
    {"-mkernel", Bare},

    {"-pg", Observes},
    {"-p", Observes},
    {"--coverage", Observes},
    {"-coverage", Observes},
    {"-ftest-coverage", Observes},
    {"-fprofile-*", Observes},
    {"-fcs-profile-*", Observes},
    {"-fcoverage-mapping", Observes},
    {"-fprofile", Observes},
    {"-finstrument-functions*", Observes},
    {"-fpatchable-function-entry=", Observes},
    {"-fxray-instrument", Observes},
    {"-fsplit-stack", Observes},
    {"-fnon-call-exceptions", Observes},
    {"-fdiagnostics-format=", "its messages are meant for a program"},
    {"-fplugin*", "a compiler plugin sees the program"},

    {"-fpack-struct*", Abi},
    {"-mx32", Abi},
    {"-m32", Abi},
    {"-m16", Abi},
    {"-mabi=", Abi},
    {"-arch", Abi},
};

bool matches(llvm::StringRef name, llvm::StringRef pattern) {
  if (pattern == "-d?") // -dM, -dD, ...: debugging dumps, of one letter each
    return name.size() == 3 && name.starts_with("-d");
  if (pattern.consume_back("*"))
    return name.starts_with(pattern);
  return name == pattern;
}

/// Signed overflow is defined or trapped: the last of these options decides.
/// Bounds and subscripts then wrap, which the analysis does not model.
bool definesOverflow(const std::vector<Argument> &arguments) {
  bool wraps = false, traps = false;
  for (const Argument &argument : arguments) {
    if (argument.name == "-fwrapv" || argument.name == "-fno-strict-overflow")
      wraps = true;
    else if (argument.name == "-fno-wrapv" ||
             argument.name == "-fstrict-overflow")
      wraps = false;
    else if (argument.name == "-ftrapv")
      traps = true;
    else if (argument.name == "-fno-trapv")
      traps = false;
  }
  return wraps || traps;
}

bool isHeader(const Argument &input) {
  if (llvm::StringRef(input.language).contains("header"))
    return true;
  if (!input.language.empty())
    return false;
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(input.value()))
      .Cases(".h", ".hh", ".H", ".hp", ".hxx", ".hpp", ".HPP", ".h++", true)
      .Default(false);
}

std::string reasonOfInputs(const std::vector<Argument> &arguments) {
  bool hasC = false;
  for (const Argument &argument : arguments) {
    if (argument.role == ArgRole::StandardInput)
      return "it reads the program from standard input";
    if (argument.isInput() && isHeader(argument))
      return "it precompiles a header";
    hasC |= argument.isC();
  }
  return hasC ? ""
              : "there is no C file in the command, and no object that carries "
                "one";
}

} // namespace

std::string passThroughReason(const std::vector<Argument> &arguments) {
  for (const Argument &argument : arguments)
    for (const Rule &rule : rules)
      if (!argument.isInput() && matches(argument.name, rule.name))
        return "'" + argument.words.front() + "': " + rule.reason.str();
  if (definesOverflow(arguments))
    return "signed overflow is defined (-fwrapv, -ftrapv)";
  return reasonOfInputs(arguments);
}

} // namespace hocket::driver
