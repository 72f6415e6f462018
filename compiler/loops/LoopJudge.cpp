// SPDX-License-Identifier: Apache-2.0
//
// Judging one loop. A step that finds against the loop leaves the remark in the
// verdict and returns false.

#include "loops/LoopJudge.h"

#include "dataflow/EscapingAddresses.h"
#include "dataflow/ScalarFlow.h"
#include "loops/CalleeState.h"
#include "loops/LoopRemarks.h"
#include "loops/checks/RangeChecks.h"
#include "loops/reductions/SafeToRun.h"
#include "loops/reductions/ScalarReductions.h"
#include "loops/reductions/Scans.h"
#include "loops/reductions/Selections.h"
#include "symbolic/Alias.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

LoopJudge::LoopJudge(const ProgramIndex &index, isl::ctx ctx, NodeId loop,
                     const LoopOptions &options, bool mayAssumeApart)
    : index_(index), program_(index.program()), options_(options), loop_(loop),
      model_(index, ctx,
             {loop,
              /*ownInit=*/false,
              {},
              options.strictAliasing,
              mayAssumeApart,
              options.mayAssumeRanges,
              options.followsPointers}),
      cursors_(model_, loop) {
  verdict_.loop = loop;
  stmts_ = model_.stmts();
}

/// Tests of all that the model took for granted of integers.
bool LoopJudge::emitRangeTests() {
  constexpr std::size_t maxTests = policy.loops.rangeChecks;
  std::vector<CheckExpr> seen;
  for (const RangeAssumption &assumption : model_.rangeAssumptions()) {
    std::optional<EntryCondition> test = rangeTest(model_, assumption);
    if (!test || seen.size() == maxTests)
      return refuse(notCounted(index_, loop_));
    if (std::find(seen.begin(), seen.end(), test->test) != seen.end())
      continue;
    seen.push_back(test->test);
    verdict_.conditions.push_back(std::move(*test));
  }
  return true;
}

LoopVerdict LoopJudge::judge() {
  // Each step is cheaper than the next, and explains more plainly.
  bool isFree = isSearch() ? isCounted() && searchIsFree() && emitRangeTests()
                           : isCounted() && effectsCommute() &&
                                 scalarsAreFree() && accessesAreFree() &&
                                 warmUpIsFree() && emitRangeTests() &&
                                 totalsAreFree() && versionsExist();
  if (!isFree) {
    // An address that follows a running total: the total is what stands in the
    // way.
    if (!verdict_.totals.empty() &&
        verdict_.remark.id == RemarkId::NonAffineAccess)
      refuse(scalarCarried(index_, loop_, RemarkId::ScalarCarried,
                           verdict_.totals.front().object));
    explainCalls();
    verdict_.kind = LoopKind::Sequential;
    verdict_.privates.clear();
    verdict_.reductions.clear();
    verdict_.inductions.clear();
    verdict_.selections.clear();
    verdict_.totals.clear();
    verdict_.firstPass.clear();
    verdict_.warmUp.clear();
    verdict_.exits.clear();
    verdict_.checks.clear();
    verdict_.conditions.clear();
    return verdict_;
  }
  verdict_.kind = verdict_.reductions.empty() && verdict_.selections.empty()
                      ? LoopKind::Doall
                      : LoopKind::Reduction;
  if (!verdict_.totals.empty())
    verdict_.kind = LoopKind::Scan;
  if (isSearch())
    verdict_.kind = LoopKind::Search;
  std::sort(verdict_.privates.begin(), verdict_.privates.end(),
            [](const PrivateObject &a, const PrivateObject &b) {
              return a.object < b.object;
            });
  verdict_.remark = parallel(program_, verdict_);
  return verdict_;
}

bool LoopJudge::refuse(Remark remark) {
  verdict_.remark = std::move(remark);
  return false;
}

/// Of the called functions that name what chunks have for themselves.
bool LoopJudge::versionsExist() {
  std::optional<MissingClone> missing = findMissingClone(index_, verdict_);
  if (!missing)
    return true;
  const ir::CallSite &site =
      program_[missing->call.stmt].calls[missing->call.site];
  Remark remark = remarkFor(program_, loop_, RemarkId::CalleeState);
  remark.args = {program_[site.callee].name, missing->why};
  remark.notes = {{site.location, "called here"}};
  return refuse(std::move(remark));
}

