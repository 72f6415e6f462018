// SPDX-License-Identifier: Apache-2.0
//
// Facts of a command line, each read by one function over all arguments.
#include "driver/command/CommandFacts.h"

#include "driver/command/PassThrough.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace hocket::driver {
namespace {

/// Libraries whose functions the analysis knows, or that call nothing back.
bool isKnownLibrary(llvm::StringRef name) {
  return llvm::is_contained({"m", "c", "pthread", "dl", "rt", "util", "gomp",
                             "omp", "gcc", "gcc_s", "atomic"},
                            name);
}

/// Linker options that bring no code in and redirect no symbol, without their
/// dashes; with or without `=VALUE`.
constexpr llvm::StringRef harmlessLinkerOptions[] = {"rpath",
                                                     "rpath-link",
                                                     "as-needed",
                                                     "no-as-needed",
                                                     "gc-sections",
                                                     "no-gc-sections",
                                                     "Map",
                                                     "build-id",
                                                     "hash-style",
                                                     "start-group",
                                                     "end-group",
                                                     "no-undefined",
                                                     "strip-all",
                                                     "strip-debug",
                                                     "Bstatic",
                                                     "Bdynamic",
                                                     "fatal-warnings",
                                                     "sort-common",
                                                     "stats",
                                                     "print-map",
                                                     "enable-new-dtags",
                                                     "cref",
                                                     "relax",
                                                     "disable-new-dtags",
                                                     "verbose",
                                                     "trace",
                                                     "print-memory-usage",
                                                     "warn-common",
                                                     "dependency-file",
                                                     "s",
                                                     "S",
                                                     "O1",
                                                     "O2",
                                                     "x",
                                                     "X",
                                                     "t"};

bool isHarmlessLinkerWord(llvm::StringRef word) {
  if (!word.starts_with("-"))
    return false;
  return llvm::is_contained(harmlessLinkerOptions,
                            word.ltrim('-').split('=').first);
}

/// Words for the linker (-Wl,A,B and -Xlinker A). Some come in pairs.
bool isForeign(llvm::ArrayRef<std::string> linkerWords) {
  for (std::size_t i = 0; i < linkerWords.size(); ++i) {
    llvm::StringRef word = linkerWords[i];
    bool isPair = llvm::is_contained({"-z", "-rpath", "--rpath", "-rpath-link",
                                      "--rpath-link", "-Map", "--Map",
                                      "-soname", "-h", "-dynamic-linker",
                                      "--dynamic-linker", "--dependency-file"},
                                     word);
    if (isPair)
      ++i; // its value
    else if (!isHarmlessLinkerWord(word))
      return true;
  }
  return false;
}

/// `-e start`, `-estart`, `--entry=start`: the program begins elsewhere.
bool isEntry(const Argument &argument) {
  llvm::StringRef word = argument.words.front();
  return !argument.isInput() &&
         (word.starts_with("-e") || word.starts_with("--entry"));
}

bool readForeignCode(llvm::ArrayRef<Argument> arguments) {
  std::vector<std::string> linkerWords;
  for (const Argument &argument : arguments) {
    if (argument.isInput() && !argument.isC())
      return true;
    if (argument.name == "-l" && !isKnownLibrary(argument.value()))
      return true;
    if (isEntry(argument))
      return true;
    // A plug-in loaded by the program may use any of its symbols; a linker
    // script, a spec file or a compiler's own option may do anything.
    if (llvm::is_contained({"-rdynamic", "-T", "-specs=", "--specs=", "-specs",
                            "-force_load", "-wrapper"},
                           argument.name))
      return true;
    if (argument.name == "-Wl," || argument.name == "-Xlinker")
      linkerWords.insert(linkerWords.end(), argument.values.begin(),
                         argument.values.end());
  }
  return isForeign(linkerWords);
}

/// The three switches that -fassociative-math takes effect through.
struct FloatState {
  bool signedZeros = true, trapping = true, associative = false;
  bool rounding = false;

  void setFast(bool on) {
    signedZeros = trapping = !on;
    associative = on;
  }

