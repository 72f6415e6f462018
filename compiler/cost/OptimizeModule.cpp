// SPDX-License-Identifier: Apache-2.0
//
// LLVM's standard pipeline, with one pass of ours before the vectorizer: a loop
// whose constant trip count scalar evolution can tell gets it as branch
// weights. Machine code knows frequencies only from weights, and without them
// each loop would count as about 30 iterations.
#include "cost/OptimizeModule.h"

#include "cost/LoopTags.h"
#include "support/Policy.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Frontend/Driver/CodeGenOptions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace hocket::cost {
namespace {

class WeighConstantLoops : public llvm::PassInfoMixin<WeighConstantLoops> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses) {
    auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto &evolution =
        analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      weigh(*loop, evolution.getSmallConstantTripCount(loop));
    return llvm::PreservedAnalyses::all();
  }

private:
  static void weigh(llvm::Loop &loop, unsigned trips) {
    llvm::BasicBlock *latch = loop.getLoopLatch();
    if (trips == 0 || !latch || !loop.isLoopExiting(latch))
      return;
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
    if (branch && branch->isConditional() &&
        !llvm::hasValidBranchWeightMD(*branch))
      llvm::setLoopEstimatedTripCount(&loop, trips, /*InvocationWeight=*/1);
  }
};

/// gcc's complete peeling.
void addShortLoopUnrolling(llvm::FunctionPassManager &passes,
                           llvm::OptimizationLevel level) {
  passes.addPass(llvm::LoopUnrollPass(
      llvm::LoopUnrollOptions(int(level.getSpeedupLevel()))
          .setPartial(false)
          .setPeeling(false)
          .setRuntime(false)
          .setUpperBound(false)
          .setProfileBasedPeeling(0)
          .setFullUnrollMaxCount(policy.cost.peeledTrips)));
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
}

llvm::OptimizationLevel levelOf(const CompileOptions &options) {
  if (options.sizeLevel == 2)
    return llvm::OptimizationLevel::Oz;
  if (options.sizeLevel == 1)
    return llvm::OptimizationLevel::Os;
  switch (options.optLevel) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

} // namespace

void dropUnreached(llvm::Module &module, const std::set<std::string> &wanted) {
  // The lists that keep symbols alive would keep all that is marked used.
  for (const char *list : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable *global = module.getNamedGlobal(list))
      global->eraseFromParent();
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (wanted.count(function.getName().str()))
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    else if (function.hasExternalLinkage())
      function.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
    else if (function.hasWeakAnyLinkage())
      function.setLinkage(llvm::GlobalValue::LinkOnceAnyLinkage);
  }
  // Static variables too: the code that reads what a task writes may be
  // dropped, and the writes with it if nobody else could.
  for (llvm::GlobalVariable &global : module.globals())
    if (!global.isDeclaration() &&
        (global.hasExternalLinkage() ||
         (global.hasLocalLinkage() && !global.isConstant())))
      global.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  llvm::PassBuilder builder;
  llvm::ModuleAnalysisManager analyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::CGSCCAnalysisManager sccAnalyses;
  builder.registerModuleAnalyses(analyses);
  builder.registerCGSCCAnalyses(sccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                               analyses);
  passes.run(module, analyses);
}

void optimizeModule(llvm::Module &module, const CompileOptions &options,
                    llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = options.vectorizesLoops;
  tuning.LoopInterleaving = options.unrollsLoops;
  tuning.LoopUnrolling = options.unrollsLoops;
  tuning.SLPVectorization = options.vectorizesStraightLine;
  llvm::PassBuilder builder(&machine, tuning);
  if (!options.unrollsLoops)
    builder.registerScalarOptimizerLateEPCallback(addShortLoopUnrolling);
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(WeighConstantLoops());
        passes.addPass(TagLoops());
      });
  // Full unrolling of short loops, where it is on, came before the tags.
  if (!options.unrollsLoops)
    builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &passes,
                                               llvm::OptimizationLevel) {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(RestoreTrips()));
    });

  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager sccAnalyses;
  llvm::ModuleAnalysisManager analyses;
  llvm::Triple triple(module.getTargetTriple());
  std::unique_ptr<llvm::TargetLibraryInfoImpl> library(llvm::driver::createTLII(
      triple, options.usesVectorMath ? llvm::driver::VectorLibrary::LIBMVEC
                                     : llvm::driver::VectorLibrary::NoLibrary));
  // A loop that clears or copies stays one: how much a call of memset does
  // could not be told from its frequency.
  for (llvm::LibFunc function :
       {llvm::LibFunc_memset, llvm::LibFunc_memcpy, llvm::LibFunc_memmove,
        llvm::LibFunc_memset_pattern16, llvm::LibFunc_strlen})
    library->setUnavailable(function);
  functionAnalyses.registerPass(
      [&] { return llvm::TargetLibraryAnalysis(*library); });
  builder.registerModuleAnalyses(analyses);
  builder.registerCGSCCAnalyses(sccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                               analyses);
  llvm::OptimizationLevel level = levelOf(options);
  llvm::ModulePassManager passes =
      level == llvm::OptimizationLevel::O0
          ? builder.buildO0DefaultPipeline(level)
          : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, analyses);
}

} // namespace hocket::cost