/// What a called function names could be a chunk's own if it had a version.
void LoopJudge::explainCalls() {
  const std::vector<RemarkNote> notes = verdict_.remark.notes;
  for (StmtId stmt : model_.stmts()) {
    if (notes.empty() || !index_.isCopy(stmt))
      continue;
    for (const EffectItem &item : index_.itemsOf(stmt)) {
      if (item.location != notes.front().location ||
          !isValid(index_.namedObject(item)))
        continue;
      std::string why = index_.whyNotRenamed(stmt);
      if (!why.empty())
        verdict_.remark.notes.push_back(
            {item.location, "chunks have no copy of '" +
                                program_[index_.namedObject(item)].name +
                                "', for " + why});
      return;
    }
  }
}

bool LoopJudge::isCounted() {
  const ir::Exits &exits = program_[program_[loop_].as<ir::Loop>()->body].exits;
  if (isSearch() || (!exits.byBreak && !exits.byReturn && !exits.byGoto))
    shape_ = model_.loopShape(loop_);
  if (!shape_)
    return refuse(notCounted(index_, loop_));
  if (model_.startMayChange(loop_)) {
    Remark remark = remarkFor(program_, loop_, RemarkId::UncountedLoop);
    remark.args = {"it may change what it started from"};
    return refuse(std::move(remark));
  }
  return true;
}

bool LoopJudge::effectsCommute() {
  return effectsAreKnown() && hiddenEffectsCommute();
}

/// Nothing may happen that the accesses do not tell.
bool LoopJudge::effectsAreKnown() {
  for (StmtId stmt : stmts_) {
    const analysis::StmtEffects &effects =
        index_.effects().stmts[ir::index(stmt)];
    auto call = [&](RemarkId id, std::vector<std::string> args) {
      Remark remark = remarkFor(program_, loop_, id);
      remark.args = std::move(args);
      remark.notes = {{program_[stmt].location, "called here"}};
      return refuse(std::move(remark));
    };
    std::string via = effects.unknownWhy;
    for (const EffectItem &item : index_.itemsOf(stmt))
      if (via.empty())
        via = item.via;
    if (effects.isUnknown || program_[stmt].isOpaque)
      return call(RemarkId::UnknownCall, {via.empty() ? "code" : via});
    if (effects.needsCallingThread)
      return call(RemarkId::OrderedCall,
                  {via.empty() ? "code" : via, "it belongs to its own thread"});
    if (effects.mayNotReturn)
      return call(RemarkId::OrderedCall,
                  {via.empty() ? "code" : via, "it may not return"});
    for (const EffectItem &item : index_.itemsOf(stmt))
      if (item.isVolatile) {
        Remark remark = remarkFor(program_, loop_, RemarkId::VolatileAccess);
        remark.args = {textOf(program_, item)};
        remark.notes = {{item.location, "accessed here"}};
        return refuse(std::move(remark));
      }
  }
  return true;
}

namespace {

std::string hiddenReason(const ir::HiddenObjects &hidden, ObjectId object) {
  if (object == hidden.io)
    return "input or output";
  if (object == hidden.errnoValue)
    return "it sets errno";
  if (object == hidden.random)
    return "it draws from one random sequence";
  if (object == hidden.allocator)
    return "it changes the allocator";
  if (object == hidden.control)
    return "it may end the program";
  return "state of the C library";
}

} // namespace

std::map<ObjectId, LoopJudge::HiddenUse> LoopJudge::hiddenUses() const {
  std::map<ObjectId, HiddenUse> uses;
  for (StmtId stmt : stmts_)
    for (const EffectItem &item : index_.itemsOf(stmt))
      for (ObjectId object : index_.hiddenObjects()) {
        if (!item.objects.contains(object))
          continue;
        HiddenUse &use = uses[object];
        bool isWrite = item.kind == ir::AccessKind::Write;
        if (!use.item || (isWrite && !use.isWritten))
          use.item = &item;
        use.isWritten |= isWrite;
        use.isRead |= !isWrite || item.via.empty();
        use.allCommute &= item.isCommutative;
        use.stmts.insert(stmt);
      }
  return uses;
}

