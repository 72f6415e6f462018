// SPDX-License-Identifier: Apache-2.0
#include "splitting/Pipelines.h"

#include "loops/ClassifyLoops.h"
#include "loops/legality/FoldedProducts.h"
#include "loops/pipelines/ClassifyPipeline.h"
#include "loops/pipelines/StageOrder.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::NodeId;

namespace {

/// Parts of the program that run for longer than a hand-over takes, perhaps.
class Weights {
public:
  Weights(const ir::Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects) {}

  bool isHeavy(NodeId node) {
    bool result = false;
    ir::forEachNode(program_, node, [&](NodeId id) {
      const ir::Loop *loop = program_[id].as<ir::Loop>();
      result |= loop && !ir::runsOnce(program_, id);
      for (ir::StmtId stmt : ir::ownStmts(program_, id))
        for (const ir::CallSite &call : program_[stmt].calls)
          result |= isHeavy(call.callee);
    });
    return result;
  }

private:
  bool isHeavy(ir::FunctionId function) {
    if (!isValid(function) || !isValid(program_[function].body))
      return false;
    // Asked again while it is being found out: recursive.
    auto [known, isNew] = known_.try_emplace(function, true);
    if (!isNew)
      return known->second;
    bool result = effects_.isRecursive[ir::index(function)] ||
                  isHeavy(program_[function].body);
    return known_[function] = result;
  }

  const ir::Program &program_;
  const analysis::Effects &effects_;
  std::map<ir::FunctionId, bool> known_;
};

class Finder {
public:
  Finder(const ProgramIndex &index, const LoopOptions &options)
      : program_(index.program()), options_(options),
        weights_(program_, index.effects()), index_(index) {}

  std::optional<LoopVerdict> find(NodeId loop) {
    if (!isEligible(loop) || refuseFolded(program_, loop, options_))
      return std::nullopt;
    // Without tests on entry if they cannot be made.
    for (bool mayTest : {true, false})
      if (std::optional<LoopVerdict> found = tryOnce(loop, mayTest))
        return found;
    return std::nullopt;
  }

  /// With a log of its updates, of which only the order stands in its way. What
  /// else does becomes a note.
  std::optional<LoopVerdict> findOrdered(NodeId id, Remark &refused) {
    const ir::Node &node = program_[id];
    if (node.as<ir::Loop>()->part || isValid(node.copyOf) ||
        !node.omitted.empty() || node.hasLabel || node.hasOuterCase ||
        !hasDearTerms(id) || refuseFolded(program_, id, options_))
      return std::nullopt;
    LoopOptions options = options_;
    options.logsUpdates = true;
    LoopVerdict verdict = classifyLoop(index_, id, options);
    if (verdict.kind() == LoopKind::Pipeline)
      return verdict;
    std::string why = verdict.remark.message();
    const std::string start = "loop stays sequential: ";
    if (verdict.remark.id != RemarkId::FloatReduction && why.starts_with(start))
      refused.notes.push_back(
          {verdict.remark.notes.empty() ? verdict.remark.location
                                        : verdict.remark.notes.front().location,
           "cores could make its updates in order, block by block, but " +
               why.substr(start.size())});
    return std::nullopt;
  }

private:
  /// What it adds up may take longer than the addition: there are calls, or
  /// loops inside that do not only add.
  bool hasDearTerms(NodeId loop) const {
    bool result = false;
    ir::forEachNode(program_, loop, [&](NodeId id) {
      bool isInner = program_[id].as<ir::Leaf>() &&
                     ir::loopsAround(program_, id).back() != loop;
      for (ir::StmtId stmt : ir::ownStmts(program_, id))
        result |= !program_[stmt].calls.empty() ||
                  (isInner && !program_[stmt].update);
    });
    return result;
  }

  /// Something in the body may be worth overlapping, and its text can take
  /// waits between its parts.
  bool isEligible(NodeId id) {
    const ir::Node &node = program_[id];
    const ir::Loop &loop = *node.as<ir::Loop>();
    const ir::Node &body = program_[loop.body];
    if (!loop.counted || loop.part || isValid(node.copyOf) ||
        !node.omitted.empty() || node.hasLabel || node.hasOuterCase ||
        !body.as<ir::Block>() || body.exits.byBreak || body.exits.byReturn ||
        body.exits.byGoto)
      return false;
    std::vector<NodeId> items = StageOrder(program_, id).items();
    return items.size() > 1 &&
           std::any_of(items.begin(), items.end(),
                       [&](NodeId item) { return weights_.isHeavy(item); });
  }

  std::optional<LoopVerdict> tryOnce(NodeId loop, bool mayTest) {
    return classifyPipeline(index_, loop, options_, mayTest,
                            [&](NodeId n) { return weights_.isHeavy(n); });
  }

  const ir::Program &program_;
  const LoopOptions &options_;
  Weights weights_;
  const ProgramIndex &index_;
};

} // namespace

void findPipelines(const ir::Program &program, const analysis::Effects &effects,
                   std::vector<LoopVerdict> &verdicts,
                   const LoopOptions &options) {
  ProgramIndex index(program, effects, /*seesThrough=*/true);
  Finder finder(index, options);
  for (LoopVerdict &verdict : verdicts) {
    if (verdict.kind() != LoopKind::Sequential || verdict.isUndecided())
      continue;
    std::optional<LoopVerdict> found;
    if (verdict.remark.id == RemarkId::FloatReduction)
      found = finder.findOrdered(verdict.loop, verdict.remark);
    if (!found)
      found = finder.find(verdict.loop);
    if (found)
      verdict = std::move(*found);
  }
}

bool mayBePipeline(const ProgramIndex &index, NodeId loop,
                   const LoopOptions &options) {
  return Finder(index, options).find(loop).has_value();
}

bool isHeavy(const ir::Program &program, const analysis::Effects &effects,
             NodeId node) {
  return Weights(program, effects).isHeavy(node);
}

} // namespace hocket::polyhedral
