// SPDX-License-Identifier: Apache-2.0
//
// From preprocessed C to an LLVM module, in memory: what Clang's driver would
// compile with these flags, before any optimization. The functions asked for
// are kept even where they are static and nobody calls them.
#pragma once

#include "cost/Target.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hocket::cost {

/// What the later steps need to know of the flags.
struct CompileOptions {
  unsigned optLevel = 0;  ///< 0 to 3
  unsigned sizeLevel = 0; ///< 1: -Os, 2: -Oz
  bool vectorizesLoops = false, vectorizesStraightLine = false;
  bool unrollsLoops = false;
  bool usesVectorMath = false; ///< calls glibc's vector functions
  std::string triple, cpu, features;
  llvm::TargetOptions target;
};

struct CompiledUnit {
  std::unique_ptr<llvm::LLVMContext> context; ///< outlives the module
  std::unique_ptr<llvm::Module> module;       ///< null if it did not compile
  CompileOptions options;
};

/// Makes LLVM's back ends known. May be called often.
void initializeTargets();

/// \returns a unit without module and `error` set if the text does not compile.
CompiledUnit compileUnit(const std::string &preprocessedC,
                         const std::set<std::string> &wanted,
                         const std::vector<std::string> &flags,
                         const Target &target, std::string &error);

} // namespace hocket::cost
