// SPDX-License-Identifier: Apache-2.0
//
// The processor that LLVM believes to run on, played: preloaded into a program
// of ours, this answers in LLVM's place. So the tests can be run as on another
// machine; native_cpus.py does that. It is linked with nothing: compilers that
// our programs start load it, too.
//
// HOCKET_NATIVE_CPU is the name, as LLVM's -mcpu takes it.
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

#include <cstdlib>

namespace llvm::sys {

StringRef getHostCPUName() {
  const char *name = std::getenv("HOCKET_NATIVE_CPU");
  return name ? name : "generic";
}

/// None beside those that the name stands for.
const StringMap<bool, MallocAllocator> getHostCPUFeatures() { return {}; }

} // namespace llvm::sys
