// SPDX-License-Identifier: Apache-2.0
//
// Every loop of the program is classified on its own, with its own isl context
// and budget; loops around it are seen only as parameters. A few that were not
// decided within it are tried again in the end, with more.

#include "loops/ClassifyLoops.h"

#include "loops/Attempts.h"
#include "loops/ClassifyOnce.h"
#include "loops/context/LoopRemarks.h"
#include "loops/legality/FoldedProducts.h"
#include "loops/search/ReadAhead.h"

#include "ir/TileLoops.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

Attempted tryAll(const ProgramIndex &index, ir::NodeId loop,
                 const LoopOptions &options) {
  return tryInOrder(options, [&](const LoopOptions &once) {
    return classifyOnce(index, loop, once);
  });
}

LoopVerdict sequentialFor(ir::NodeId loop, Remark why) {
  LoopVerdict verdict;
  verdict.loop = loop;
  verdict.of = SequentialLoop{};
  verdict.remark = std::move(why);
  return verdict;
}

/// The verdict. Where the loop is refused and an attempt gave up, nobody knows
/// whether it would have been: that is the reason, and what the others found
/// stands beside it.
LoopVerdict verdictOf(const ir::Program &program, ir::NodeId loop,
                      const LoopOptions &options, Attempted attempted) {
  LoopVerdict verdict = std::move(attempted.verdict).value_or(LoopVerdict{});
  verdict.loop = loop;
  if (verdict.kind() != LoopKind::Sequential)
    if (Refused refused = refuseFolded(program, loop, options))
      verdict = sequentialFor(loop, std::move(*refused));
  SequentialLoop *sequential = std::get_if<SequentialLoop>(&verdict.of);
  if (!sequential || !attempted.gaveUp)
    return verdict;
  sequential->isUndecided = !attempted.verdict;
  Remark remark = remarkFor(program, loop, RemarkId::OverBudget);
  remark.args = {std::to_string(options.islBudget)};
  if (attempted.verdict) {
    remark.notes = {
        {remark.location, "given up " + std::string(attempted.gaveUp->name) +
                              "; otherwise, " + verdict.remark.message()}};
    remark.notes.insert(remark.notes.end(), verdict.remark.notes.begin(),
                        verdict.remark.notes.end());
  }
  verdict.remark = std::move(remark);
  return verdict;
}

/// Inside another loop, DOACROSS chunks may overlap with those of its other
/// iterations.
void allowDoacross(const ProgramIndex &index, const LoopOptions &options,
                   LoopVerdict &verdict) {
  SequentialLoop *sequential = std::get_if<SequentialLoop>(&verdict.of);
  if (!sequential || sequential->isUndecided ||
      ir::loopsAround(index.program(), verdict.loop).empty() ||
      refuseFolded(index.program(), verdict.loop, options))
    return;
  std::optional<std::vector<PrivateObject>> privates =
      classifyDoacross(index, verdict.loop, options);
  sequential->isDoacross = privates.has_value();
  if (privates)
    verdict.privates = std::move(*privates);
}

} // namespace

LoopVerdict classifyLoop(const ProgramIndex &index, ir::NodeId loop,
                         const LoopOptions &options) {
  return verdictOf(index.program(), loop, options,
                   tryAll(index, loop, options));
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
bool isFinal(const ir::Program &program, ir::NodeId loop,
             const Attempted &attempted) {
  if (!program[loop].as<ir::Loop>()->header())
    return true;
  if (!attempted.verdict)
    return false;
  switch (attempted.verdict->remark.id) {
  case RemarkId::UnknownCall:
  case RemarkId::OrderedCall:
  case RemarkId::VolatileAccess:
    return true;
  default:
    return attempted.verdict->kind() != LoopKind::Sequential;
  }
}

/// Summaries of calls are cheap and often enough; copies of their bodies say
/// more.
Attempted tryAlsoWithCopies(const ProgramIndex &index,
                            const ProgramIndex &seeing, ir::NodeId loop,
                            const LoopOptions &options) {
  Attempted plain = tryAll(index, loop, options);
  if (isFinal(index.program(), loop, plain) ||
      !hasSeenThroughCalls(index.program(), loop))
    return plain;
  Attempted better = tryAll(seeing, loop, options);
  if (!better.verdict)
    better.verdict = std::move(plain.verdict);
  if (plain.gaveUp)
    better.gaveUp = plain.gaveUp;
  better.numTried += plain.numTried;
  return better;
}

/// A loop that nobody has decided, where a larger budget may.
struct Undecided {
  std::size_t verdict = 0;  ///< which
  std::size_t numStmts = 0; ///< of the loop, with what it calls
};

/// Those with most statements first: what they save is most, and loops around
/// loops have more than these.
void sortBySize(std::vector<Undecided> &loops) {
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Undecided &a, const Undecided &b) {
                     return a.numStmts > b.numStmts;
                   });
}

