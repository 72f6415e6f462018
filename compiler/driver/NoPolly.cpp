// SPDX-License-Identifier: Apache-2.0
//
// Debian's Clang has Polly among its passes, and its archive asks for it. Polly
// does nothing without -mllvm -polly, and brings an isl of its own, which would
// take the place of ours: a plug-in without passes stands for it.
#include "llvm/Passes/PassPlugin.h"

llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}
