// SPDX-License-Identifier: Apache-2.0
//
// Trip counts of loops that are not vectorized after all.
//
// The vectorizer gives what remains of a loop, the scalar one, the weights of a
// few iterations: the vectors do the rest. If the vectors are found to be
// unreachable afterwards (checks that always fail), the scalar loop does all
// the work, but still counts as a few iterations. So each loop is tagged before
// the vectorizer with a number and its trip count, and scalar remainders whose
// vectors are gone get it back.
#pragma once

#include "llvm/IR/PassManager.h"

namespace hocket::cost {

/// Runs before the vectorizer; after it loops of unknown constant trip counts
/// have weights.
class TagLoops : public llvm::PassInfoMixin<TagLoops> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

/// Runs at the end of the pipeline.
class RestoreTrips : public llvm::PassInfoMixin<RestoreTrips> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace hocket::cost
