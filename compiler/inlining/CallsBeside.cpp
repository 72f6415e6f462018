// SPDX-License-Identifier: Apache-2.0
#include "inlining/CallsBeside.h"

#include "inlining/FunctionsWithLoops.h"
#include "ir/Tree.h"

#include "llvm/ADT/BitVector.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace hocket::inlining {

using namespace ir;

namespace {

/// What a child of a block may touch, by object.
struct Touched {
  llvm::BitVector all, written;
  bool isUnknown = false; ///< or may not be moved at all
};

class BlockOrder {
public:
  BlockOrder(const Program &program, const analysis::Effects &effects,
             const std::vector<NodeId> &children)
      : program_(program), effects_(effects) {
    for (NodeId child : children)
      touched_.push_back(touchedBy(child));
    const auto count = static_cast<unsigned>(children.size());
    for (unsigned i = 0; i < count; ++i) {
      before_.emplace_back(count);
      for (unsigned j = i; j-- > 0;)
        if (!before_[i].test(j) && isOrdered(touched_[j], touched_[i])) {
          before_[i] |= before_[j];
          before_[i].set(j);
        }
    }
  }

  /// Neither waits for the other.
  bool mayRunTogether(size_t i, size_t j) const {
    return i != j && !before_[std::max(i, j)].test(unsigned(std::min(i, j)));
  }

private:
  Touched touchedBy(NodeId node) const {
    const auto objects = static_cast<unsigned>(program_.objects.size());
    Touched result{llvm::BitVector(objects), llvm::BitVector(objects), false};
    result.isUnknown = program_[node].exits.any();
    std::set<std::pair<const ObjectId *, AccessKind>> known;
    for (StmtId stmt : allStmts(program_, node)) {
      const analysis::StmtEffects &effect = effects_.stmts[index(stmt)];
      result.isUnknown |= effect.isUnknown || effect.mayNotReturn ||
                          effect.needsCallingThread || effect.readsClock;
      if (isValid(program_[stmt].declares))
        add({program_[stmt].declares}, AccessKind::Write, result);
      for (const analysis::EffectItem &item : effect.items) {
        result.isUnknown |= item.objects.unknown || item.isVolatile;
        if (!item.isCommutative &&
            known.insert({item.objects.ids.begin(), item.kind}).second)
          add(item.objects.ids, item.kind, result);
      }
    }
    return result;
  }

  static void add(const analysis::ObjectIds &objects, AccessKind kind,
                  Touched &touched) {
    for (ObjectId object : objects) {
      touched.all.set(unsigned(index(object)));
      if (kind == AccessKind::Write)
        touched.written.set(unsigned(index(object)));
    }
  }

  /// One of them writes what the other touches.
  static bool isOrdered(const Touched &first, const Touched &second) {
    return first.isUnknown || second.isUnknown ||
           first.written.anyCommon(second.all) ||
           second.written.anyCommon(first.all);
  }

  const Program &program_;
  const analysis::Effects &effects_;
  std::vector<Touched> touched_;
  std::vector<llvm::BitVector> before_; ///< by child, those it waits for
};

class Finder {
public:
  Finder(const Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects),
        withLoops_(functionsWithLoops(program, effects)) {}

  std::map<NodeId, std::vector<NodeId>> run() {
    for (const Function &function : program_.functions)
      if (isValid(function.body))
        forEachNode(program_, function.body, [&](NodeId node) {
          if (program_[node].as<Block>() && loopsAround(program_, node).empty())
            addFrom(program_[node].as<Block>()->children);
        });
    return std::move(result_);
  }

private:
  void addFrom(const std::vector<NodeId> &children) {
    std::vector<size_t> calls, heavy;
    for (size_t i = 0; i < children.size(); ++i) {
      if (program_[children[i]].as<Leaf>() &&
          callsLoops(program_, children[i], withLoops_))
        calls.push_back(i);
      if (hasLoops(program_, children[i], withLoops_))
        heavy.push_back(i);
    }
    if (calls.empty() || heavy.size() < 2)
      return;
    const BlockOrder order(program_, effects_, children);
    for (size_t call : calls)
      for (size_t other : heavy)
        if (order.mayRunTogether(call, other))
          result_[children[call]].push_back(children[other]);
  }

  const Program &program_;
  const analysis::Effects &effects_;
  const std::vector<char> withLoops_;
  std::map<NodeId, std::vector<NodeId>> result_;
};

} // namespace

std::map<NodeId, std::vector<NodeId>>
callsBesideWork(const Program &program, const analysis::Effects &effects) {
  return Finder(program, effects).run();
}

} // namespace hocket::inlining
