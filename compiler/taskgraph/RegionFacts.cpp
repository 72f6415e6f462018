// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/RegionFacts.h"

#include "ir/Holes.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/UnequalWork.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

RegionFacts::RegionFacts(const Program &program,
                         const analysis::Effects &effects,
                         const std::vector<polyhedral::LoopVerdict> &verdicts,
                         const Measured *measured)
    : program_(program), effects_(effects), verdicts_(verdicts),
      guess_(program, measured) {
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

std::string RegionFacts::problemWithNames(const TextRange &range) const {
  for (const Hole &hole : holesIn(program_, range)) {
    const Object &o = program_[hole.object];
    bool isOfFunction = o.kind == ObjectKind::Local ||
                        o.kind == ObjectKind::Param ||
                        o.kind == ObjectKind::Static;
    if (o.isThreadLocal)
      return "it uses '" + o.name + "', which each thread has for itself";
    if (o.isRegister && !o.isScalar)
      return "'" + o.name + "' is declared register, so no task can reach it";
    if (isOfFunction && !o.type.isNameable)
      return "the type of '" + o.name + "' has a meaning in its function only";
    // The copy of a declaration that moves along would be another object than
    // the one that the sequential version keeps its values in.
    bool isConstant = o.isConst && !o.isAddressTaken;
    if (hole.isDeclarator && o.kind == ObjectKind::Static && !isConstant)
      return "it declares the static variable '" + o.name + "'";
  }
  return "";
}

std::string RegionFacts::problemWith(StmtId stmt) const {
  const Stmt &s = program_[stmt];
  const analysis::StmtEffects &e = effects_.stmts[index(stmt)];
  auto atLine = [&](const char *what) {
    return "line " + std::to_string(s.location.line) + " " + what;
  };
  if (s.usesLocalName)
    return atLine("uses a type or constant that is declared in its function");
  if (s.isOpaque || e.isUnknown)
    return atLine("may touch anything");
  if (e.needsCallingThread)
    return atLine("has to be done by the thread that comes to it");
  if (std::any_of(
          e.items.begin(), e.items.end(),
          [](const analysis::EffectItem &item) { return item.isVolatile; }))
    return atLine("touches something volatile or atomic");
  return "";
}

std::string RegionFacts::problemWith(NodeId node) const {
  const Node &n = program_[node];
  if (n.exits.any())
    return n.exits.byReturn  ? "a 'return' leaves it"
           : n.exits.byBreak ? "a 'break' leaves it"
           : n.exits.byGoto  ? "a 'goto' leaves it"
                             : "control leaves it";
  return whyNotMoved(node);
}

std::string RegionFacts::whyNotMoved(NodeId node) const {
  const Node &n = program_[node];
  if (n.hasOuterCase)
    return "it holds a 'case' of a switch around it";
  std::string problem = problemWithNames(n.text);
  for (StmtId stmt : allStmts(program_, node)) {
    if (!problem.empty())
      break;
    problem = problemWith(stmt);
  }
  return problem;
}

bool RegionFacts::isRegionable(NodeId node) const {
  return problemWith(node).empty();
}

bool RegionFacts::isReturningSearch(NodeId node) const {
  const Exits &exits = program_[node].exits;
  return isSearch(node) && exits.byReturn && !exits.byBreak &&
         !exits.byContinue && !exits.byGoto && whyNotMoved(node).empty();
}

bool RegionFacts::isMovableDeclaration(StmtId stmt) const {
  const Stmt &s = program_[stmt];
  if (s.kind != StmtKind::Declaration || !isValid(s.declares))
    return false;
  const Object &o = program_[s.declares];
  if (o.kind != ObjectKind::Local || o.isVariablyModified || o.isConst ||
      o.size == 0 || !o.type.isNameable)
    return false;
  return !o.hasInitializer || (o.isScalar && !s.initText.empty());
}

bool RegionFacts::isExpandable(NodeId node) const {
  const Node &n = program_[node];
  if (n.hasLabel || n.exits.any())
    return false;
  if (const Loop *loop = n.as<Loop>()) {
    // A part has its text in common with others.
    if (loop->part || !isValid(loop->condition) ||
        program_[loop->body].exits.any())
      return false;
    // `for (int i = 0, j = 1; ...)` and `for (struct s x = ...` stay whole.
    if (isValid(loop->init) &&
        program_[loop->init].kind == StmtKind::Declaration &&
        !isMovableDeclaration(loop->init))
      return false;
  } else if (!n.as<Branch>()) {
    return false;
  }
  // Every declaration at the levels below must become storage of the region.
  for (NodeId child : childrenOf(program_, node)) {
    std::vector<NodeId> work{child};
    while (!work.empty()) {
      NodeId id = work.back();
      work.pop_back();
      if (const Block *block = program_[id].as<Block>())
        work.insert(work.end(), block->children.begin(), block->children.end());
      else if (const ir::Leaf *leaf = program_[id].as<ir::Leaf>())
        if (program_[leaf->stmt].kind == StmtKind::Declaration &&
            !isMovableDeclaration(leaf->stmt))
          return false;
    }
  }
  return true;
}

bool RegionFacts::isParallel(NodeId loop) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  return v && v->kind() != polyhedral::LoopKind::Sequential &&
         v->kind() != polyhedral::LoopKind::Pipeline && canBeCut(loop);
}

bool RegionFacts::mayRunAsPipeline(NodeId loop) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  return v && v->kind() == polyhedral::LoopKind::Pipeline && canBeCut(loop) &&
         grain(loop, 1) == 1;
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
  Work work = ownWork(loop);
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
         ownWork(loop).hasFloats;
}

