// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/RegionFacts.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/Movable.h"
#include "taskgraph/shares/UnequalWork.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

RegionFacts::RegionFacts(const Program &program,
                         const analysis::Effects &effects,
                         const std::vector<polyhedral::LoopVerdict> &verdicts,
                         const Measured *measured)
    : program_(program), effects_(effects), verdicts_(verdicts),
      work_(program, effects, measured) {
  for (uint32_t i = 0; i < verdicts.size(); ++i)
    verdictOf_[verdicts[i].loop] = i;
}

const polyhedral::LoopVerdict *RegionFacts::verdict(NodeId loop) const {
  auto it = verdictOf_.find(loop);
  return it == verdictOf_.end() ? nullptr : &verdicts_[it->second];
}

uint32_t RegionFacts::verdictIndex(NodeId loop) const {
  return verdictOf_.at(loop);
}

std::string RegionFacts::problemWith(NodeId node) const {
  const Node &n = program_[node];
  if (n.exits.any())
    return n.exits.byReturn  ? "a 'return' leaves it"
           : n.exits.byBreak ? "a 'break' leaves it"
           : n.exits.byGoto  ? "a 'goto' leaves it"
                             : "control leaves it";
  return whyNotMoved(program_, effects_, node);
}

bool RegionFacts::isRegionable(NodeId node) const {
  return problemWith(node).empty();
}

bool RegionFacts::isReturningSearch(NodeId node) const {
  const Exits &exits = program_[node].exits;
  return isSearch(node) && exits.byReturn && !exits.byBreak &&
         !exits.byContinue && !exits.byGoto &&
         whyNotMoved(program_, effects_, node).empty();
}

bool RegionFacts::isParallel(NodeId loop) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  return v && v->traits().cutting == polyhedral::LoopCutting::Chunks &&
         canBeCut(loop);
}

bool RegionFacts::mayRunAsPipeline(NodeId loop) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  return v && v->traits().cutting == polyhedral::LoopCutting::Stages &&
         canBeCut(loop) && (grain(loop, 1) == 1 || !v->ordered().empty());
}

bool RegionFacts::mayBeDoacross(NodeId loop) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  const Loop *l = program_[loop].as<Loop>();
  return v && v->isDoacross() && l && l->counted && !l->part && canBeCut(loop);
}

bool RegionFacts::canBeCut(NodeId loop) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  const Loop *l = program_[loop].as<Loop>();
  const Counted *header = l ? l->header() : nullptr;
  if (!header)
    return false;
  bool hasTexts = !header->lowerText.empty() && !header->boundText.empty();
  if (program_[loop].hasLabel || (header->isPlain && !hasTexts))
    return false;
  for (const polyhedral::InductionObject &i : v->inductions)
    if (!program_[i.object].type.isNameable ||
        !program_[i.object].type.needs.empty())
      return false;
  uint64_t bytes = 0;
  for (const polyhedral::PrivateObject &p : v->privates) {
    if (p.isLocalToBody)
      continue;
    const Object &o = program_[p.object];
    if (p.isOnHeap() && o.type.isNameable)
      continue;
    if (o.size == 0 || !o.type.isNameable || o.isVariablyModified ||
        o.kind == ObjectKind::Heap)
      return false;
    bytes += o.size;
  }
  return bytes <= policy.region.privateBytes;
}

unsigned RegionFacts::grain(NodeId loop, unsigned cores) const {
  WorkKind work = work_.ownWork(loop);
  forEachNode(program_, loop, [&](NodeId id) {
    if (id != loop && program_[id].as<Loop>()) {
      int64_t trips = analysis::constantTrips(program_, id);
      work.repeats |= trips < 0 || trips > policy.region.unrolledTrips;
    }
  });
  // Short loops are cut anywhere, unless the results could tell.
  const unsigned whole = policy.region.vectorElements;
  int64_t trips = analysis::constantTrips(program_, loop);
  int64_t step = program_[loop].as<Loop>()->header()->step;
  bool isLong = trips < 0 || trips >= int64_t(2 * whole) * cores;
  isLong &=
      step <= policy.region.widestStep && step >= -policy.region.widestStep;
  return !work.repeats && (isLong || work.hasFloats) ? whole : 1;
}

bool RegionFacts::foldsStart(NodeId loop) const {
  const Counted *header = program_[loop].as<Loop>()->header();
  return header && isValid(header->lower) &&
         program_[header->lower].kind == ExprKind::Const &&
         work_.ownWork(loop).hasFloats;
}

bool RegionFacts::isSelfScheduled(NodeId loop, bool isAlone) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  const Loop &l = *program_[loop].as<Loop>();
  bool isSimple = isParallel(loop) && l.counted && l.counted->isPlain &&
                  !l.part && !v->traits().looksAhead && v->inductions.empty() &&
                  v->selections().empty() && v->totals().empty() &&
                  v->warmUp.empty() && !v->writesErrno;
  return isSimple &&
         std::none_of(v->privates.begin(), v->privates.end(),
                      [](const polyhedral::PrivateObject &p) {
                        return p.isLastprivate || p.isConditional;
                      }) &&
         std::none_of(
             v->reductions().begin(), v->reductions().end(),
             [](const polyhedral::ReductionObject &r) { return r.isFloat; }) &&
         workBy(program_, effects_, loop) >=
             (isAlone ? WorkBy::Lengths : WorkBy::Data);
}

bool RegionFacts::hasConstantTrips(NodeId loop) const {
  return analysis::constantTrips(program_, loop) >= 0;
}

} // namespace hocket::taskgraph
