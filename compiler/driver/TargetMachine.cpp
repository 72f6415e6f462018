// SPDX-License-Identifier: Apache-2.0
//
// Two short runs of the compiler for every program: -dumpmachine, and -dM for
// its macros. A third one for another machine, or where the compiler's own
// command has options that we do not see (`--cc="gcc -funsigned-char"`): it
// checks a page of assertions on sizes and places, written by our front end.
#include "driver/TargetMachine.h"

#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"
#include "frontend/TypeLayout.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

namespace hocket::driver {

namespace {

using llvm::StringRef;

/// The command's flags that say what is compiled for.
std::vector<std::string> machineFlags(const Options &options) {
  std::vector<std::string> words = options.facts.targetFlags;
  words.insert(words.end(), options.facts.costFlags.begin(),
               options.facts.costFlags.end());
  return words;
}

std::string askTriple(const Options &options, const Compiler &compiler) {
  std::vector<std::string> words = options.facts.targetFlags;
  words.push_back("-dumpmachine");
  Compiler::Result run = compiler.run(words);
  return run.status != 0
             ? ""
             : llvm::Triple::normalize(StringRef(run.output).trim());
}

std::set<std::string> askMacros(const Options &options,
                                const Compiler &compiler) {
  std::vector<std::string> words = machineFlags(options);
  for (const char *word : {"-E", "-dM", "-x", "c", "/dev/null"})
    words.push_back(word);
  const std::string output = compiler.run(words).output;
  std::set<std::string> names;
  for (StringRef text = output; !text.empty();) {
    auto [line, rest] = text.split('\n');
    if (line.consume_front("#define "))
      names.insert(line.split(' ').first.str());
    text = rest;
  }
  return names;
}

/// What the compiler says first against the assertions, in few words.
std::string firstDifference(StringRef messages) {
  StringRef rest = messages;
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    rest = after;
    if (!line.contains("error:"))
      continue;
    StringRef assertion = line.split("assertion failed").second;
    std::string quoted = assertion.split('"').second.rsplit('"').first.str();
    std::erase(quoted, '\\'); // gcc has them before apostrophes
    return quoted.empty() ? line.split("error: ").second.str()
                          : "not so there: " + quoted;
  }
  return "the compiler fails";
}

} // namespace

std::string machineName(const std::string &triple) {
  llvm::Triple named(llvm::Triple::normalize(triple));
  std::string result = llvm::Triple::getArchTypeName(named.getArch()).str() +
                       "-" + named.getOSName().str();
  StringRef environment = named.getEnvironmentName();
  return environment.empty() ? result : result + "-" + environment.str();
}

bool runsHere(const std::string &triple) {
  llvm::Triple theirs(llvm::Triple::normalize(triple));
  llvm::Triple ours(llvm::sys::getProcessTriple());
  return theirs.getArch() == ours.getArch() && theirs.getOS() == ours.getOS() &&
         theirs.isMusl() == ours.isMusl() && theirs.isX32() == ours.isX32();
}

std::string TargetMachine::runtimeFolder() const {
  return isThisMachine ? "" : machineName(triple);
}

TargetMachine askTarget(const Options &options, const Compiler &compiler) {
  TargetMachine target;
  target.triple = askTriple(options, compiler);
  target.isThisMachine = target.triple.empty() || runsHere(target.triple);
  target.macros = askMacros(options, compiler);
  return target;
}

bool losesCalls(const TargetMachine &target) {
  auto has = [&](const char *name) { return target.macros.count(name) != 0; };
  return has("__GNUC__") && !has("__clang__") && !has("__x86_64__") &&
         !has("__i386__");
}

std::vector<std::string> callFlags(const TargetMachine &target) {
  auto has = [&](const char *name) { return target.macros.count(name) != 0; };
  if (!has("__GNUC__") || has("__clang__"))
    return {};
  std::vector<std::string> flags = {"-fno-ipa-icf-functions"};
  if (has("__AVX__"))
    flags.push_back("-fno-ipa-ra");
  return flags;
}

std::vector<std::string> readingFlags(const Options &options,
                                      const TargetMachine &target) {
  std::vector<std::string> flags = options.facts.languageFlags;
  if (!target.isThisMachine)
    flags.push_back("--target=" + target.triple);
  if (!target.macros.empty())
    flags.push_back(target.macros.count("__CHAR_UNSIGNED__") ? "-funsigned-char"
                                                             : "-fsigned-char");
  return flags;
}

std::string whyNotRead(const Options &options, const Compiler &compiler,
                       const TargetMachine &target) {
  if (target.isThisMachine && !compiler.hasOptions())
    return "";
  auto has = [&](const char *name) { return target.macros.count(name) != 0; };
  if (has("__i386__") && !has("__SSE2_MATH__"))
    return "its floating-point registers keep more digits than the types have, "
           "so that results would depend on where values are kept";
  const std::string where =
      target.triple.empty() ? "that machine" : target.triple;
  frontend::TypeLayout layout =
      frontend::typeLayout(readingFlags(options, target));
  if (!layout.problem.empty())
    return "C for " + where + " cannot be read: " + layout.problem;
  TempFiles temp;
  std::string file = temp.create("hocketcc-layout", "c");
  TempFiles::write(file, layout.assertions);
  std::vector<std::string> words = machineFlags(options);
  for (const std::string &word :
       {std::string("-w"), std::string("-fsyntax-only"), file})
    words.push_back(word);
  Compiler::Result run = compiler.run(words);
  return run.status == 0 ? ""
                         : "types are laid out otherwise for " + where + ": " +
                               firstDifference(run.messages);
}

} // namespace hocket::driver
