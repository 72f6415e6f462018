// SPDX-License-Identifier: Apache-2.0
//
// A link of objects that carry units, as a program to analyse and to build.
#pragma once

#include "driver/command/Options.h"
#include "driver/system/Compiler.h"
#include "driver/system/TempFiles.h"
#include "driver/units/Objects.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// A unit and where its object comes in.
struct LinkedUnit {
  std::size_t argument = 0; ///< of the link command
  std::string member;       ///< of the archive there; empty: it is the object
  Unit unit;
};

struct LinkedProgram {
  /// In the order of the command. Their flags say the same of the language and
  /// of what an optimizer may do.
  std::vector<LinkedUnit> units;
  /// The command as if the units' texts stood in it, with their flags: what
  /// the analysis goes by.
  Options options;
};

/// What the link command brings together; no units where that is nothing for
/// us. Objects that do not fit stay what they are, code that we do not see:
/// they go to `unread`.
LinkedProgram readLink(const Options &options, const Compiler &compiler,
                       TempFiles &temp, std::vector<UnreadObject> &unread);

/// The link command with the new objects; an archive stands behind those that
/// were its members.
std::vector<std::string> linkCommand(const Options &options,
                                     const LinkedProgram &program,
                                     const std::vector<std::string> &objects);

} // namespace hocket::driver
