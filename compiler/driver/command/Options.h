// SPDX-License-Identifier: Apache-2.0
//
// Everything the user asked for, in one struct that is passed down: our own
// options by name, and the rest of the command line as gcc or clang would get
// it. Our options are taken out wherever they stand; HOCKETCC_FLAGS adds
// arguments in front of those of the command line, so that the latter win.
#pragma once

#include "driver/command/Arguments.h"
#include "driver/command/CommandFacts.h"
#include "driver/command/Phase.h"
#include "power/Plan.h"
#include "report/Terminal.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::driver {

enum class Launcher : uint8_t {
  OpenMP,  ///< the OpenMP runtime creates the team
  Threads, ///< plain threads do
};

struct Options {
  // Ours.
  std::string soc = "host"; ///< name or file of the SoC spec
  unsigned cores = 0;       ///< at most so many; 0: all that the spec gives
  std::optional<power::Objective> objective; ///< nothing: clocks stay
  std::string emitDirectory;                 ///< --emit; empty: none
  std::vector<std::string> reports;          ///< files ending in .json or .html
  report::RemarkFilter remarks;              ///< to be printed
  bool noParallel = false;
  bool noWholeProgram = false;      ///< objects carry nothing and are not read
  std::string compiler;             ///< --cc, else $HOCKET_CC, else gcc
  bool isCompilerNamed = false;     ///< it is none of ours
  std::optional<Launcher> launcher; ///< empty: what suits the compiler
  unsigned long islBudget = 0;  ///< isl operations for a region; 0: the default
  unsigned long costBudget = 0; ///< statements to compile for the cost
                                ///< estimate; 0: the default
  double costFactor = 1;        ///< PlanOptions::costFactor
  unsigned long unknownTrips = 0; ///< Measured::unknownTrips; 0: the default
  std::string scheduler; ///< one algorithm only; empty: the best of all
  std::optional<Phase> stopAfter;
  std::vector<Phase> printAfter;
  bool alwaysParallel = false;   ///< for tests: costs decide nothing
  bool withNets = false;         ///< with alwaysParallel: PlanOptions::withNets
  bool noTransform = false;      ///< loop nests keep their order
  bool contractsAny = false;     ///< nests in another order need not round as
                                 ///< the user's do
  bool pinsSums = false;         ///< ... round as gcc was seen to in those
  bool noTiles = false;          ///< no loop nest is cut into tiles
  bool proveNests = false;       ///< nests without a proof keep their order
  bool alwaysGroups = false;     ///< for tests: as PlanOptions::alwaysGroups
  bool alwaysTransform = false;  ///< for tests: whatever order may be another
  bool noInlining = false;       ///< calls stay as they are written
  bool noSpeculation = false;    ///< no loop runs speculatively
  bool alwaysSpeculate = false;  ///< for tests: no regions; all loops that may
                                 ///< run speculatively do
  bool alwaysPrecompute = false; ///< for tests: no regions, no loops that are
                                 ///< tried; calls ahead wherever possible
  /// Programs may have cores of clusters whose caches are not coherent.
  bool incoherentClusters = false;
  bool noCallTasks = false;      ///< RegionOptions::noCallTasks
  bool roughCosts = false;       ///< from the source, no body is compiled
  bool checkDependences = false; ///< build with the checking runtime
  bool timePhases = false;
  bool noCache = false;    ///< nothing is kept from one link to the next
  bool noFallback = false; ///< internal problems end with status 70
  bool showHelp = false;
  bool profileGenerate = false; ///< build a program that writes a profile
  std::string profileFile; ///< ... there; empty: the program's name and .hkprof
  std::vector<std::string> profileUse; ///< profiles to read, in order

  /// All of the command, ours and theirs, with what the environment and files
  /// of arguments add.
  std::vector<std::string> words;

  // The C compiler's.
  std::vector<Argument> arguments; ///< the whole rest, in order
  CommandFacts facts;

  /// Positions of the C files in `arguments`.
  std::vector<std::size_t> cInputs() const;
};

/// Reads the command line and the environment. Throws UserError for a bad
/// value of one of our own options; what concerns the compiler's options is
/// left for the compiler to say.
Options parseOptions(const std::vector<std::string> &commandLine);

/// The text of --hocket-help.
extern const char *const helpText;

} // namespace hocket::driver
