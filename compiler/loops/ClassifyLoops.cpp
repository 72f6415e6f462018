// SPDX-License-Identifier: Apache-2.0
//
// Every loop of the program is judged on its own, with its own isl context and
// budget; loops around it are seen only as parameters.

#include "loops/ClassifyLoops.h"

#include "loops/LoopJudge.h"
#include "loops/LoopRemarks.h"
#include "loops/search/ReadAhead.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

/// What other options would have made a difference.
struct Wants {
  bool ranges = false;
  bool pointers = false;
  bool cursors = false;
};

LoopVerdict judgeOnce(const ProgramIndex &index, ir::NodeId loop,
                      const LoopOptions &options, Wants &wants) {
  IslContext context;
  std::optional<LoopVerdict> verdict =
      withIslBudget(context, options.islBudget, [&] {
        LoopJudge judge(index, context, loop, options);
        LoopVerdict result = judge.judge();
        wants.ranges = judge.wantsRanges();
        wants.pointers |= judge.hasOutsidePointers();
        wants.cursors |= judge.wantsCursors();
        if (result.kind != LoopKind::Sequential || !judge.selectsPlaces())
          return result;
        // What looks like one may be a work array's first elements.
        LoopOptions plain = options;
        plain.selectsPlaces = false;
        LoopVerdict without = LoopJudge(index, context, loop, plain).judge();
        return without.kind != LoopKind::Sequential ? without : result;
      });
  if (verdict)
    return *verdict;
  LoopVerdict gaveUp;
  gaveUp.loop = loop;
  gaveUp.remark = remarkFor(index.program(), loop, RemarkId::OverBudget);
  gaveUp.remark.args = {std::to_string(options.islBudget)};
  return gaveUp;
}

void judgeInOrder(const ProgramIndex &index, const LoopOptions &options,
                  LoopVerdict &verdict) {
  if (verdict.kind != LoopKind::Sequential ||
      verdict.remark.id == RemarkId::OverBudget ||
      ir::loopsAround(index.program(), verdict.loop).empty())
    return;
  LoopOptions plain = options;
  plain.mayAssumeRanges = false;
  IslContext context;
  auto found = withIslBudget(context, options.islBudget, [&] {
    return LoopJudge(index, context, verdict.loop, plain,
                     /*mayAssumeApart=*/false)
        .judgeInOrder();
  });
  if (!found || !*found)
    return;
  verdict.inOrder = true;
  verdict.privates = std::move(**found);
}

/// Without assumptions first: a test on entry is made only where it decides.
LoopVerdict judgeWithRanges(const ProgramIndex &index, ir::NodeId loop,
                            const LoopOptions &options, Wants &wants) {
  LoopVerdict proved = judgeOnce(index, loop, options, wants);
  if (proved.kind != LoopKind::Sequential || !wants.ranges)
    return proved;
  LoopOptions assuming = options;
  assuming.mayAssumeRanges = true;
  LoopVerdict tested = judgeOnce(index, loop, assuming, wants);
  // With assumptions a loop may be counted that is not without: what then
  // stands in its way says more.
  bool isReason = proved.remark.id != RemarkId::UncountedLoop ||
                  tested.remark.id == RemarkId::UncountedLoop ||
                  tested.remark.id == RemarkId::OverBudget;
  return tested.kind == LoopKind::Sequential && isReason ? proved : tested;
}

std::size_t numTests(const LoopVerdict &verdict) {
  return verdict.checks.size() + verdict.conditions.size();
}

/// Pointers as they are first: two that lead to one object may be told apart by
/// a test of their ranges where their offsets prove nothing.
LoopVerdict judgeWithPointers(const ProgramIndex &index, ir::NodeId loop,
                              const LoopOptions &options, Wants &wants) {
  LoopVerdict plain = judgeWithRanges(index, loop, options, wants);
  bool isSequential = plain.kind == LoopKind::Sequential;
  if (!wants.pointers || plain.remark.id == RemarkId::OverBudget ||
      (!isSequential && numTests(plain) == 0))
    return plain;
  LoopOptions following = options;
  following.followsPointers = true;
  LoopVerdict followed = judgeWithRanges(index, loop, following, wants);
  bool isBetter = followed.kind != LoopKind::Sequential &&
                  (isSequential || numTests(followed) < numTests(plain));
  return isBetter ? followed : plain;
}

} // namespace

/// Following cursors takes long: only where that is what is lacking, and with
/// all that may help at once.
LoopVerdict judgeLoop(const ProgramIndex &index, ir::NodeId loop,
                      const LoopOptions &options) {
  Wants wants;
  LoopVerdict plain = judgeWithPointers(index, loop, options, wants);
  if (plain.kind != LoopKind::Sequential || !wants.cursors)
    return plain;
  LoopOptions following = options;
  following.followsCursors = true;
  following.mayAssumeRanges = true;
  following.islBudget *= policy.isl.cursorFactor;
  bool hasPointers = wants.pointers;
  LoopVerdict followed = judgeOnce(index, loop, following, wants);
  if (followed.kind == LoopKind::Sequential && hasPointers) {
    following.followsPointers = true;
    followed = judgeOnce(index, loop, following, wants);
  }
  return followed.kind != LoopKind::Sequential ? followed : plain;
}

namespace {

bool hasSeenThroughCalls(const ir::Program &program, ir::NodeId loop) {
  bool found = false;
  ir::forEachNode(program, loop, [&](ir::NodeId node) {
    found |= isValid(program[node].inlined);
  });
  return found;
}

/// Why the loop is refused would not change if calls were seen through.
bool isFinal(const ir::Program &program, const LoopVerdict &verdict) {
  switch (verdict.remark.id) {
  case RemarkId::UnknownCall:
  case RemarkId::OrderedCall:
  case RemarkId::VolatileAccess:
    return true;
  default:
    return verdict.kind != LoopKind::Sequential ||
           !program[verdict.loop].as<ir::Loop>()->header();
  }
}

} // namespace

std::vector<LoopVerdict> classifyLoops(const ir::Program &program,
                                       const analysis::Effects &effects,
                                       const LoopOptions &given) {
  LoopOptions options = given;
  options.mayReadAhead = options.mayReadAhead && runsAlone(program);
  ProgramIndex index(program, effects);
  ProgramIndex seeing(program, effects, /*seesThrough=*/true);
  std::vector<LoopVerdict> verdicts;
  for (const ir::Node &node : program.nodes) {
    if (!node.as<ir::Loop>() || isValid(node.inlinedFrom))
      continue;
    verdicts.push_back(judgeLoop(index, node.id, options));
    // Summaries of calls are cheap and often enough.
    LoopVerdict &verdict = verdicts.back();
    if (isFinal(program, verdict) || !hasSeenThroughCalls(program, node.id))
      continue;
    LoopVerdict better = judgeLoop(seeing, node.id, options);
    if (better.remark.id != RemarkId::OverBudget)
      verdict = std::move(better);
  }
  for (LoopVerdict &verdict : verdicts)
    judgeInOrder(index, options, verdict);
  return verdicts;
}

} // namespace hocket::polyhedral
