// SPDX-License-Identifier: Apache-2.0
//
// The effects of a program: facts of the whole, then function after function,
// callees first; functions that call each other until nothing changes.
#include "analysis/ComputeEffects.h"

#include "analysis/CallEffects.h"
#include "analysis/HeldOnce.h"
#include "analysis/Summaries.h"
#include "analysis/ThreadUnsafe.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace hocket::analysis {

using namespace ir;

namespace {

/// Larger components of the call graph are not iterated to a fixed point.
constexpr std::size_t maxIterated = policy.analysis.iteratedFunctions;

/// What all statements do, and what all functions do for their callers.
class EffectsBuilder {
public:
  /// Both have to outlive this.
  EffectsBuilder(const EffectFacts &facts, ObjectIdsPool &pool)
      : facts_(facts), program_(facts.program), pool_(pool),
        work_(program_.stmts.size()),
        summaries_(program_.functions.size() + 1) {}

  /// \returns by StmtId
  std::vector<StmtWork> run() {
    for (const std::vector<uint32_t> &component : facts_.graph.components()) {
      bool isRecursive = facts_.graph.isRecursive(component[0]);
      if (component.size() > maxIterated) {
        updateLarge(component);
        continue;
      }
      bool changed;
      do {
        changed = false;
        for (uint32_t member : component)
          changed |= update(member);
      } while (changed && isRecursive);
    }
    return std::move(work_);
  }

private:
  CallContext contextOf(StmtId stmt, const CallSite &site, uint32_t caller,
                        StmtWork &work) {
    return {facts_, summaries_, pool_, stmt, site, caller, work};
  }

  void addAccess(StmtId stmt, const Access &access, StmtWork &work) {
    WorkItem item;
    item.effect.kind = access.kind;
    item.effect.must = access.must && access.size != 0;
    item.effect.isVolatile = access.isVolatile;
    item.effect.address = item.base = access.address;
    item.effect.size = access.size;
    item.effect.objects = facts_.pointsTo.objectsAt(stmt, access.address);
    item.effect.places = facts_.pointsTo.placesAt(stmt, access.address);
    item.effect.type = access.type;
    item.effect.location = access.location;
    item.effect.text = access.text;
    work.items.push_back(std::move(item));
  }

  StmtWork stmtWork(StmtId id, uint32_t function) {
    const Stmt &stmt = program_[id];
    StmtWork work;
    for (const Access &access : stmt.accesses)
      addAccess(id, access, work);
    work.flags.needsCallingThread = facts_.namesThreadLocal(stmt);
    if (facts_.afterFailure[index(id)]) {
      // It ends the program: what was printed before has to be there.
      WorkItem item;
      item.effect.objects.ids = {program_.hidden.io};
      item.effect.location = stmt.location;
      item.effect.text = stmt.text;
      work.items.push_back(std::move(item));
      return work;
    }
    for (unsigned i = 0; i < stmt.calls.size(); ++i) {
      addCall(contextOf(id, stmt.calls[i], function, work), i);
    }
    if (stmt.isOpaque) {
      CallSite site;
      site.text = stmt.text;
      site.location = stmt.location;
      addUnknown(contextOf(id, site, function, work),
                 "a construct that is not analysed");
    }
    return work;
  }

  /// True if what the function does for its callers changed.
  bool setSummary(uint32_t function, Summary summary) {
    bool changed = !sameSummary(summary, summaries_[function]);
    summaries_[function] = std::move(summary);
    return changed;
  }

  void updateStmts(uint32_t function) {
    for (StmtId stmt :
         stmtsSeenThrough(program_, program_.functions[function].body))
      work_[index(stmt)] = stmtWork(stmt, function);
  }

  /// Computes a function anew; true if what it does for its callers changed.
  bool update(uint32_t member) {
    // Code outside does what all that it may call do.
    if (member == facts_.graph.outside())
      return setSummary(
          member, uniteSummaries(summaries_, facts_.graph.callees(member)));
    if (!isValid(program_.functions[member].body))
      return false;
    updateStmts(member);
    return setSummary(member,
                      summarizeFunction(facts_, work_, FunctionId(member)));
  }

  /// Each function of a large component counts as doing what all of them do:
  /// the union of what they do by themselves, which needs no second round.
  void updateLarge(const std::vector<uint32_t> &component) {
    for (uint32_t member : component)
      update(member);
    Summary all = uniteSummaries(summaries_, component);
    for (uint32_t member : component)
      summaries_[member] = all;
    for (uint32_t member : component)
      if (member != facts_.graph.outside() &&
          isValid(program_.functions[member].body))
        updateStmts(member);
  }

