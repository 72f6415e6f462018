// SPDX-License-Identifier: Apache-2.0
//
// The unit is compiled as far as machine code, and a pass of ours stands where
// the assembly printer would: it sees each function after register allocation
// and scheduling, and adds up its blocks.
#include "cost/MachineCost.h"

#include "cost/BlockFrequency.h"
#include "cost/CompileUnit.h"
#include "cost/CoreModel.h"
#include "cost/OptimizeModule.h"
#include "support/Policy.h"

#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <set>

namespace hocket::cost {
namespace {

using Costs = std::map<std::string, FunctionCost>;

/// What a call names; empty for a call through a pointer. A vector function of
/// the mathematics library counts as its scalar one.
std::string calleeName(const llvm::MachineInstr &call) {
  llvm::StringRef name;
  for (const llvm::MachineOperand &operand : call.operands()) {
    if (operand.isGlobal())
      name = operand.getGlobal()->getName();
    else if (operand.isSymbol())
      name = operand.getSymbolName();
    if (!name.empty())
      break;
  }
  name.consume_front("\1");
  if (name.consume_front("_ZGV"))
    name = name.split('_').second;
  return name.str();
}

class CostPass : public llvm::MachineFunctionPass {
public:
  static char ID;
  explicit CostPass(Costs &costs) : MachineFunctionPass(ID), costs_(costs) {}

  llvm::StringRef getPassName() const override { return "Hocket cycle costs"; }

  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.addRequired<llvm::MachineLoopInfoWrapperPass>();
    usage.addRequired<llvm::MachineBranchProbabilityInfoWrapperPass>();
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(llvm::MachineFunction &function) override {
    const llvm::MachineLoopInfo &loops =
        getAnalysis<llvm::MachineLoopInfoWrapperPass>().getLI();
    const llvm::MachineBranchProbabilityInfo &probabilities =
        getAnalysis<llvm::MachineBranchProbabilityInfoWrapperPass>().getMBPI();
    CoreModel core(function);
    std::vector<double> frequency =
        blockFrequencies(function, loops, probabilities);
    std::vector<double> cycles(frequency.size(), 0.0);
    FunctionCost cost;
    for (const llvm::MachineBasicBlock &block : function) {
      double runs = frequency[block.getNumber()];
      if (runs == 0)
        continue;
      cycles[block.getNumber()] = runs * (core.blockCycles(block) +
                                          mispredictions(block, probabilities) *
                                              core.mispredictPenalty());
      cost.cycles += cycles[block.getNumber()];
      countCalls(block, runs, cost);
    }
    for (const llvm::MachineLoop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost())
        cost.cycles += waits(*loop, core, frequency, cycles, probabilities);
    costs_[function.getName().str()] = std::move(cost);
    return false;
  }

private:
  static double
  mispredictions(const llvm::MachineBasicBlock &block,
                 const llvm::MachineBranchProbabilityInfo &probabilities) {
    if (block.succ_size() < 2)
      return 0;
    double likeliest = 0;
    for (auto next = block.succ_begin(); next != block.succ_end(); ++next)
      likeliest = std::max(
          likeliest,
          double(
              probabilities.getEdgeProbability(&block, next).getNumerator()) /
              llvm::BranchProbability::getDenominator());
    return (1 - likeliest) * policy.cost.mispredictedShare;
  }

  static void countCalls(const llvm::MachineBasicBlock &block, double runs,
                         FunctionCost &cost) {
    for (const llvm::MachineInstr &instruction : block.instrs())
      if (instruction.isCall() && !instruction.isBundle())
        cost.calls[calleeName(instruction)] += runs;
  }

