// SPDX-License-Identifier: Apache-2.0
//
// hocketcc: a C compiler that runs the independent parts of a program in
// parallel. See Drive.cpp for the way of a command, Pipeline.cpp for the
// stages.
#include "driver/Drive.h"
#include "driver/system/Errors.h"
#include "driver/system/Guard.h"
#include "driver/system/Signals.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

#include <new>

using namespace hocket::driver;

int main(int argc, char **argv) {
  keepIgnoredSignals();
  llvm::InitLLVM init(argc, argv);
  expectShortages();
  try {
    Options options = parseOptions({argv + 1, argv + argc});
    if (options.showHelp) {
      llvm::outs() << helpText;
      return 0;
    }
    return drive(options);
  } catch (const UserError &error) {
    error.print("hocketcc");
    return ExitUserError;
  } catch (const std::bad_alloc &) {
    UserError("out of memory").print("hocketcc");
    return ExitUserError;
  } catch (const std::exception &bug) {
    noteInternalProblem("driver", bug.what(), "stopped");
    return ExitInternal;
  }
}
