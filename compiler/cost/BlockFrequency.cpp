// SPDX-License-Identifier: Apache-2.0
//
// Propagation of branch probabilities loop by loop, innermost first, after
// Wu and Larus, "Static branch frequency and program profile analysis" (MICRO
// 1994). LLVM's own block frequencies are 64-bit integers with all blocks of a
// function on one scale, which saturates for deep nests of long loops; doubles
// do not.
//
// Cycles that are not natural loops (a goto into a loop; a loop whose head was
// copied to where it is entered) are solved as linear equations: what runs
// through one of the blocks that their jumps back go to is spread as what runs
// through the head is, and each unit comes back to these blocks in shares.
#include "cost/BlockFrequency.h"

#include "support/Policy.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hocket::cost {
namespace {

/// One run of a block, spread over a loop or over the function.
struct Flow {
  std::vector<double> frequency;
  /// Comes back to the loop's head.
  double again = 0;
  /// By position in the order: comes to a block by a jump back that no natural
  /// loop has.
  std::map<size_t, double> back;
};

void add(Flow &flow, const Flow &other, double times) {
  for (size_t i = 0; i < flow.frequency.size(); ++i)
    flow.frequency[i] += times * other.frequency[i];
  flow.again += times * other.again;
}

/// Solves x = start + matrix^T x. \p matrix has a row for each entry of
/// \p start: the shares of a unit that come back.
std::vector<double> solve(std::vector<std::vector<double>> matrix,
                          std::vector<double> start) {
  // Elimination without pivots: the pivot is the part that does not come back.
  size_t n = start.size();
  for (size_t k = 0; k < n; ++k) {
    double leaves = std::max(1 - matrix[k][k], 1 / policy.cost.endlessRounds);
    for (size_t to = 0; to < n; ++to) {
      if (to == k)
        continue;
      double share = matrix[k][to] / leaves;
      start[to] += start[k] * share;
      for (size_t from = 0; from < n; ++from)
        if (from != k)
          matrix[from][to] += matrix[from][k] * share;
    }
    start[k] /= leaves;
    for (size_t from = 0; from < n; ++from)
      matrix[from][k] = from == k ? 0 : matrix[from][k] / leaves;
  }
  return start;
}

class Propagation {
public:
  Propagation(const llvm::MachineFunction &function,
              const llvm::MachineLoopInfo &loops,
              const llvm::MachineBranchProbabilityInfo &probabilities)
      : loops_(loops), probabilities_(probabilities),
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
    return spread(0, nullptr).frequency;
  }

private:
  /// Finds how many rounds the loop runs for one entry, inner loops first.
  void settle(const llvm::MachineLoop &loop) {
    for (const llvm::MachineLoop *inner : loop)
      settle(*inner);
    int header = loop.getHeader()->getNumber();
    double leaves = 1.0 - spread(position_[header], &loop).again;
    rounds_[header] = std::max(1.0, leaves < 1e-12 ? policy.cost.endlessRounds
                                                   : 1.0 / leaves);
  }

  /// One run of a loop's head, or of the function's entry, through all cycles;
  /// each once if there are very many.
  Flow spread(size_t head, const llvm::MachineLoop *loop) {
    Flow all = forward(head, loop);
    if (all.back.empty())
      return all;
    std::vector<size_t> entries;
    std::vector<Flow> flows;
    for (const auto &[entry, share] : all.back)
      entries.push_back(entry);
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries.size() > policy.cost.cycleEntries)
        return all;
      flows.push_back(forward(entries[i], loop));
      for (const auto &[entry, share] : flows.back().back)
        if (std::find(entries.begin(), entries.end(), entry) == entries.end())
          entries.push_back(entry);
    }
    auto shares = [&](Flow &flow) {
      std::vector<double> result;
      for (size_t entry : entries)
        result.push_back(flow.back[entry]);
      return result;
    };
    std::vector<std::vector<double>> matrix;
    for (Flow &flow : flows)
      matrix.push_back(shares(flow));
    std::vector<double> runs = solve(std::move(matrix), shares(all));
    for (size_t i = 0; i < entries.size(); ++i)
      add(all, flows[i], runs[i]);
    return all;
  }

  /// One run of the block at \p start, along edges that lead forward in the
  /// order, each natural loop on the way with all its rounds.
  Flow forward(size_t start, const llvm::MachineLoop *loop) const {
    const llvm::MachineBasicBlock *head = loop ? loop->getHeader() : nullptr;
    Flow flow;
    flow.frequency.assign(position_.size(), 0.0);
    std::vector<double> incoming(position_.size(), 0.0);
    incoming[order_[start]->getNumber()] = 1;
    for (size_t i = start; i < order_.size(); ++i) {
      const llvm::MachineBasicBlock &block = *order_[i];
      double frequency = incoming[block.getNumber()];
      if (frequency == 0)
        continue;
      if (&block != head)
        frequency *= rounds_[block.getNumber()];
      flow.frequency[block.getNumber()] = frequency;
      for (auto next = block.succ_begin(); next != block.succ_end(); ++next) {
        double part = frequency * share(block, next);
        size_t to = position_[(*next)->getNumber()];
        if (*next == head)
          flow.again += part;
        else if (loop && !loop->contains(*next))
          continue;
        else if (to > i)
          incoming[(*next)->getNumber()] += part;
        else if (!isLatch(block, **next))
          flow.back[to] += part;
      }
    }
    return flow;
  }

  double share(const llvm::MachineBasicBlock &block,
               llvm::MachineBasicBlock::const_succ_iterator next) const {
    return double(
               probabilities_.getEdgeProbability(&block, next).getNumerator()) /
           llvm::BranchProbability::getDenominator();
  }

  /// The jump back is that of a natural loop, which counts its rounds.
  bool isLatch(const llvm::MachineBasicBlock &block,
               const llvm::MachineBasicBlock &next) const {
    const llvm::MachineLoop *loop = loops_.getLoopFor(&next);
    return loop && loop->getHeader() == &next && loop->contains(&block);
  }

  const llvm::MachineLoopInfo &loops_;
  const llvm::MachineBranchProbabilityInfo &probabilities_;
  std::vector<const llvm::MachineBasicBlock *> order_; ///< reverse post-order
  std::vector<size_t> position_;                       ///< in it, by number
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
