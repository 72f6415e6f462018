// SPDX-License-Identifier: Apache-2.0
//
// One core as LLVM's scheduling model describes it: how many cycles a run of a
// straight piece of machine code takes. Resources come from the model's
// processor resources, or for older cores from its itineraries.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/TargetSchedule.h"

#include <map>
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class TargetRegisterInfo;
} // namespace llvm

namespace hocket::cost {

/// A kind of functional unit held by an instruction.
struct ResourceUse {
  unsigned kind;
  double cycles; ///< of one unit
};

class CoreModel {
public:
  explicit CoreModel(const llvm::MachineFunction &function);

  /// Cycles that a block adds when it runs among its neighbours.
  double blockCycles(const llvm::MachineBasicBlock &block) const;

  /// Cycles from one round to the next of a loop whose body is `trace`, as
  /// values handed from round to round allow.
  double
  roundCycles(llvm::ArrayRef<const llvm::MachineBasicBlock *> trace) const;

  unsigned mispredictPenalty() const;

  // For the timelines of CoreModel.cpp.
  const llvm::TargetSchedModel &schedule() const { return schedule_; }
  const llvm::TargetRegisterInfo &registers() const { return registers_; }
  unsigned issueWidth() const;
  bool isInOrder() const;
  unsigned units(unsigned kind) const { return units_[kind]; }
  size_t numKinds() const { return units_.size(); }
  llvm::SmallVector<ResourceUse, 8>
  resources(const llvm::MachineInstr &instruction) const;

private:
  void readResources();
  void readItineraries();
  double throughput(const llvm::MachineBasicBlock &block,
                    double &microOps) const;

  llvm::TargetSchedModel schedule_;
  const llvm::TargetRegisterInfo &registers_;
  std::vector<unsigned> units_;                    ///< by kind
  std::vector<llvm::InstrStage::FuncUnits> masks_; ///< by kind; itineraries
  std::map<llvm::InstrStage::FuncUnits, unsigned> kindOfMask_;
};

/// Debug values, labels and the like.
bool takesNoTime(const llvm::MachineInstr &instruction);

} // namespace hocket::cost
