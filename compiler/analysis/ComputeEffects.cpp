// SPDX-License-Identifier: Apache-2.0
//
// The effects of a program: facts of the whole, then function after function,
// callees first; functions that call each other until nothing changes.
#include "analysis/ComputeEffects.h"

#include "analysis/EffectsBuilder.h"
#include "analysis/HeldOnce.h"
#include "ir/Holes.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <string_view>

namespace hocket::analysis {

using namespace ir;

EffectsBuilder::EffectsBuilder(const Program &program,
                               const EffectOptions &options)
    : p_(program), options_(options), pointsTo_(program, library_),
      graph_(program, pointsTo_, library_) {}

/// What has to be known of the whole program before any statement.
void EffectsBuilder::findFacts() {
  // A program that is not whole may be called by one that reads errno.
  errnoIsRead_ = !p_.isClosed;
  for (const Function &function : p_.functions) {
    const LibraryFunction *known = library_.find(p_, function);
    errnoIsRead_ |= known && known->readsErrno;
    hasExitHandlers_ |= function.name == "atexit" ||
                        function.name == "at_quick_exit" ||
                        function.name == "on_exit";
  }
  for (auto [set, id] : {std::pair(&streamObjects_, p_.hidden.io),
                         std::pair(&libraryObjects_, p_.hidden.library)}) {
    set->ids.edit().push_back(id);
    unite(*set, pointsTo_.contents(*set));
  }
  copyNode_.assign(p_.stmts.size(), NodeId::None);
  for (const Node &node : p_.nodes)
    if (isValid(node.inlinedFrom)) {
      hasCopies_ = true;
      for (StmtId stmt : ownStmts(p_, node.id))
        copyNode_[index(stmt)] = node.id;
    }
  isReassigned_.assign(p_.objects.size(), 0);
  for (const Object &object : p_.objects)
    isReassigned_[index(object.id)] = object.isAddressTaken;
  for (const Stmt &stmt : p_.stmts) {
    for (const Access &access : stmt.accesses)
      if (access.kind == AccessKind::Write &&
          p_[access.address].kind == ExprKind::AddrOf)
        isReassigned_[index(p_[access.address].object)] = 1;
    if (!stmt.isOpaque || !isValid(stmt.text.unit))
      continue;
    for (const Hole &hole : holesIn(p_, stmt.text))
      if (isValid(hole.object))
        isReassigned_[index(hole.object)] = 1;
  }
  namesThreadLocal_.assign(p_.exprs.size(), 0);
  for (std::size_t i = 0; i < p_.exprs.size(); ++i) {
    const Expr &e = p_.exprs[i];
    bool isNamed = isValid(e.object) && p_[e.object].isThreadLocal;
    for (ExprId operand : e.operands)
      isNamed |= namesThreadLocal_[index(operand)] != 0;
    namesThreadLocal_[i] = isNamed;
  }
}

bool EffectsBuilder::namesThreadLocal(const Stmt &stmt) const {
  auto names = [this](ExprId expr) {
    return isValid(expr) && namesThreadLocal_[index(expr)];
  };
  bool found = names(stmt.value);
  for (const Access &access : stmt.accesses)
    found |= names(access.address) || names(access.value);
  for (const CallSite &site : stmt.calls) {
    found |= names(site.pointer);
    found |= std::any_of(site.args.begin(), site.args.end(), names);
  }
  return found;
}

void EffectsBuilder::addAccess(StmtId stmt, const Access &access,
                               StmtWork &work) {
  WorkItem item;
  item.effect.kind = access.kind;
  item.effect.must = access.must && access.size != 0;
  item.effect.isVolatile = access.isVolatile;
  item.effect.address = item.base = access.address;
  item.effect.size = access.size;
  item.effect.objects = pointsTo_.objectsAt(stmt, access.address);
  item.effect.type = access.type;
  item.effect.location = access.location;
  item.effect.text = access.text;
  work.items.push_back(std::move(item));
}

EffectsBuilder::StmtWork EffectsBuilder::stmtWork(StmtId id,
                                                  uint32_t function) {
  const Stmt &stmt = p_[id];
  StmtWork work;
  for (const Access &access : stmt.accesses)
    addAccess(id, access, work);
  work.flags.needsCallingThread = namesThreadLocal(stmt);
  for (unsigned i = 0; i < stmt.calls.size(); ++i) {
    CallContext call{id, stmt.calls[i], function, work};
    addCall(call, i);
  }
  if (stmt.isOpaque) {
    CallSite site;
    site.text = stmt.text;
    site.location = stmt.location;
    CallContext call{id, site, function, work};
    addUnknown(call, "a construct that is not analysed");
  }
  return work;
}

/// Removes what cannot happen: writes to constants and string literals.
static void dropConstants(const Program &program, EffectItem &item) {
  if (item.kind != AccessKind::Write || item.objects.ids.size() < 2)
    return;
  auto isConstant = [&](ObjectId id) {
    return program[id].kind == ObjectKind::String || program[id].isConst;
  };
  if (!std::all_of(item.objects.ids.begin(), item.objects.ids.end(),
                   isConstant))
    item.objects.ids.eraseIf(isConstant);
}

/// Removes variables of activations that are not there. To a copied statement
/// the callee's variables are their clones; to any other, clones are nobody's.
/// \param node the copy's; None for a statement that is none.
void EffectsBuilder::dropDead(NodeId node, EffectItem &item) const {
  auto isDead = [&](ObjectId id) {
    const Object &object = p_[id];
    if (isValid(object.cloneOf))
      return !isValid(node) || !isWithin(p_, node, object.scope);
    if (object.kind != ObjectKind::Local && object.kind != ObjectKind::Param)
      return false;
    // In recursion the name may be that of an outer activation.
    auto component = [&](FunctionId f) {
      return graph_.componentOf(static_cast<uint32_t>(index(f)));
    };
    for (NodeId up = node; isValid(up) && isValid(p_[up].inlinedFrom);
         up = p_[up].parent)
      if (p_[up].inlinedFrom == object.function)
        return component(p_[up].function) != component(object.function);
    return false;
  };
  item.objects.ids.eraseIf(isDead);
}

void EffectsBuilder::finish(StmtId id, StmtWork work, Effects &effects) const {
  StmtEffects &result = effects.stmts.emplace_back(std::move(work.flags));
  bool hasSeenThrough = false;
  for (const CallSite &site : p_[id].calls)
    hasSeenThrough |= site.isSeenThrough();
  for (WorkItem &item : work.items) {
    EffectItem &effect = item.effect;
    dropConstants(p_, effect);
    bool isSomewhere = !effect.objects.ids.empty();
    if (hasCopies_)
      dropDead(copyNode_[index(id)], effect);
    if (isSomewhere && effect.objects.ids.empty() && !effect.objects.unknown)
      continue;
    effect.objects.ids = pool_.share(effect.objects.ids);
    if (hasSeenThrough && !item.isSeenThrough)
      effects.seenThrough[id].push_back(effect);
    result.items.push_back(std::move(effect));
  }
  if (hasSeenThrough)
    effects.seenThrough.try_emplace(id);
}

void EffectsBuilder::findThreadUnsafeCalls(FunctionId function, const char *why,
                                           Effects &effects) const {
  for (const Stmt &stmt : p_.stmts)
    for (const CallSite &site : stmt.calls)
      if (site.callee == function) {
        effects.threadUnsafe = why + ("'" + p_[function].name + "'");
        effects.threadUnsafeAt = site.location;
        return;
      }
  if (!p_[function].isAddressTaken)
    return;
  effects.threadUnsafe = why + ("'" + p_[function].name + "'");
  effects.threadUnsafeAt = p_[function].location;
}

/// The program's own allocator takes the library's place. Threads and what
/// makes them would call it too, at the same time.
static bool replacesAllocator(const Function &function) {
  static constexpr std::string_view names[] = {
      "malloc",         "calloc",   "realloc", "free",   "aligned_alloc",
      "posix_memalign", "memalign", "valloc",  "pvalloc"};
  return isValid(function.unit) && !function.isStatic &&
         std::find(std::begin(names), std::end(names), function.name) !=
             std::end(names);
}

void EffectsBuilder::findThreadUnsafe(Effects &effects) const {
  for (const Function &function : p_.functions) {
    if (!effects.threadUnsafe.empty())
      return;
    if (replacesAllocator(function)) {
      effects.threadUnsafe =
          "replaces the library's allocator by its own '" + function.name + "'";
      effects.threadUnsafeAt = function.location;
    }
    if (isValid(function.unit))
      continue;
    const LibraryFunction *known = library_.find(p_, function);
    if (known && known->changesFloatEnvironment)
      findThreadUnsafeCalls(function.id,
                            "uses the floating-point environment by ", effects);
    else if (known && known->isAsync)
      findThreadUnsafeCalls(function.id, "handles signals by ", effects);
    else if (function.name == "vfork" || function.name == "clone")
      findThreadUnsafeCalls(function.id, "shares its memory with a process by ",
                            effects);
  }
}

/// Larger components of the call graph are not iterated to a fixed point.
constexpr std::size_t maxIterated = policy.analysis.iteratedFunctions;

/// Computes a function anew; true if what it does for its callers changed.
bool EffectsBuilder::update(uint32_t member) {
  if (member == graph_.outside())
    return updateOutside();
  const Function &function = p_.functions[member];
  if (!isValid(function.body))
    return false;
  for (StmtId stmt : stmtsSeenThrough(p_, function.body))
    work_[index(stmt)] = stmtWork(stmt, member);
  return updateSummary(member);
}

/// Each function of a large component counts as doing what all of them do: the
/// union of what they do by themselves, which needs no second round.
void EffectsBuilder::updateLarge(const std::vector<uint32_t> &component) {
  for (uint32_t member : component)
    update(member);
  Summary all = uniteSummaries(component);
  for (uint32_t member : component)
    summaries_[member] = all;
  for (uint32_t member : component)
    if (member != graph_.outside() && isValid(p_.functions[member].body))
      for (StmtId stmt : stmtsSeenThrough(p_, p_.functions[member].body))
        work_[index(stmt)] = stmtWork(stmt, member);
}

Effects EffectsBuilder::run() {
  findFacts();
  work_.resize(p_.stmts.size());
  isMustStmt_.assign(p_.stmts.size(), 0);
  summaries_.resize(p_.functions.size() + 1);
  for (const std::vector<uint32_t> &component : graph_.components()) {
    bool isRecursive = graph_.isRecursive(component[0]);
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
  Effects effects;
  for (std::size_t i = 0; i < work_.size(); ++i)
    finish(StmtId(i), std::move(work_[i]), effects);
  effects.callees.resize(p_.functions.size());
  for (uint32_t i = 0; i < p_.functions.size(); ++i) {
    std::set<uint32_t> callees;
    for (uint32_t callee : graph_.callees(i))
      if (callee != graph_.outside())
        callees.insert(callee);
      else
        callees.insert(graph_.callees(callee).begin(),
                       graph_.callees(callee).end());
    for (uint32_t callee : callees)
      effects.callees[i].push_back(FunctionId(callee));
    effects.isRecursive.push_back(graph_.isRecursive(i));
  }
  effects.isHeldOnce = findHeldOnce(p_, pointsTo_, graph_, library_);
  effects.heldByScalars = pointsTo_.heldByScalars();
  findThreadUnsafe(effects);
  return effects;
}

Effects computeEffects(const Program &program, const EffectOptions &options) {
  return EffectsBuilder(program, options).run();
}

} // namespace hocket::analysis