  /// The likeliest way once through a loop.
  static std::vector<const llvm::MachineBasicBlock *>
  traceOf(const llvm::MachineLoop &loop,
          const llvm::MachineBranchProbabilityInfo &probabilities) {
    std::vector<const llvm::MachineBasicBlock *> trace;
    const llvm::MachineBasicBlock *block = loop.getHeader();
    while (block &&
           std::find(trace.begin(), trace.end(), block) == trace.end()) {
      trace.push_back(block);
      const llvm::MachineBasicBlock *best = nullptr;
      llvm::BranchProbability most = llvm::BranchProbability::getZero();
      for (auto next = block->succ_begin(); next != block->succ_end(); ++next) {
        auto probability = probabilities.getEdgeProbability(block, next);
        if (loop.contains(*next) && (!best || probability > most)) {
          best = *next;
          most = probability;
        }
      }
      block = best;
    }
    return trace;
  }

  /// Cycles that values handed from round to round add to a loop.
  static double waits(const llvm::MachineLoop &loop, const CoreModel &core,
                      const std::vector<double> &frequency,
                      const std::vector<double> &cycles,
                      const llvm::MachineBranchProbabilityInfo &probabilities) {
    double rounds = frequency[loop.getHeader()->getNumber()];
    if (rounds == 0)
      return 0;
    double counted = 0;
    for (const llvm::MachineBasicBlock *block : loop.blocks())
      counted += cycles[block->getNumber()];
    double needed = rounds * core.roundCycles(traceOf(loop, probabilities));
    return std::max(0.0, needed - counted);
  }

  Costs &costs_;
};

char CostPass::ID = 0;

std::unique_ptr<llvm::TargetMachine> makeMachine(const CompileOptions &options,
                                                 std::string &error) {
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(options.triple, error);
  if (!target)
    return nullptr;
  auto level = llvm::CodeGenOpt::getLevel(options.optLevel);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      options.triple, options.cpu, options.features, options.target,
      llvm::Reloc::PIC_, std::nullopt,
      level.value_or(llvm::CodeGenOptLevel::Aggressive)));
}

/// LLVM's own answer to an error in a back end is to end the program.
struct KeepFirstError : llvm::DiagnosticHandler {
  explicit KeepFirstError(std::string &error) : error_(error) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error && error_.empty()) {
      llvm::raw_string_ostream out(error_);
      llvm::DiagnosticPrinterRawOStream printer(out);
      info.print(printer);
    }
    return true;
  }

private:
  std::string &error_;
};

/// Instruction selection, register allocation and scheduling, then our pass.
bool generate(llvm::Module &module, llvm::LLVMTargetMachine &machine,
              Costs &costs) {
  llvm::legacy::PassManager passes;
  llvm::TargetPassConfig *config = machine.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  passes.add(new llvm::MachineModuleInfoWrapperPass(&machine));
  if (config->addISelPasses())
    return false;
  config->addMachinePasses();
  config->setInitialized();
  passes.add(new CostPass(costs));
  passes.run(module);
  return true;
}

} // namespace

std::optional<Costs> estimateCycles(const std::string &preprocessedC,
                                    const std::vector<std::string> &functions,
                                    const std::vector<std::string> &flags,
                                    const Target &target, std::string &error) {
  initializeTargets();
  std::set<std::string> wanted(functions.begin(), functions.end());
  CompiledUnit unit = compileUnit(preprocessedC, wanted, flags, target, error);
  if (!unit.module)
    return std::nullopt;
  std::unique_ptr<llvm::TargetMachine> machine =
      makeMachine(unit.options, error);
  if (!machine)
    return std::nullopt;
  error.clear();
  unit.context->setDiagnosticHandler(std::make_unique<KeepFirstError>(error));
  unit.module->setDataLayout(machine->createDataLayout());
  dropUnreached(*unit.module, wanted);
  optimizeModule(*unit.module, unit.options, *machine);

  Costs costs;
  if (!generate(*unit.module, static_cast<llvm::LLVMTargetMachine &>(*machine),
                costs)) {
    error = "no code generator for " + unit.options.triple;
    return std::nullopt;
  }
  if (!error.empty())
    return std::nullopt;
  return costs;
}

} // namespace hocket::cost