  const EffectFacts &facts_;
  const Program &program_;
  ObjectIdsPool &pool_;
  std::vector<StmtWork> work_;     ///< by StmtId
  std::vector<Summary> summaries_; ///< by function; the last: code outside
};

/// By StmtId: its node, if it is a copy. Empty: there are no copies.
std::vector<NodeId> nodesOfCopies(const Program &program) {
  std::vector<NodeId> nodes;
  for (const Node &node : program.nodes)
    if (isValid(node.inlinedFrom)) {
      nodes.resize(program.stmts.size(), NodeId::None);
      for (StmtId stmt : ownStmts(program, node.id))
        nodes[index(stmt)] = node.id;
    }
  return nodes;
}

/// Lists without some of their objects, each worked out once: the items of a
/// large program have few lists, which are long. A list is known by its vector,
/// which is kept, so that no other gets its address.
class ShortenedLists {
public:
  /// \param pool of what is left
  explicit ShortenedLists(ObjectIdsPool &pool) : pool_(pool) {}

  template <typename Predicate>
  void eraseIf(ObjectIds &ids, NodeId where, Predicate isGone) {
    if (ids.size() < leastKept) {
      ids.eraseIf(isGone);
      ids = pool_.share(ids);
      return;
    }
    auto [it, isNew] = known_.try_emplace({ids.identity(), where});
    auto &[whole, rest] = it->second;
    if (isNew) {
      whole = rest = ids;
      rest.eraseIf(isGone);
      rest = pool_.share(rest);
    }
    ids = rest;
  }

private:
  /// To look at a shorter list takes no longer than to look it up.
  static constexpr std::size_t leastKept = 8;
  std::map<std::pair<const void *, NodeId>, std::pair<ObjectIds, ObjectIds>>
      known_; ///< the list itself, and what is left
  ObjectIdsPool &pool_;
};

/// Removes what cannot happen: effects on what is not there, or never changes.
class ImpossibleEffects {
public:
  /// \param pool of the items' lists
  ImpossibleEffects(const EffectFacts &facts, ObjectIdsPool &pool)
      : facts_(facts), program_(facts.program),
        scopes_(program_.nodes.size(), 0), changing_(pool), alive_(pool),
        shared_(pool) {
    for (const Object &object : program_.objects)
      if (isValid(object.cloneOf) && isValid(object.scope))
        scopes_[index(object.scope)] = 1;
  }

  /// Writes to constants and string literals, unless there is nothing else.
  void dropConstants(EffectItem &item) {
    if (item.kind != AccessKind::Write || item.objects.ids.size() < 2)
      return;
    auto isConstant = [&](ObjectId id) {
      return program_[id].kind == ObjectKind::String || program_[id].isConst;
    };
    ObjectIds rest = item.objects.ids;
    changing_.eraseIf(rest, NodeId::None, isConstant);
    if (!rest.empty())
      item.objects.ids = rest;
  }

  /// Variables of activations that are not there. To a copied statement the
  /// callee's variables are their clones; to any other, clones are nobody's.
  /// \param node the copy's; None for a statement that is none.
  void dropDead(NodeId node, EffectItem &item) {
    const NodeId place = placeOf(node);
    alive_.eraseIf(item.objects.ids, place,
                   [&](ObjectId id) { return isDead(program_[id], place); });
  }

  /// Makes it the pool's list.
  void share(EffectItem &item) {
    shared_.eraseIf(item.objects.ids, NodeId::None,
                    [](ObjectId) { return false; });
  }

private:
  /// The innermost node around, or itself, to which others are alive than to
  /// the node around it.
  NodeId placeOf(NodeId node) const {
    while (isValid(node) && !scopes_[index(node)]) {
      const Node &n = program_[node];
      if (!isValid(n.parent) || !isValid(n.inlinedFrom) ||
          program_[n.parent].inlinedFrom != n.inlinedFrom ||
          program_[n.parent].function != n.function)
        break;
      node = n.parent;
    }
    return node;
  }

