// SPDX-License-Identifier: Apache-2.0
//
// Signals that were to be ignored stay so. LLVM's handlers, which remove
// temporary files when a signal ends the program, replace SIG_IGN too (nohup,
// background jobs of a script), and the program would go on without its files.
#pragma once

namespace hocket::driver {

/// Blocks the signals that are ignored now. To be called before LLVM installs
/// its handlers.
void keepIgnoredSignals();

} // namespace hocket::driver
