// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/PrivateCopies.h"

#include "dataflow/ScalarFlow.h"
#include "dependences/ArrayPrivatization.h"
#include "loops/accesses/CalleeState.h"
#include "loops/accesses/PointerPrivatization.h"
#include "loops/accesses/RecordPrivatization.h"
#include "loops/accesses/RequiredChecks.h"
#include "loops/legality/Uses.h"

#include "support/Policy.h"

#include <algorithm>
#include <optional>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ObjectId;

namespace {

constexpr uint64_t largestOnStack = policy.loops.stackCopyBytes;
constexpr uint64_t largest = policy.loops.copyBytes;

bool isReachedByCallees(const LoopContext &context, ObjectId object) {
  const std::vector<ir::StmtId> &stmts = context.model.stmts();
  return std::any_of(stmts.begin(), stmts.end(), [&](ir::StmtId stmt) {
    return isOfCallee(context.index, stmt, object);
  });
}

bool isEmptyBetweenRuns(const LoopContext &context, ObjectId object) {
  return isEmptyBetweenRuns(context.index, context.model.universe().ctx(),
                            object, context.program[context.loop].function,
                            context.options.strictAliasing);
}

/// Whoever reads what the loop's function has left in it has written it before.
bool isEmptyAfterRuns(const LoopContext &context, ObjectId object) {
  return isEmptyAfterRuns(context.index, context.model.universe().ctx(), object,
                          context.program[context.loop].function,
                          context.options.strictAliasing);
}

/// Only called functions read it, and each run of one only what it has written
/// itself: then no iteration reads what another one has left, whatever is known
/// of the calls.
bool isCalleesScratch(const LoopContext &context, ObjectId object) {
  return isReachedByCallees(context, object) &&
         isEmptyBetweenRuns(context, object);
}

bool hasCopyableSize(const ir::Object &data) {
  bool isSized = data.isVariablyModified ? data.kind == ir::ObjectKind::Local
                                         : data.size != 0;
  return isSized && data.size <= largest && data.kind != ir::ObjectKind::Heap &&
         data.kind != ir::ObjectKind::String;
}

/// Each access names it, or goes through a pointer that surely leads there.
bool isSeenWhole(const LoopContext &context, ObjectId object) {
  const ProgramIndex &index = context.index;
  for (ir::StmtId stmt : context.model.stmts())
    for (const EffectItem &item : index.itemsOf(stmt))
      if (index.mayTouch(item, object) &&
          (index.namedObject(item) == ObjectId::None || !item.via.empty() ||
           index.isCopy(stmt)) &&
          !isAccessThrough(context.model, item, stmt, object))
        return false;
  return true;
}

/// The entry tests that each read is of what was written; false, and nothing
/// changes, if it cannot.
bool requireCovered(AccessAnalysis &analysis, ObjectId object,
                    const std::vector<WithinExtent> &needed) {
  std::vector<EntryCondition> before = analysis.found.conditions;
  const std::string &name = analysis.context.program[object].name;
  for (const WithinExtent &need : needed)
    if (!requireWithin(analysis, need,
                       "what is read of '" + name + "' was written before")) {
      analysis.found.conditions = std::move(before);
      return false;
    }
  return true;
}

} // namespace

bool privatizeObject(AccessAnalysis &analysis, ObjectId object) {
  const LoopContext &context = analysis.context;
  const ir::Object &data = context.program[object];
  if (!hasCopyableSize(data) || isStartOf(context, object) ||
      !isSeenWhole(context, object))
    return false;
  if (addressEscapes(context, object))
    return false;
  ArrayPrivatization privatization(context.model, context.loop, object);
  std::vector<WithinExtent> needed;
  std::optional<bool> known;
  auto isScratch = [&] {
    return known ? *known : *(known = isCalleesScratch(context, object));
  };
  const bool isExposed = privatization.isExposed(&needed);
  if ((isExposed || !needed.empty()) && isScratch())
    needed.clear();
  else if (isExposed)
    return false;
  bool isCallees = data.kind == ir::ObjectKind::Static &&
                   data.function != context.program[context.loop].function;
  ScalarFlow flow(context.index, object);
  // Known for every run of the loop, not only for those that tests let through.
  bool isCovered = needed.empty() && analysis.found.conditions.empty();
  const ScalarFlow::After after = flow.after(context.loop, isCovered);
  bool isLive = after != ScalarFlow::After::Dead;
  // A callee's own variable cannot be named, or written back, from outside.
  if (isLive && (isCallees || !privatization.writesSameEachIteration())) {
    if (!isScratch() && (after == ScalarFlow::After::Read ||
                         !isEmptyAfterRuns(context, object)))
      return false;
    isLive = false;
  }
  if (isCallees && (data.size > largestOnStack || !data.type.isNameable))
    return false;
  if (!requireCovered(analysis, object, needed))
    return false;
  analysis.found.own.insert(object);
  PrivateObject copy{object, false, isLive};
  if (data.isVariablyModified || data.size > largestOnStack) {
    copy.hi = data.isVariablyModified
                  ? sizeOf(object)
                  : constant(static_cast<int64_t>(data.size));
  }
  analysis.found.privates.push_back(std::move(copy));
  return true;
}

