// SPDX-License-Identifier: Apache-2.0
//
// Throughput is what issue width and the busiest kind of unit allow. On a core
// that runs out of order, latency counts only as far as the window (the model's
// micro-op buffer) cannot hide it: by Little's law a block of U micro-ops and
// height H takes at least H * U / W cycles in a window of W. Values carried
// from round to round of a loop cannot be hidden at all; a timeline of some
// rounds with unlimited units finds what they cost. A core that issues in order
// is played cycle by cycle. Loads hit the first cache: traffic is counted by
// those who know the data.
#include "cost/CoreModel.h"

#include "support/Policy.h"

#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCInstrItineraries.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hocket::cost {
namespace {

/// What was written to a register unit last, and when its writer started.
struct Definition {
  const llvm::MachineInstr *writer = nullptr;
  unsigned operand = 0;
  double start = 0;
  bool isAddress = false; ///< a stepped address: needs neither memory nor data
};

/// Whether a result is the address that a load or store with write-back steps.
/// Other memory operations with a tied result (an addition to what was loaded)
/// have that one result only.
bool isSteppedAddress(const llvm::MachineInstr &instruction, unsigned operand) {
  if (!instruction.mayLoadOrStore() ||
      !instruction.getOperand(operand).isTied())
    return false;
  return instruction.mayStore() ||
         llvm::count_if(instruction.operands(), [](const auto &other) {
           return other.isReg() && other.isDef() && !other.isImplicit();
         }) > 1;
}

/// Starts of instructions in program order, one block after another.
class Timeline {
public:
  explicit Timeline(const CoreModel &core)
      : core_(core), lastWrite_(core.registers().getNumRegUnits()) {
    for (size_t kind = 0; kind < core.numKinds(); ++kind)
      freeAt_.emplace_back(std::max(1u, core.units(kind)), 0.0);
  }

  void run(const llvm::MachineBasicBlock &block) {
    for (const llvm::MachineInstr &instruction : block.instrs())
      if (!takesNoTime(instruction))
        run(instruction);
  }

  double lastStart() const { return lastStart_; } ///< the latest start so far
  double height() const { return height_; } ///< when the last result is due
  /// When the next instruction could issue, in order.
  double issueEnd() const { return clock_ + slotsUsed_ / core_.issueWidth(); }

private:
  void run(const llvm::MachineInstr &instruction) {
    double start = operandsReady(instruction);
    if (core_.isInOrder())
      start = issueInOrder(instruction, start);
    lastStart_ = std::max(lastStart_, start);
    height_ = std::max(
        height_, start + core_.schedule().computeInstrLatency(&instruction));
    record(instruction, start);
  }

  double operandsReady(const llvm::MachineInstr &instruction) const {
    double ready = 0;
    for (unsigned i = 0; i < instruction.getNumOperands(); ++i)
      ready = std::max(ready, operandReady(instruction, i));
    return ready;
  }

  double operandReady(const llvm::MachineInstr &instruction,
                      unsigned index) const {
    const llvm::MachineOperand &operand = instruction.getOperand(index);
    if (!operand.isReg() || !operand.readsReg() || operand.isUndef() ||
        !operand.getReg().isPhysical())
      return 0;
    double ready = 0;
    for (auto unit : core_.registers().regunits(operand.getReg().asMCReg())) {
      const Definition &last = lastWrite_[unit];
      if (last.writer)
        ready = std::max(ready, last.start + latency(last, instruction, index));
    }
    return ready;
  }

  double latency(const Definition &from, const llvm::MachineInstr &to,
                 unsigned operand) const {
    if (from.isAddress)
      return 1;
    return core_.schedule().computeOperandLatency(from.writer, from.operand,
                                                  &to, operand);
  }

  double issueInOrder(const llvm::MachineInstr &instruction, double ready) {
    auto uses = core_.resources(instruction);
    double start = std::max(clock_, std::ceil(ready));
    for (const ResourceUse &use : uses)
      start = std::max(start, *std::min_element(freeAt_[use.kind].begin(),
                                                freeAt_[use.kind].end()));
    if (start > clock_) {
      clock_ = start;
      slotsUsed_ = 0;
    }
    for (const ResourceUse &use : uses)
      *std::min_element(freeAt_[use.kind].begin(), freeAt_[use.kind].end()) =
          start + use.cycles;
    slotsUsed_ += std::max(1u, core_.schedule().getNumMicroOps(&instruction));
    while (slotsUsed_ >= core_.issueWidth()) {
      slotsUsed_ -= core_.issueWidth();
      clock_ += 1;
    }
    return start;
  }

  void record(const llvm::MachineInstr &instruction, double start) {
    for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
      const llvm::MachineOperand &operand = instruction.getOperand(i);
      if (!operand.isReg() || !operand.isDef() ||
          !operand.getReg().isPhysical())
        continue;
      Definition definition{&instruction, i, start, false};
      if (isSteppedAddress(instruction, i)) {
        definition.isAddress = true;
        if (!core_.isInOrder())
          definition.start =
              operandReady(instruction, instruction.findTiedOperandIdx(i));
      }
      written_.push_back({operand.getReg().asMCReg(), definition});
    }
    // Only now: an address must be read before its step is recorded.
    for (const auto &[reg, definition] : written_)
      for (auto unit : core_.registers().regunits(reg))
        lastWrite_[unit] = definition;
    written_.clear();
  }