/// Order on hidden state is visible as soon as one access writes it, unless all
/// accesses to it commute.
bool LoopJudge::hiddenEffectsCommute() {
  for (const auto &[object, use] : hiddenUses()) {
    if (!use.isWritten || use.allCommute)
      continue;
    // Each chunk starts without an error and leaves its last one; who reads
    // errno has to be on the calling thread, which was refused before.
    if (object == program_.hidden.errnoValue && !use.isRead) {
      verdict_.writesErrno = true;
      continue;
    }
    Remark remark = remarkFor(program_, loop_, RemarkId::OrderedCall);
    remark.args = {use.item->via.empty() ? textOf(program_, *use.item)
                                         : use.item->via,
                   hiddenReason(program_.hidden, object)};
    remark.notes = {{use.item->location, "called here"}};
    return refuse(std::move(remark));
  }
  return true;
}

/// Automatic variables of the body are new in each iteration.
void LoopJudge::findLocals() {
  NodeId body = program_[loop_].as<ir::Loop>()->body;
  std::set<ObjectId> touched;
  std::set<const ObjectId *> lists; // many items share one
  for (StmtId stmt : stmts_)
    for (const EffectItem &item : index_.itemsOf(stmt)) {
      if (!lists.insert(item.objects.ids.begin()).second)
        continue;
      for (ObjectId object : item.objects.ids)
        if (program_[object].kind == ir::ObjectKind::Local)
          touched.insert(object);
    }
  for (ObjectId object : touched) {
    if (!ir::isDeclaredIn(program_, object, body))
      continue;
    own_.insert(object);
    if (!isValid(program_[object].cloneOf)) // the text has no such variable
      verdict_.privates.push_back({object, /*isLocalToBody=*/true, false});
  }
}

/// Something but a plain access by name, in the loop's own text, may touch it,
/// or see where it is.
bool LoopJudge::isTouchedOtherwise(ObjectId object) {
  if (program_[object].isAddressTaken && addressEscapes(object))
    return true;
  EffectItem self;
  self.type = index_.typeOf(object);
  Value here;
  here.root = Root{Root::Kind::Object, "o" + std::to_string(ir::index(object)),
                   object, ir::ExprId::None, StmtId::None};
  for (StmtId stmt : stmts_)
    for (const EffectItem &item : index_.itemsOf(stmt)) {
      if (!index_.mayTouch(item, object) ||
          (index_.isWholeNamed(item, object) && item.via.empty() &&
           !index_.isNamedByCallee(stmt, object)))
        continue;
      if (index_.namedObject(item) == object ||
          !model_.typesExclude(self, here, item, model_.addressOf(item, stmt)))
        return true;
    }
  return false;
}

bool LoopJudge::addressEscapes(ObjectId object) const {
  return EscapingAddresses(index_, loop_, model_.stmts()).escapes(object);
}

bool LoopJudge::scalarsAreFree() {
  findLocals();
  if (!judgeIterator())
    return false;
  findSelections();
  for (ObjectId object : writtenScalars())
    if (!own_.contains(object) && !judgeScalar(object))
      return false;
  return true;
}

/// By name, in the loop; less what each iteration has for itself.
std::set<ObjectId> LoopJudge::writtenScalars() const {
  std::set<ObjectId> written;
  for (StmtId stmt : stmts_)
    for (const EffectItem &item : index_.itemsOf(stmt)) {
      ObjectId object = index_.namedObject(item);
      if (item.kind == ir::AccessKind::Write && isValid(object) &&
          program_[object].isScalar && !own_.contains(object))
        written.insert(object);
    }
  return written;
}

void LoopJudge::findSelections() {
  for (FoundSelection &found :
       hocket::polyhedral::findSelections(model_, own_, options_)) {
    std::vector<ObjectId> objects = found.object.objects();
    bool isFree =
        std::none_of(objects.begin(), objects.end(), [&](ObjectId object) {
          return own_.contains(object) || isTouchedOtherwise(object) ||
                 isStartOf(object) || !canKeepLast(object);
        });
    if (!isFree)
      continue;
    own_.insert(objects.begin(), objects.end());
    selected_.insert(selected_.end(), found.places.begin(), found.places.end());
    verdict_.selections.push_back(std::move(found.object));
  }
}

