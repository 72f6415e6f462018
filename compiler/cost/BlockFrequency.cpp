// SPDX-License-Identifier: Apache-2.0
//
// Propagation of branch probabilities loop by loop, innermost first, after
// Wu and Larus, "Static branch frequency and program profile analysis" (MICRO
// 1994). LLVM's own block frequencies are 64-bit integers with all blocks of a
// function on one scale, which saturates for deep nests of long loops; doubles
// do not. Cycles that are not natural loops (a goto into a loop) count once.
#include "cost/BlockFrequency.h"

#include "support/Policy.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

#include <algorithm>

namespace hocket::cost {
namespace {

class Propagation {
public:
  Propagation(const llvm::MachineFunction &function,
              const llvm::MachineLoopInfo &loops,
              const llvm::MachineBranchProbabilityInfo &probabilities)
      : loops_(loops), probabilities_(probabilities),
        frequency_(function.getNumBlockIDs(), 0.0),
        incoming_(function.getNumBlockIDs(), 0.0),
        rounds_(function.getNumBlockIDs(), 1.0) {
    llvm::ReversePostOrderTraversal<const llvm::MachineFunction *> traversal(
        &function);
    order_.assign(traversal.begin(), traversal.end());
    position_.assign(function.getNumBlockIDs(), 0);
    for (size_t i = 0; i < order_.size(); ++i)
      position_[order_[i]->getNumber()] = i;
  }

  std::vector<double> run() {
    for (const llvm::MachineLoop *loop : loops_)
      settle(*loop);
    spread(*order_.front(), nullptr);
    return std::move(frequency_);
  }

private:
  /// Finds how many rounds the loop runs for one entry, inner loops first.
  void settle(const llvm::MachineLoop &loop) {
    for (const llvm::MachineLoop *inner : loop)
      settle(*inner);
    const llvm::MachineBasicBlock &header = *loop.getHeader();
    double again = spread(header, &loop);
    double leaves = 1.0 - again;
    rounds_[header.getNumber()] = std::max(
        1.0, leaves < 1e-12 ? policy.cost.endlessRounds : 1.0 / leaves);
  }

  /// Spreads one run of `head` over its loop, or over the function. Returns
  /// what comes back to it.
  double spread(const llvm::MachineBasicBlock &head,
                const llvm::MachineLoop *loop) {
    for (const llvm::MachineBasicBlock *block : order_)
      if (!loop || loop->contains(block))
        incoming_[block->getNumber()] = frequency_[block->getNumber()] = 0;
    double again = 0;
    incoming_[head.getNumber()] = 1;
    for (size_t i = position_[head.getNumber()]; i < order_.size(); ++i) {
      const llvm::MachineBasicBlock &block = *order_[i];
      if (loop && !loop->contains(&block))
        continue;
      double &frequency = frequency_[block.getNumber()];
      frequency = incoming_[block.getNumber()];
      if (loop == nullptr || &block != &head)
        frequency *= rounds_[block.getNumber()];
      for (auto next = block.succ_begin(); next != block.succ_end(); ++next)
        again += pass(block, next, frequency, head, loop);
    }
    return again;
  }

  /// Hands `frequency` on along one edge. Returns the part that goes to `head`.
  double pass(const llvm::MachineBasicBlock &block,
              llvm::MachineBasicBlock::const_succ_iterator next,
              double frequency, const llvm::MachineBasicBlock &head,
              const llvm::MachineLoop *loop) {
    llvm::BranchProbability probability =
        probabilities_.getEdgeProbability(&block, next);
    double part = frequency * probability.getNumerator() /
                  llvm::BranchProbability::getDenominator();
    if (*next == &head)
      return part;
    bool isForward =
        position_[(*next)->getNumber()] > position_[block.getNumber()];
    if (isForward && (!loop || loop->contains(*next)))
      incoming_[(*next)->getNumber()] += part;
    return 0;
  }

  const llvm::MachineLoopInfo &loops_;
  const llvm::MachineBranchProbabilityInfo &probabilities_;
  std::vector<const llvm::MachineBasicBlock *> order_; ///< reverse post-order
  std::vector<size_t> position_;                       ///< in it, by number
  std::vector<double> frequency_, incoming_;
  std::vector<double> rounds_; ///< of the loop that a block heads; else 1
};

} // namespace

std::vector<double>
blockFrequencies(const llvm::MachineFunction &function,
                 const llvm::MachineLoopInfo &loops,
                 const llvm::MachineBranchProbabilityInfo &probabilities) {
  return Propagation(function, loops, probabilities).run();
}

} // namespace hocket::cost
