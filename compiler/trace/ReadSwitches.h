// SPDX-License-Identifier: Apache-2.0
//
// What each CPU ran, from the text of the kernel's scheduler events: that of
// /sys/kernel/tracing/trace (and trace_pipe, and Android's), of `trace-cmd
// report` and of `perf script`.
//
// Events may be missing: the kernel drops them where a buffer overflows. A
// thread runs on one CPU at a time. So a thread that turns up on another CPU
// than the one that it was last seen on had left that one before, which is then
// idle; and a CPU where another thread turns up than the one that was switched
// to runs that one. ("If this process is seen executing instead on another
// processor ..., we know the process has migrated and the previous CPU has
// become inactive and the current one active": paper 002, section "Calculating
// TLP".)
#pragma once

#include "trace/Trace.h"

#include <optional>

namespace hocket::trace {

/// \returns nothing if the text is not what it should be; `error` then says
/// what, as ":LINE: error: ..." or ": error: ...", to be put behind the file's
/// name.
std::optional<Switches> readSwitches(const std::string &text,
                                     std::string &error);

} // namespace hocket::trace