bool isParallel(const LoopVerdict &verdict) {
  return verdict.kind() != LoopKind::Sequential;
}

/// Some loop around it that was undecided, too, is found parallel by now.
bool isInParallel(const ir::Program &program,
                  const std::vector<LoopVerdict> &verdicts,
                  const std::vector<Undecided> &undecided, ir::NodeId loop) {
  return std::any_of(undecided.begin(), undecided.end(),
                     [&](const Undecided &other) {
                       const LoopVerdict &around = verdicts[other.verdict];
                       return isParallel(around) && around.loop != loop &&
                              ir::isWithin(program, loop, around.loop);
                     });
}

/// Classifies undecided loops with more operations, as long as the attempts for
/// the whole program last.
void tryAgain(const ProgramIndex &index, const ProgramIndex &seeing,
              const LoopOptions &given, std::vector<Undecided> undecided,
              std::vector<LoopVerdict> &verdicts) {
  LoopOptions options = given;
  options.islBudget = given.retryBudget;
  options.mayFollowMonotonic = false;
  sortBySize(undecided);
  unsigned numTried = 0;
  for (const Undecided &one : undecided) {
    LoopVerdict &verdict = verdicts[one.verdict];
    if (numTried >= policy.isl.retries)
      return;
    if (isInParallel(index.program(), verdicts, undecided, verdict.loop))
      continue;
    Attempted again = tryAlsoWithCopies(index, seeing, verdict.loop, options);
    numTried += again.numTried;
    verdict =
        verdictOf(index.program(), verdict.loop, options, std::move(again));
  }
}

} // namespace

std::vector<LoopVerdict> classifyLoops(const ir::Program &program,
                                       const analysis::Effects &effects,
                                       const LoopOptions &given,
                                       const std::set<ir::FunctionId> &only) {
  LoopOptions options = given;
  options.mayReadAhead = options.mayReadAhead && runsAlone(program);
  ProgramIndex index(program, effects);
  ProgramIndex seeing(program, effects, /*seesThrough=*/true);
  std::vector<LoopVerdict> verdicts;
  std::vector<Undecided> undecided;
  for (const ir::Node &node : program.nodes) {
    if (!node.as<ir::Loop>() || isValid(node.inlinedFrom) ||
        (!only.empty() && only.count(node.function) == 0))
      continue;
    if (ir::keepsOrderOfTiles(program, node.id)) {
      verdicts.push_back(sequentialFor(
          node.id, remarkFor(program, node.id, RemarkId::InTiles)));
      continue;
    }
    Attempted tried = tryAlsoWithCopies(index, seeing, node.id, options);
    const Attempt *gaveUp = tried.gaveUp;
    verdicts.push_back(verdictOf(program, node.id, options, std::move(tried)));
    if (gaveUp && !gaveUp->followsMonotonic && !isParallel(verdicts.back()))
      undecided.push_back(
          {verdicts.size() - 1, seeing.stmtsOf(node.id).size()});
  }
  if (options.retryBudget > 0)
    tryAgain(index, seeing, options, std::move(undecided), verdicts);
  for (LoopVerdict &verdict : verdicts)
    allowDoacross(index, options, verdict);
  return verdicts;
}

} // namespace hocket::polyhedral
