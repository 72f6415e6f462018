// SPDX-License-Identifier: Apache-2.0
#include "splitting/Pipelines.h"

#include "loops/ClassifyLoops.h"
#include "loops/legality/FoldedProducts.h"
#include "loops/pipelines/ClassifyPipeline.h"
#include "loops/pipelines/StageOrder.h"

#include "ir/TileLoops.h"
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

  PipelineResult find(NodeId loop) {
    if (!isEligible(loop) || refuseFolded(program_, loop, options_))
      return RemarkNote{};
    PipelineResult found = tryOnce(loop, true);
    if (std::holds_alternative<LoopVerdict>(found))
      return found;
    // Without tests on entry if they cannot be made.
    PipelineResult untested = tryOnce(loop, false);
    return std::holds_alternative<LoopVerdict>(untested) ? untested : found;
  }

private:
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

  PipelineResult tryOnce(NodeId loop, bool mayTest) {
    return classifyPipeline(index_, loop, options_, mayTest,
                            [&](NodeId n) { return weights_.isHeavy(n); });
  }

  const ir::Program &program_;
  const LoopOptions &options_;
  Weights weights_;
  const ProgramIndex &index_;
};

} // namespace

namespace {

/// What is refused is an update of floating-point numbers.
bool isOfFloatUpdate(const ProgramIndex &index, NodeId loop,
                     const Remark &refused) {
  if (refused.id == RemarkId::FloatReduction)
    return true;
  if (refused.notes.empty())
    return false;
  const ir::Program &program = index.program();
  for (ir::StmtId stmt : index.stmtsOf(loop)) {
    const std::optional<ir::Update> &update = program[stmt].update;
    if (!update || !update->isFloat)
      continue;
    for (const ir::Access &access : program[stmt].accesses)
      if (access.address == update->target &&
          access.location == refused.notes.front().location)
        return true;
  }
  return false;
}

} // namespace

bool hasDearTerms(const ir::Program &program, NodeId loop) {
  bool result = false;
  ir::forEachNode(program, loop, [&](NodeId id) {
    bool isInner = program[id].as<ir::Leaf>() &&
                   ir::loopsAround(program, id).back() != loop;
    for (ir::StmtId stmt : ir::ownStmts(program, id))
      result |=
          !program[stmt].calls.empty() || (isInner && !program[stmt].update);
  });
  return result;
}

std::optional<LoopVerdict> withOrderedUpdates(const ProgramIndex &index,
                                              NodeId id,
                                              const LoopOptions &given,
                                              Remark &refused) {
  const ir::Program &program = index.program();
  const ir::Node &node = program[id];
  if (node.as<ir::Loop>()->part || isValid(node.copyOf) ||
      !node.omitted.empty() || node.hasLabel || node.hasOuterCase ||
      !hasDearTerms(program, id) || !isOfFloatUpdate(index, id, refused) ||
      refuseFolded(program, id, given))
    return std::nullopt;
  LoopOptions options = given;
  options.logsUpdates = true;
  LoopVerdict verdict = classifyLoop(index, id, options);
  if (verdict.kind() == LoopKind::Pipeline)
    return verdict;
  std::string why = verdict.remark.message();
  const std::string start = "loop stays sequential: ";
  if (verdict.remark.id != refused.id &&
      verdict.remark.id != RemarkId::FloatReduction && why.starts_with(start))
    refused.notes.push_back(
        {verdict.remark.notes.empty() ? verdict.remark.location
                                      : verdict.remark.notes.front().location,
         "cores could make its updates in order, block by block, but " +
             why.substr(start.size())});
  return std::nullopt;
}

namespace {

/// Also says why the loop is no pipeline, unless that is said already.
void explain(Remark &remark, RemarkNote why) {
  if (why.text.empty() || remark.message().ends_with(why.text))
    return;
  why.text = "cores could overlap its iterations in part, but " + why.text;
  remark.notes.push_back(std::move(why));
}

} // namespace

void findPipelines(const ir::Program &program, const analysis::Effects &effects,
                   std::vector<LoopVerdict> &verdicts,
                   const LoopOptions &options) {
  ProgramIndex index(program, effects, /*seesThrough=*/true);
  Finder finder(index, options);
  for (LoopVerdict &verdict : verdicts) {
    if (verdict.kind() != LoopKind::Sequential || verdict.isUndecided() ||
        ir::keepsOrderOfTiles(program, verdict.loop))
      continue;
    if (std::optional<LoopVerdict> found =
            withOrderedUpdates(index, verdict.loop, options, verdict.remark)) {
      verdict = std::move(*found);
      continue;
    }
    PipelineResult result = finder.find(verdict.loop);
    if (LoopVerdict *found = std::get_if<LoopVerdict>(&result))
      verdict = std::move(*found);
    else
      explain(verdict.remark, std::get<RemarkNote>(std::move(result)));
  }
}

bool mayBePipeline(const ProgramIndex &index, NodeId loop,
                   const LoopOptions &options) {
  return std::holds_alternative<LoopVerdict>(Finder(index, options).find(loop));
}

bool isHeavy(const ir::Program &program, const analysis::Effects &effects,
             NodeId node) {
  return Weights(program, effects).isHeavy(node);
}

} // namespace hocket::polyhedral