  const CoreModel &core_;
  std::vector<Definition> lastWrite_; ///< by register unit
  /// Of the instruction at hand.
  llvm::SmallVector<std::pair<llvm::MCRegister, Definition>, 4> written_;
  std::vector<std::vector<double>> freeAt_; ///< by kind, each of its units
  double clock_ = 0, slotsUsed_ = 0;        ///< of an in-order core
  double lastStart_ = 0, height_ = 0;
};

} // namespace

bool takesNoTime(const llvm::MachineInstr &instruction) {
  return instruction.isBundle() || instruction.isMetaInstruction() ||
         instruction.isTransient();
}

CoreModel::CoreModel(const llvm::MachineFunction &function)
    : registers_(*function.getSubtarget().getRegisterInfo()) {
  schedule_.init(&function.getSubtarget());
  if (schedule_.hasInstrSchedModel())
    readResources();
  else if (schedule_.hasInstrItineraries())
    readItineraries();
}

void CoreModel::readResources() {
  for (unsigned kind = 0; kind < schedule_.getNumProcResourceKinds(); ++kind)
    units_.push_back(kind == 0 ? 1 : schedule_.getProcResource(kind)->NumUnits);
}

/// Each set of alternative units that some instruction names is a kind.
void CoreModel::readItineraries() {
  const llvm::InstrItineraryData &data = *schedule_.getInstrItineraries();
  for (unsigned index = 0; !data.isEndMarker(index); ++index)
    for (const llvm::InstrStage *stage = data.beginStage(index);
         stage != data.endStage(index); ++stage)
      if (kindOfMask_.try_emplace(stage->getUnits(), masks_.size()).second)
        masks_.push_back(stage->getUnits());
  for (llvm::InstrStage::FuncUnits mask : masks_)
    units_.push_back(std::popcount(mask));
}

unsigned CoreModel::issueWidth() const {
  return std::max(1u, schedule_.getIssueWidth());
}

bool CoreModel::isInOrder() const {
  return schedule_.getMicroOpBufferSize() <= 1;
}

unsigned CoreModel::mispredictPenalty() const {
  return schedule_.getMCSchedModel()->MispredictPenalty;
}

llvm::SmallVector<ResourceUse, 8>
CoreModel::resources(const llvm::MachineInstr &instruction) const {
  llvm::SmallVector<ResourceUse, 8> uses;
  if (schedule_.hasInstrSchedModel()) {
    const llvm::MCSchedClassDesc *type =
        schedule_.resolveSchedClass(&instruction);
    if (!type->isValid())
      return uses;
    for (const llvm::MCWriteProcResEntry &entry :
         llvm::make_range(schedule_.getWriteProcResBegin(type),
                          schedule_.getWriteProcResEnd(type)))
      if (entry.ReleaseAtCycle > entry.AcquireAtCycle)
        uses.push_back({entry.ProcResourceIdx,
                        double(entry.ReleaseAtCycle - entry.AcquireAtCycle)});
  } else if (schedule_.hasInstrItineraries()) {
    const llvm::InstrItineraryData &data = *schedule_.getInstrItineraries();
    unsigned type = instruction.getDesc().getSchedClass();
    for (const llvm::InstrStage *stage = data.beginStage(type);
         stage != data.endStage(type); ++stage)
      if (stage->getReservationKind() == llvm::InstrStage::Required)
        uses.push_back(
            {kindOfMask_.at(stage->getUnits()), double(stage->getCycles())});
  }
  return uses;
}

double CoreModel::throughput(const llvm::MachineBasicBlock &block,
                             double &microOps) const {
  std::vector<double> held(numKinds(), 0.0);
  microOps = 0;
  for (const llvm::MachineInstr &instruction : block.instrs()) {
    if (takesNoTime(instruction))
      continue;
    microOps += schedule_.getNumMicroOps(&instruction);
    for (const ResourceUse &use : resources(instruction))
      held[use.kind] += use.cycles;
  }
  double cycles = microOps / issueWidth();
  for (size_t kind = 0; kind < held.size(); ++kind) {
    double all = held[kind];
    // Itineraries name units one by one: what fits a part fits the whole.
    if (!masks_.empty())
      for (size_t other = 0; other < held.size(); ++other)
        if (other != kind && (masks_[other] & ~masks_[kind]) == 0)
          all += held[other];
    cycles = std::max(cycles, all / std::max(1u, units_[kind]));
  }
  return cycles;
}

double CoreModel::blockCycles(const llvm::MachineBasicBlock &block) const {
  double microOps = 0;
  double bound = throughput(block, microOps);
  Timeline timeline(*this);
  timeline.run(block);
  if (isInOrder())
    return std::max(bound, timeline.issueEnd());
  double inWindow = std::min(1.0, microOps / schedule_.getMicroOpBufferSize());
  return std::max(bound, timeline.height() * inWindow);
}

double CoreModel::roundCycles(
    llvm::ArrayRef<const llvm::MachineBasicBlock *> trace) const {
  constexpr unsigned warmUp = policy.cost.warmUpRounds;
  constexpr unsigned measured = policy.cost.playedRounds;
  Timeline timeline(*this);
  double before = 0;
  auto now = [&] {
    return isInOrder() ? timeline.issueEnd() : timeline.lastStart();
  };
  for (unsigned round = 0; round < warmUp + measured; ++round) {
    if (round == warmUp)
      before = now();
    for (const llvm::MachineBasicBlock *block : trace)
      timeline.run(*block);
  }
  return (now() - before) / measured;
}

} // namespace hocket::cost
