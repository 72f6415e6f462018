// SPDX-License-Identifier: Apache-2.0
//
// What a call adds to its statement: the callee's summary, with parameters
// replaced by arguments.
#include "analysis/EffectsBuilder.h"

#include "ir/CallInstance.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

WorkItem EffectsBuilder::makeItem(const CallContext &call, AccessKind kind,
                                  ObjectSet objects,
                                  const std::string &via) const {
  WorkItem item;
  item.effect.kind = kind;
  item.effect.objects = std::move(objects);
  item.effect.via = via;
  item.effect.location = call.site.location;
  item.effect.text = call.site.text;
  return item;
}

void EffectsBuilder::addMayNotReturn(CallContext &call,
                                     const std::string &via) {
  call.work.flags.mayNotReturn = true;
  call.work.items.push_back(
      makeItem(call, AccessKind::Write, {{p_.hidden.control}, false}, via));
}

void EffectsBuilder::addCall(CallContext &call, unsigned position) {
  const ResolvedCall &resolved = graph_.call(call.stmt, position);
  bool isOnly = resolved.defined.size() == 1 && resolved.library.empty() &&
                resolved.pure.empty() && !resolved.outside;
  for (FunctionId callee : resolved.defined)
    addSummary(call, static_cast<uint32_t>(index(callee)), p_[callee].name,
               Arguments::Bound, isOnly && call.site.must);
  for (const ResolvedCall::Library &known : resolved.library)
    addLibrary(call, known);
  for (const ResolvedCall::Callback &callback : resolved.callbacks)
    addSummary(call, static_cast<uint32_t>(index(callback.function)),
               p_[callback.function].name, Arguments::Unknown, false);
  for (FunctionId callee : resolved.pure)
    addPure(call, callee);
  if (resolved.outside)
    addUnknown(call, resolved.outsideName);
  if (isValid(call.site.callee) && p_[call.site.callee].isNoReturn &&
      !call.work.flags.mayNotReturn)
    addMayNotReturn(call, p_[call.site.callee].name);
}

/// True for a variable of an activation that has ended when `callee` returns.
bool EffectsBuilder::dropsLocal(ObjectId object, uint32_t caller,
                                uint32_t callee) const {
  const Object &o = p_[object];
  if (o.kind != ObjectKind::Local && o.kind != ObjectKind::Param)
    return false;
  auto owner = static_cast<uint32_t>(index(o.function));
  uint32_t component = graph_.componentOf(owner);
  return component == graph_.componentOf(callee) &&
         component != graph_.componentOf(caller);
}

/// What the callee allocated for this call has names of its own here.
static void renameHeaps(ObjectSet &objects, const CallSite &site) {
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

void EffectsBuilder::addSummary(CallContext &call, uint32_t callee,
                                const std::string &via, Arguments arguments,
                                bool isMust) {
  const Summary &summary = summaries_[callee];
  bool isOwn = isValid(call.site.callee) && index(call.site.callee) == callee;
  bool isInside = graph_.componentOf(callee) == graph_.componentOf(call.caller);
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
      if (part.isExact && !isInside)
        item.effect.address = item.base;
      item.effect.objects = pointsTo_.objectsAt(call.stmt, item.base);
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
    ids.eraseIf(
        [&](ObjectId id) { return dropsLocal(id, call.caller, callee); });
    if (!ids.isShared(part.effect.objects.ids))
      ids = pool_.share(ids);
    if (!ids.empty() || item.effect.objects.unknown)
      call.work.items.push_back(std::move(item));
  }
  StmtEffects &flags = call.work.flags;
  flags.mayNotReturn |= summary.mayNotReturn;
  flags.needsCallingThread |= summary.needsCallingThread;
  if (summary.isUnknown && !flags.isUnknown)
    flags.unknownWhy = summary.unknownWhy;
  flags.isUnknown |= summary.isUnknown;
}

/// Code that nobody knows: it may touch what outside code can reach and every
/// hidden state, call back, and not return.
void EffectsBuilder::addUnknown(CallContext &call, const std::string &why) {
  const HiddenObjects &hidden = p_.hidden;
  ObjectSet all{{hidden.io, hidden.errnoValue, hidden.allocator, hidden.random,
                 hidden.library},
                true};
  std::sort(all.ids.edit().begin(), all.ids.edit().end());
  unite(all, pointsTo_.reachableOutside());
  for (AccessKind kind : {AccessKind::Read, AccessKind::Write})
    call.work.items.push_back(makeItem(call, kind, all, why));
  addMayNotReturn(call, why);
  StmtEffects &flags = call.work.flags;
  if (!flags.isUnknown)
    flags.unknownWhy = why;
  flags.isUnknown = flags.needsCallingThread = true;
  addSummary(call, graph_.outside(), why, Arguments::Unknown, false);
}

/// Declared pure or const: reads what it can reach, writes nothing.
void EffectsBuilder::addPure(CallContext &call, FunctionId callee) {
  ObjectSet all = pointsTo_.reachableOutside();
  all.unknown = true;
  call.work.items.push_back(
      makeItem(call, AccessKind::Read, std::move(all), p_[callee].name));
}

} // namespace hocket::analysis