bool LoopJudge::judgeIterator() {
  const ir::Counted &counted = *model_.countOf(loop_);
  if (!counted.isPlain)
    return judgeCounters();
  ObjectId iterator = counted.iterator;
  if (isTouchedOtherwise(iterator))
    return refuse(
        scalarCarried(index_, loop_, RemarkId::ScalarCarried, iterator));
  own_.insert(iterator);
  if (!counted.declaresIterator) {
    ScalarFlow flow(index_, iterator);
    verdict_.privates.push_back({iterator, false, flow.isLiveAfter(loop_)});
  }
  return true;
}

/// The loop starts from the object's value, which a copy does not have.
bool LoopJudge::isStartOf(ObjectId object) const {
  StmtId init = program_[loop_].as<ir::Loop>()->init;
  if (!isValid(init))
    return false;
  const std::vector<EffectItem> &items = index_.itemsOf(init);
  return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
    return item.kind == ir::AccessKind::Read && index_.mayTouch(item, object);
  });
}

/// A copy can note whether it was assigned.
bool LoopJudge::canKeepLast(ObjectId object) const {
  const ir::Object &data = program_[object];
  return data.isScalar && !data.isVolatile && !data.isThreadLocal &&
         data.type.isNameable && data.type.needs.empty();
}

/// The chunks' totals can be had in a pass of their own, and nothing else is
/// combined.
bool LoopJudge::totalsAreFree() {
  if (verdict_.totals.empty())
    return true;
  bool isAlone =
      verdict_.reductions.empty() && verdict_.selections.empty() &&
      !verdict_.writesErrno && verdict_.inductions.empty() &&
      std::none_of(
          verdict_.privates.begin(), verdict_.privates.end(),
          [](const PrivateObject &object) { return object.isConditional; });
  std::optional<std::vector<NodeId>> pass;
  if (isAlone)
    pass = firstPass(model_, verdict_.totals, own_);
  if (!pass)
    return refuse(scalarCarried(index_, loop_, RemarkId::ScalarCarried,
                                verdict_.totals.front().object));
  verdict_.firstPass = std::move(*pass);
  return true;
}

bool LoopJudge::judgeScalar(ObjectId object) {
  // What pointers or called functions touch too is ordinary memory: the pairs
  // decide.
  if (isTouchedOtherwise(object))
    return true;
  if (isStartOf(object))
    return refuse(
        scalarCarried(index_, loop_, RemarkId::ScalarCarried, object));
  ScalarFlow flow(index_, object);
  if (!flow.isExposed(loop_)) {
    bool isLive = flow.isLiveAfter(loop_);
    bool isConditional = isLive && !flow.isWrittenEachIteration(loop_);
    if (!isConditional || canKeepLast(object)) {
      verdict_.privates.push_back({object, false, isLive, isConditional});
      own_.insert(object);
      return true;
    }
  }
  std::optional<ReductionObject> reduction =
      findReduction(index_, model_.stmts(), object);
  if (!reduction && judgeInduction(object))
    return true;
  if (std::optional<ReductionObject> total;
      !reduction && (total = findTotal(model_, object)) &&
      (!total->isFloat || total->keepsFirst || options_.mayReassociate)) {
    verdict_.totals.push_back(*total);
    own_.insert(object);
    return true;
  }
  if (!reduction && judgeWrapAround(object))
    return true;
  if (!reduction || !isSafeWithoutOrder(model_, *reduction))
    return refuse(
        scalarCarried(index_, loop_, RemarkId::ScalarCarried, object));
  bool isExact = !reduction->isFloat || reduction->keepsFirst;
  if (!isExact && !options_.mayReassociate)
    return refuse(
        scalarCarried(index_, loop_, RemarkId::FloatReduction, object));
  verdict_.reductions.push_back(*reduction);
  own_.insert(object);
  return true;
}

} // namespace hocket::polyhedral