  void apply(llvm::StringRef name) {
    bool on = !name.starts_with("-fno-");
    llvm::StringRef what = name.drop_front(name.starts_with("-fno-") ? 5 : 2);
    if (what == "fast-math" || what == "unsafe-math-optimizations")
      setFast(on);
    else if (what == "associative-math")
      associative = on;
    else if (what == "signed-zeros")
      signedZeros = on;
    else if (what == "trapping-math")
      trapping = on;
    else if (what == "rounding-math")
      rounding = on;
  }

  bool mayReassociate() const {
    return associative && !signedZeros && !trapping && !rounding;
  }
};

/// gcc takes -Ofast before all -f options wherever it stands, Clang in its
/// place; only what both allow is allowed.
bool readReassociation(llvm::ArrayRef<Argument> arguments,
                       llvm::StringRef optimization) {
  FloatState gcc, clang;
  if (optimization == "fast")
    gcc.setFast(true);
  for (const Argument &argument : arguments) {
    llvm::StringRef name = argument.name;
    if (name == "-ffp-model=")
      return false;
    if (name == "-Ofast" || (name == "-O" && argument.value() == "fast"))
      clang.setFast(true);
    if (!name.starts_with("-f"))
      continue;
    gcc.apply(name);
    clang.apply(name);
  }
  return gcc.mayReassociate() && clang.mayReassociate();
}

/// Whether mathematics functions set errno, for all that the options say.
bool readMathErrno(llvm::ArrayRef<Argument> arguments,
                   llvm::StringRef optimization) {
  bool sets = optimization != "fast";
  for (const Argument &argument : arguments) {
    llvm::StringRef name = argument.name;
    if (name == "-fno-math-errno" || name == "-ffast-math")
      sets = false;
    else if (name == "-fmath-errno" || name == "-fno-fast-math")
      sets = true;
  }
  return sets;
}

std::string readOptimization(llvm::ArrayRef<Argument> arguments) {
  std::string level = "0";
  for (const Argument &argument : arguments) {
    if (argument.name == "-O")
      level = argument.value().empty() ? "1" : argument.value();
    else if (argument.name == "-O0")
      level = "0";
    else if (argument.name == "-O4")
      level = "3";
    else if (argument.name == "-Ofast")
      level = "fast";
  }
  // gcc takes -O17 for -O3.
  unsigned number = 0;
  if (!llvm::StringRef(level).getAsInteger(10, number) && number > 3)
    level = "3";
  return level;
}

bool readStrictAliasing(llvm::ArrayRef<Argument> arguments,
                        llvm::StringRef optimization) {
  bool strict = llvm::is_contained({"2", "3", "s", "z", "fast"}, optimization);
  for (const Argument &argument : arguments) {
    if (argument.name == "-fstrict-aliasing")
      strict = true;
    else if (argument.name == "-fno-strict-aliasing")
      strict = false;
  }
  return strict;
}

bool readInlining(llvm::ArrayRef<Argument> arguments,
                  llvm::StringRef optimization) {
  return !llvm::is_contained({"0", "g"}, optimization) &&
         llvm::none_of(arguments, [](const Argument &argument) {
           return !argument.words.empty() &&
                  llvm::StringRef(argument.words[0]).starts_with("-fno-inline");
         });
}

void readSanitizers(llvm::ArrayRef<Argument> arguments, CommandFacts &facts) {
  std::vector<std::string> on;
  for (const Argument &argument : arguments) {
    if (argument.name == "-fsanitize=")
      on.insert(on.end(), argument.values.begin(), argument.values.end());
    if (argument.name == "-fno-sanitize=")
      llvm::erase_if(on, [&](const std::string &name) {
        return llvm::is_contained(argument.values, name) ||
               llvm::is_contained(argument.values, "all");
      });
  }
  facts.anySanitizer = !on.empty();
  facts.threadSanitizer = llvm::is_contained(on, "thread");
  for (llvm::StringRef name :
       {"thread", "address", "hwaddress", "memory", "leak", "kernel-address",
        "kernel-hwaddress", "kernel-memory", "dataflow", "type", "realtime"})
    facts.memorySanitizer |= llvm::is_contained(on, name);
}

/// -std=, -ansi, -m..., and the -f options that decide how C is read.
bool isLanguageFlag(const Argument &argument) {
  llvm::StringRef name = argument.name;
  if (!argument.isKnown)
    return false;
  if (name.starts_with("-m") && !name.starts_with("-mllvm"))
    return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("-std=", "-ansi", "--target=", "-traditional-cpp", true)
      .Cases("-fsigned-char", "-fno-signed-char", "-funsigned-char",
             "-fno-unsigned-char", true)
      .Cases("-fshort-enums", "-fno-short-enums", "-fshort-wchar",
             "-fno-short-wchar", true)
      .Cases("-fms-extensions", "-fno-ms-extensions", "-fgnu89-inline",
             "-fno-gnu89-inline", "-fdollars-in-identifiers", true)
      .Cases("-fasm", "-fno-asm", "-fgnu-keywords", "-fno-gnu-keywords",
             "-fcommon", "-fno-common", true)
      .Cases("-fbuiltin", "-fno-builtin", "-fno-builtin-", "-fblocks", true)
      .Default(false);
}

bool isCostFlag(const Argument &argument) {
  llvm::StringRef name = argument.name;
  if (!argument.isKnown)
    return false;
  if (isLanguageFlag(argument) || name.starts_with("-O"))
    return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("-ffast-math", "-fno-fast-math", "-funsafe-math-optimizations",
             "-fno-unsafe-math-optimizations", "-fassociative-math",
             "-fno-associative-math", true)
      .Cases("-fsigned-zeros", "-fno-signed-zeros", "-ftrapping-math",
             "-fno-trapping-math", "-fmath-errno", "-fno-math-errno", true)
      .Cases("-ffinite-math-only", "-fno-finite-math-only", "-freciprocal-math",
             "-fno-reciprocal-math", "-ffp-contract=", true)
      .Cases("-fstrict-aliasing", "-fno-strict-aliasing", "-funroll-loops",
             "-fno-unroll-loops", true)
      .Cases("-fvectorize", "-fno-vectorize", "-ftree-vectorize",
             "-fno-tree-vectorize", "-fslp-vectorize", "-fno-slp-vectorize",
             true)
      .Default(false);
}

void append(std::vector<std::string> &to,
            const std::vector<std::string> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

void readFlags(llvm::ArrayRef<Argument> arguments, CommandFacts &facts) {
  for (const Argument &argument : arguments) {
    llvm::StringRef name = argument.name;
    if (isLanguageFlag(argument))
      append(facts.languageFlags, argument.words);
    if (isCostFlag(argument))
      append(facts.costFlags, argument.words);
    if (name == "--target=" || name == "-target")
      append(facts.targetFlags, argument.words);
    if (argument.role == ArgRole::Output)
      facts.output = argument.value();
    if (argument.role == ArgRole::Dependencies)
      facts.writesDependencies = true;
    if (name == "-Wp," &&
        llvm::any_of(argument.values, [](llvm::StringRef value) {
          return value.starts_with("-M");
        }))
      facts.writesDependencies = true;
    if (name == "-static" || name == "-static-pie")
      facts.isStatic = true;
    if (name == "-g" || name.starts_with("-ggdb") ||
        name.starts_with("-gdwarf"))
      facts.hasDebugInfo = true;
    if (name == "-g0" || name == "-ggdb0")
      facts.hasDebugInfo = false;
  }
}

} // namespace

CommandFacts readCommand(const std::vector<Argument> &arguments) {
  CommandFacts facts;
  facts.passThroughReason = passThroughReason(arguments);
  facts.hasForeignCode = readForeignCode(arguments);
  facts.optimization = readOptimization(arguments);
  facts.mayReassociate = readReassociation(arguments, facts.optimization);
  facts.mathErrno = readMathErrno(arguments, facts.optimization);
  facts.strictAliasing = readStrictAliasing(arguments, facts.optimization);
  facts.inlinesCalledOnce = readInlining(arguments, facts.optimization);
  readSanitizers(arguments, facts);
  readFlags(arguments, facts);
  return facts;
}

} // namespace hocket::driver
