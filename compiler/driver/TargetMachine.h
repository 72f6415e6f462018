// SPDX-License-Identifier: Apache-2.0
//
// The machine that the compiler behind hocketcc compiles for. Sizes, signs and
// layouts of the user's types are that machine's, never those of the one that
// hocketcc runs on: the source is read with its triple, and where it is another
// machine the compiler itself says whether our front end lays out types as it
// does.
#pragma once

#include "driver/command/Options.h"
#include "driver/system/Compiler.h"

#include <set>
#include <string>
#include <vector>

namespace hocket::driver {

struct TargetMachine {
  std::string triple;        ///< normalized; empty: the compiler does not say
  bool isThisMachine = true; ///< programs for it run here
  /// Names of the macros that the compiler defines; empty if it does not say.
  std::set<std::string> macros;

  /// Where its runtime is below those of this machine: its machineName; empty
  /// for this machine.
  std::string runtimeFolder() const;
};

/// "arm-linux-gnueabihf" for any triple of that machine: without its vendor,
/// and of the architecture the name alone.
std::string machineName(const std::string &triple);

/// Do programs for that triple run on this machine?
bool runsHere(const std::string &triple);

/// Asks the compiler.
TargetMachine askTarget(const Options &options, const Compiler &compiler);

/// Is it a gcc that may leave calls of the program out that have an effect?
/// See codegen::EmitOptions::hidesTasks.
bool losesCalls(const TargetMachine &target);

/// Flags for what we emit, before the user's own. gcc makes one function of two
/// with the same text (-fipa-icf) before it looks how often each is called, so
/// the user's own function, called once, and a copy of ours would become one
/// that is called twice, and is not inlined. And gcc takes upper halves of
/// vector registers for clean behind the call of a function that it knows not
/// to touch them (-fipa-ra), also where they were not before: tasks load
/// structures from their frames by such registers, and a library's functions
/// that were compiled without AVX then take many times as long (gcc 12).
std::vector<std::string> callFlags(const TargetMachine &target);

/// What the front end needs to read C as that compiler does: the command's
/// flags of language, then the machine and whether plain char has a sign.
std::vector<std::string> readingFlags(const Options &options,
                                      const TargetMachine &target);

/// Why programs cannot be read as that compiler reads them: our front end does
/// not know the machine, or has other layouts. Empty if they can.
std::string whyNotRead(const Options &options, const Compiler &compiler,
                       const TargetMachine &target);

} // namespace hocket::driver
