// SPDX-License-Identifier: Apache-2.0
//
// One line of a scheduler trace.
#pragma once

#include "trace/Trace.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace hocket::trace {

struct ThreadName {
  uint32_t number = 0; ///< 0: idle
  std::string name;
};

/// An event of any kind: thread `current` was on the CPU then.
struct SwitchEvent {
  Time at = 0;
  uint32_t cpu = 0;
  ThreadName current;
  bool isSwitch = false;
  bool couldGoOn = false; ///< switch: the thread was taken off, did not wait
  ThreadName next;        ///< switch: the CPU goes on with
  std::size_t line = 0;
};

enum class LineKind : uint8_t { Event, Nothing, Wrong };

/// Reads a line into `event`. Wrong: a switch that cannot be read.
LineKind readSwitchLine(llvm::StringRef line, SwitchEvent &event);

/// Events that are missing at this place, of one CPU.
struct LostMark {
  std::optional<uint32_t> cpu;
  uint64_t events = 0; ///< 0: nobody knows how many
};
std::optional<LostMark> readLostMark(llvm::StringRef line);

/// What the headers say.
struct SwitchHeader {
  uint32_t cpus = 0;
  uint64_t lost = 0;
};
void readSwitchHeader(llvm::StringRef line, SwitchHeader &header);

} // namespace hocket::trace