  bool isDead(const Object &object, NodeId node) const {
    if (isValid(object.cloneOf))
      return !isValid(node) || !isWithin(program_, node, object.scope);
    if (object.kind != ObjectKind::Local && object.kind != ObjectKind::Param)
      return false;
    // In recursion the name may be that of an outer activation.
    auto component = [&](FunctionId f) {
      return facts_.graph.componentOf(static_cast<uint32_t>(index(f)));
    };
    for (NodeId up = node; isValid(up) && isValid(program_[up].inlinedFrom);
         up = program_[up].parent)
      if (program_[up].inlinedFrom == object.function)
        return component(program_[up].function) != component(object.function);
    return false;
  }

  const EffectFacts &facts_;
  const Program &program_;
  std::vector<char> scopes_; ///< by NodeId: of a clone
  ShortenedLists changing_, alive_, shared_;
};

/// Adds those of one statement. \param copies see nodesOfCopies
void addEffects(const Program &program, StmtId id, StmtWork work,
                const std::vector<NodeId> &copies,
                ImpossibleEffects &impossible, Effects &effects) {
  StmtEffects &result = effects.stmts.emplace_back(std::move(work.flags));
  bool hasSeenThrough = false;
  for (const CallSite &site : program[id].calls)
    hasSeenThrough |= site.isSeenThrough();
  for (WorkItem &item : work.items) {
    EffectItem &effect = item.effect;
    impossible.dropConstants(effect);
    bool isSomewhere = !effect.objects.ids.empty();
    if (!copies.empty())
      impossible.dropDead(copies[index(id)], effect);
    if (isSomewhere && effect.objects.ids.empty() && !effect.objects.unknown)
      continue;
    impossible.share(effect);
    if (hasSeenThrough && !item.isSeenThrough)
      effects.seenThrough[id].push_back(effect);
    result.items.push_back(std::move(effect));
  }
  if (hasSeenThrough)
    effects.seenThrough.try_emplace(id);
}

/// Effects::callees and isRecursive.
void addCallees(const EffectFacts &facts, Effects &effects) {
  const CallGraph &graph = facts.graph;
  std::size_t numFunctions = facts.program.functions.size();
  effects.callees.resize(numFunctions);
  for (uint32_t i = 0; i < numFunctions; ++i) {
    std::set<uint32_t> callees;
    for (uint32_t callee : graph.callees(i))
      if (callee != graph.outside())
        callees.insert(callee);
      else
        callees.insert(graph.callees(callee).begin(),
                       graph.callees(callee).end());
    for (uint32_t callee : callees)
      effects.callees[i].push_back(FunctionId(callee));
    effects.isRecursive.push_back(graph.isRecursive(i));
  }
}

/// Effects::holdsStart and loadsStart.
void findStarts(const EffectFacts &facts, Effects &effects) {
  const Program &program = facts.program;
  effects.holdsStart.assign(program.objects.size(), 0);
  effects.loadsStart.assign(program.exprs.size(), 0);
  for (std::size_t i = 0; i < program.exprs.size(); ++i) {
    const Expr &e = program.exprs[i];
    if (!e.isPointer || !facts.pointsTo.isStart(ExprId(i)))
      continue;
    if (e.kind == ExprKind::Var)
      effects.holdsStart[index(e.object)] = 1;
    else if (e.kind == ExprKind::Load)
      effects.loadsStart[i] = 1;
  }
}

} // namespace

Effects computeEffects(const Program &program, const EffectOptions &options,
                       PointersAre pointers) {
  const EffectFacts facts(program, options, pointers);
  ObjectIdsPool pool;
  std::vector<StmtWork> work = EffectsBuilder(facts, pool).run();
  Effects effects;
  const std::vector<NodeId> copies = nodesOfCopies(program);
  ImpossibleEffects impossible(facts, pool);
  for (std::size_t i = 0; i < work.size(); ++i)
    addEffects(program, StmtId(i), std::move(work[i]), copies, impossible,
               effects);
  addCallees(facts, effects);
  effects.isHeldOnce =
      findHeldOnce(program, facts.pointsTo, facts.graph, facts.library);
  findStarts(facts, effects);
  effects.heldByScalars = facts.pointsTo.heldByScalars();
  // Where `exit` runs functions, those that called it are not over.
  effects.callsAreNested = !usesSetjmp(program) && !facts.hasExitHandlers;
  if (effects.callsAreNested)
    effects.heapHolders = facts.pointsTo.heapHolders();
  findThreadUnsafe(program, facts.library, effects);
  return effects;
}

} // namespace hocket::analysis