RegionFacts::Work RegionFacts::ownWork(NodeId node) const {
  Work result;
  for (StmtId stmt : allStmts(program_, node)) {
    result.hasFloats |= program_[stmt].computesFloats;
    for (const CallSite &call : program_[stmt].calls)
      if (isValid(call.callee) && isValid(program_[call.callee].body)) {
        Work callee = work(call.callee);
        result.repeats |= callee.repeats;
        result.hasFloats |= callee.hasFloats;
      }
  }
  return result;
}

RegionFacts::Work RegionFacts::work(FunctionId function) const {
  // Asked again while it is being found out: recursive.
  auto [known, isNew] = works_.try_emplace(function, Work{true, true});
  if (!isNew)
    return known->second;
  NodeId body = program_[function].body;
  Work result;
  forEachNode(program_, body, [&](NodeId id) {
    result.repeats |= program_[id].as<Loop>() != nullptr;
  });
  if (!result.repeats)
    result = ownWork(body);
  works_[function] = result;
  return result;
}

bool RegionFacts::touchesErrno(StmtId stmt) const {
  const std::vector<analysis::EffectItem> &items =
      effects_.stmts[index(stmt)].items;
  return std::any_of(items.begin(), items.end(),
                     [&](const analysis::EffectItem &item) {
                       return item.objects.contains(program_.hidden.errnoValue);
                     });
}

void RegionFacts::addWrites(NodeId node, const std::set<ObjectId> &without,
                            analysis::ObjectUnion &writes) const {
  for (StmtId stmt : allStmts(program_, node))
    for (const analysis::EffectItem &item : effects_.stmts[index(stmt)].items)
      if (item.kind == AccessKind::Write)
        writes.add(item.objects.ids, without);
}

bool RegionFacts::writesUnknown(NodeId node) const {
  std::vector<StmtId> stmts = allStmts(program_, node);
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    const std::vector<analysis::EffectItem> &items =
        effects_.stmts[index(stmt)].items;
    return std::any_of(
        items.begin(), items.end(), [](const analysis::EffectItem &item) {
          return item.kind == AccessKind::Write && item.objects.unknown;
        });
  });
}

double RegionFacts::trips(NodeId loop) const { return guess_.trips(loop); }

bool RegionFacts::isSelfScheduled(NodeId loop) const {
  const polyhedral::LoopVerdict *v = verdict(loop);
  const Loop &l = *program_[loop].as<Loop>();
  bool isSimple = isParallel(loop) && l.counted && l.counted->isPlain &&
                  !l.part && v->kind() != polyhedral::LoopKind::Search &&
                  v->inductions.empty() && v->selections().empty() &&
                  v->totals().empty() && v->warmUp.empty() && !v->writesErrno;
  return isSimple &&
         std::none_of(v->privates.begin(), v->privates.end(),
                      [](const polyhedral::PrivateObject &p) {
                        return p.isLastprivate || p.isConditional;
                      }) &&
         std::none_of(
             v->reductions().begin(), v->reductions().end(),
             [](const polyhedral::ReductionObject &r) { return r.isFloat; }) &&
         isUnpredictable(program_, effects_, l.body);
}

std::vector<double> RegionFacts::sharesOfWork(NodeId loop,
                                              unsigned chunks) const {
  return taskgraph::sharesOfWork(program_, guess_, loop, chunks);
}

bool RegionFacts::hasConstantTrips(NodeId loop) const {
  return analysis::constantTrips(program_, loop) >= 0;
}

bool RegionFacts::isMeasured(NodeId node) const {
  bool result = true;
  forEachNode(program_, node, [&](NodeId id) {
    result &= !program_[id].as<Loop>() || hasConstantTrips(id) ||
              guess_.isMeasured(id) || runsOnce(program_, id);
  });
  return result;
}

bool RegionFacts::restsOnGuesses(NodeId node) const {
  bool result = false;
  forEachNode(program_, node, [&](NodeId id) {
    result |= program_[id].as<Loop>() && !guess_.isKnown(id);
  });
  std::vector<StmtId> stmts = allStmts(program_, node);
  for (size_t i = 0; i < stmts.size() && !result; ++i)
    for (const CallSite &call : program_[stmts[i]].calls) {
      if (!isValid(call.callee) || !isValid(program_[call.callee].body))
        continue;
      // Asked again while it is being found out: recursive.
      auto [known, isNew] = guesses_.try_emplace(call.callee, true);
      bool callee = known->second;
      if (isNew)
        callee = guesses_[call.callee] =
            restsOnGuesses(program_[call.callee].body);
      result |= callee;
    }
  return result;
}

double RegionFacts::functionSize(FunctionId function, unsigned depth) const {
  auto it = functionSizes_.find(function);
  if (it != functionSizes_.end())
    return it->second;
  const Function &f = program_[function];
  if (!isValid(f.body) || depth > policy.region.sizeDepth ||
      effects_.isRecursive[index(function)])
    return 1;
  double result = size(f.body, depth + 1);
  functionSizes_[function] = result;
  return result;
}

double RegionFacts::size(NodeId node) const { return size(node, 0); }

double RegionFacts::stageSize(NodeId loop,
                              const polyhedral::PipelineStage &stage) const {
  double total = 0;
  for (NodeId item : stage.items)
    total += size(item);
  return total * trips(loop);
}

double RegionFacts::size(NodeId node, unsigned depth) const {
  double total = 0;
  for (StmtId stmt : ownStmts(program_, node)) {
    total += 1 + double(program_[stmt].accesses.size());
    for (const CallSite &call : program_[stmt].calls)
      total += isValid(call.callee) ? functionSize(call.callee, depth) : 1;
  }
  for (NodeId child : childrenOf(program_, node))
    total += size(child, depth);
  return program_[node].as<Loop>() ? total * trips(node) : total;
}

} // namespace hocket::taskgraph
