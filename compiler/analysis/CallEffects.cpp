// SPDX-License-Identifier: Apache-2.0
#include "analysis/CallEffects.h"

#include "analysis/LibraryEffects.h"
#include "ir/CallInstance.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

/// Whether the callee's parameters are the call's arguments.
enum class Arguments : uint8_t {
  Bound,
  Unknown, ///< a callback's, or those of code outside
};

void addMayNotReturn(const CallContext &call, const std::string &via) {
  call.work.flags.mayNotReturn = true;
  call.work.items.push_back(makeItem(
      call, AccessKind::Write, {{call.program().hidden.control}, false}, via));
}

/// True for a variable of an activation that has ended when `callee` returns.
bool dropsLocal(const CallContext &call, ObjectId object, uint32_t callee) {
  const Object &o = call.program()[object];
  if (o.kind != ObjectKind::Local && o.kind != ObjectKind::Param)
    return false;
  auto owner = static_cast<uint32_t>(index(o.function));
  uint32_t component = call.facts.graph.componentOf(owner);
  return component == call.facts.graph.componentOf(callee) &&
         component != call.facts.graph.componentOf(call.caller);
}

/// The value is a parameter of the caller's that nobody changes.
bool isOwnParam(const CallContext &call, ExprId value) {
  const Expr &expr = call.program()[value];
  return expr.kind == ExprKind::Var && call.facts.isConstantParam(expr.object);
}

/// What the callee allocated for this call has names of its own here.
void renameHeaps(ObjectSet &objects, const CallSite &site) {
  if (site.heapClones.empty())
    return;
  for (ObjectId &id : objects.ids.edit())
    for (const auto &[own, clone] : site.heapClones)
      if (id == own) {
        id = clone;
        break;
      }
  std::sort(objects.ids.edit().begin(), objects.ids.edit().end());
}

void addSummary(const CallContext &call, uint32_t callee,
                const std::string &via, Arguments arguments, bool isMust) {
  const Summary &summary = call.summaries[callee];
  bool isOwn = isValid(call.site.callee) && index(call.site.callee) == callee;
  bool isInside = call.facts.graph.componentOf(callee) ==
                  call.facts.graph.componentOf(call.caller);
  for (const SummaryItem &part : summary.items) {
    WorkItem item;
    item.isSeenThrough = isOwn && call.site.isSeenThrough();
    item.effect = part.effect;
    item.effect.must &= isMust && !isInside;
    item.effect.via = via;
    item.effect.location = call.site.location;
    item.effect.text = call.site.text;
    std::optional<ExprId> given;
    if (arguments == Arguments::Bound && part.param >= 0)
      given = argumentAt(call.site, static_cast<std::size_t>(part.param));
    if (given) {
      item.base = *given;
      // Within a recursion only what is handed on as it came: else there would
      // be ever more places.
      if (part.isExact && (!isInside || isOwnParam(call, item.base)))
        item.effect.address = item.base;
      item.effect.objects = call.facts.pointsTo.objectsAt(call.stmt, item.base);
    } else {
      item.base = part.effect.address;
      if (isOwn)
        renameHeaps(item.effect.objects, call.site);
    }
    if (!isValid(item.effect.address)) {
      item.effect.must = false;
      item.effect.offset = 0;
      item.effect.size = 0;
    }
    ObjectIds &ids = item.effect.objects.ids;
    ids.eraseIf([&](ObjectId id) { return dropsLocal(call, id, callee); });
    if (!ids.isShared(part.effect.objects.ids))
      ids = call.pool.share(ids);
    if (!ids.empty() || item.effect.objects.unknown)
      call.work.items.push_back(std::move(item));
  }
  StmtEffects &flags = call.work.flags;
  flags.mayNotReturn |= summary.mayNotReturn;
  flags.needsCallingThread |= summary.needsCallingThread;
  flags.readsClock |= summary.readsClock;
  if (summary.isUnknown && !flags.isUnknown)
    flags.unknownWhy = summary.unknownWhy;
  flags.isUnknown |= summary.isUnknown;
}

/// Declared pure or const: reads what it can reach, writes nothing.
void addPure(const CallContext &call, FunctionId callee) {
  ObjectSet all = call.facts.pointsTo.reachableOutside();
  all.unknown = true;
  call.work.items.push_back(makeItem(call, AccessKind::Read, std::move(all),
                                     call.program()[callee].name));
}

/// The library's function, and the handlers it runs.
void addKnown(const CallContext &call, const ResolvedCall::Library &known) {
  const LibraryFunction &f = *known.effects;
  const std::string &via = call.program()[known.function].name;
  addLibrary(call, f, via);
  if (f.runsExitHandlers && call.facts.hasExitHandlers)
    addUnknown(call, via);
  if (f.mayNotReturn && !call.work.flags.mayNotReturn)
    addMayNotReturn(call, via);
  call.work.flags.needsCallingThread |= f.needsThread;
  call.work.flags.readsClock |= f.readsClock;
}

} // namespace

void addCall(const CallContext &call, unsigned position) {
  const ResolvedCall &resolved = call.facts.graph.call(call.stmt, position);
  bool isOnly = resolved.defined.size() == 1 && resolved.library.empty() &&
                resolved.pure.empty() && !resolved.outside;
  for (FunctionId callee : resolved.defined)
    addSummary(call, static_cast<uint32_t>(index(callee)),
               call.program()[callee].name, Arguments::Bound,
               isOnly && call.site.must);
  for (const ResolvedCall::Library &known : resolved.library)
    addKnown(call, known);
  for (const ResolvedCall::Callback &callback : resolved.callbacks)
    addSummary(call, static_cast<uint32_t>(index(callback.function)),
               call.program()[callback.function].name, Arguments::Unknown,
               false);
  for (FunctionId callee : resolved.pure)
    addPure(call, callee);
  if (resolved.outside)
    addUnknown(call, resolved.outsideName);
  if (isValid(call.site.callee) &&
      call.program()[call.site.callee].isNoReturn &&
      !call.work.flags.mayNotReturn)
    addMayNotReturn(call, call.program()[call.site.callee].name);
}

void addUnknown(const CallContext &call, const std::string &why) {
  const HiddenObjects &hidden = call.program().hidden;
  ObjectSet all{{hidden.io, hidden.errnoValue, hidden.allocator, hidden.random,
                 hidden.library},
                true};
  std::sort(all.ids.edit().begin(), all.ids.edit().end());
  unite(all, call.facts.pointsTo.reachableOutside());
  all.ids = call.pool.share(all.ids);
  for (AccessKind kind : {AccessKind::Read, AccessKind::Write})
    call.work.items.push_back(makeItem(call, kind, all, why));
  addMayNotReturn(call, why);
  StmtEffects &flags = call.work.flags;
  if (!flags.isUnknown)
    flags.unknownWhy = why;
  flags.isUnknown = flags.needsCallingThread = true;
  addSummary(call, call.facts.graph.outside(), why, Arguments::Unknown, false);
}

} // namespace hocket::analysis