namespace {

/// A pointer variable's, which is given another name.
bool privatizeNamed(AccessAnalysis &analysis, const Base &base) {
  const LoopContext &context = analysis.context;
  if (!canNameAnother(context.model, base.object))
    return false;
  std::optional<BufferCopy> buffer =
      copyOfBuffer(context.model, base, base.object, /*isThrough=*/false);
  if (!buffer || !requireCovered(analysis, base.object, buffer->needed))
    return false;
  require(analysis.found.conditions,
          extentCondition(buffer->extent, context.program[base.object].name));
  PrivateObject copy{base.object, false, buffer->isLastprivate};
  copy.isPointee = true;
  copy.lo = buffer->extent.lo;
  copy.hi = buffer->extent.hi;
  analysis.found.privates.push_back(std::move(copy));
  analysis.found.ownBases.insert(base.key);
  return true;
}

/// A variable, of which all accesses are seen, may have a copy on the stack.
bool isCopyableRecord(const LoopContext &context, ObjectId object) {
  const ir::Object &data = context.program[object];
  return !data.isScalar && !data.isArray && !data.isVariablyModified &&
         !data.isVolatile && !data.isThreadLocal && data.type.isNameable &&
         hasCopyableSize(data) && data.size <= largestOnStack &&
         data.kind != ir::ObjectKind::Static && !isStartOf(context, object) &&
         isSeenWhole(context, object) && !addressEscapes(context, object);
}

/// The record has been given a copy before, or this adds one.
/// \param link to what it has a copy of, too; or null
bool privatizeRecord(AccessAnalysis &analysis, const Base &root,
                     const PrivateLink *link) {
  const LoopContext &context = analysis.context;
  std::vector<PrivateObject> &privates = analysis.found.privates;
  auto known = std::find_if(
      privates.begin(), privates.end(), [&](const PrivateObject &copy) {
        return copy.object == root.object && !copy.isLocalToBody;
      });
  if (root.kind == Base::Kind::Object &&
      !isCopyableRecord(context, root.object))
    return false;
  std::vector<PrivateLink> links;
  if (known != privates.end()) {
    if (!known->isCopiedIn())
      return false; // nothing that is in it has a value on entry
    links = known->links;
  }
  if (link)
    links.push_back(*link);
  std::vector<int64_t> places;
  for (const PrivateLink &one : links)
    places.push_back(one.at);
  std::optional<RecordCopy> record = copyOfRecord(context.model, root, places);
  if (!record)
    return false;
  if (record->readable && !record->readable->test.is(CheckKind::True)) {
    record->readable->meaning = "what is copied of '" +
                                context.program[root.object].name +
                                "' can be read";
    require(analysis.found.conditions, std::move(*record->readable));
  }
  record->copy.links = std::move(links);
  if (known != privates.end()) {
    // What a link before leads to may be read after the loop.
    record->copy.isLastprivate |= known->isLastprivate;
    privates.erase(known);
  }
  privates.push_back(std::move(record->copy));
  analysis.found.ownBases.insert(root.key);
  return true;
}

/// What a pointer in a record leads to.
bool privatizeLinked(AccessAnalysis &analysis, const Base &base) {
  const LoopContext &context = analysis.context;
  const std::optional<RecordPlace> place = placeInRecord(base);
  if (!place || analysis.found.own.contains(place->root.object))
    return false;
  std::optional<BufferCopy> buffer =
      copyOfBuffer(context.model, base, place->root.object, /*isThrough=*/true);
  if (!buffer)
    return false;
  std::vector<EntryCondition> before = analysis.found.conditions;
  const PrivateLink link{place->at, buffer->extent.lo, buffer->extent.hi};
  if (!requireCovered(analysis, place->root.object, buffer->needed) ||
      !privatizeRecord(analysis, place->root, &link)) {
    analysis.found.conditions = std::move(before);
    return false;
  }
  require(analysis.found.conditions,
          extentCondition(buffer->extent, textOf(context.program, *base.load)));
  analysis.found.privates.back().isLastprivate |= buffer->isLastprivate;
  analysis.found.ownBases.insert(base.key);
  return true;
}

} // namespace

bool privatizeRecordVariable(AccessAnalysis &analysis, const Base &base) {
  return base.kind == Base::Kind::Object &&
         !analysis.found.own.contains(base.object) &&
         privatizeRecord(analysis, base, nullptr);
}

bool privatizePointee(AccessAnalysis &analysis, const Base &base) {
  if (base.kind == Base::Kind::Loaded)
    return privatizeLinked(analysis, base);
  if (base.kind != Base::Kind::Pointer ||
      analysis.found.own.contains(base.object))
    return false; // an iteration's own variable has no value on entry
  return privatizeNamed(analysis, base) ||
         privatizeRecord(analysis, base, nullptr);
}

} // namespace hocket::polyhedral
