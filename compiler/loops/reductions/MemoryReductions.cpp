// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/MemoryReductions.h"

#include "dataflow/ValueRange.h"
#include "dependences/ArrayPrivatization.h"
#include "loops/reductions/TargetAddress.h"
#include "loops/reductions/UpdateLogs.h"
#include "loops/reductions/UpdateTexts.h"
#include "support/Policy.h"

#include <algorithm>
#include <map>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// Bytes of the copy that each chunk has of an array.
constexpr uint64_t kMaxCopy = policy.loops.reductionCopy;
constexpr int64_t kUnknownEnd = int64_t(1) << 40;

/// One update statement with a target in memory.
struct Candidate {
  StmtId stmt = StmtId::None;
  const ir::Update *update = nullptr;
  const EffectItem *write = nullptr;
  std::vector<ReductionPlace> places;
  std::optional<Value> fixed;     ///< the address, if it never varies
  ObjectId base = ObjectId::None; ///< else: the variable it is relative to
  ValueRange bytes;               ///< from there; [low, high)
  bool isBounded = true;          ///< `bytes` are known
  bool hasLow = false;            ///< at least where they begin
  UpdateFootprint::Offset offset;
  TargetAddress target;
};

void addPlace(Candidate &to, StmtId stmt, const EffectItem &item) {
  bool isWrite = item.kind == ir::AccessKind::Write;
  for (ReductionPlace &place : to.places)
    if (place.text.begin == item.text.begin &&
        place.text.end == item.text.end) {
      place.isWritten |= isWrite; // `x += 1` names its target once
      return;
    }
  to.places.push_back({stmt, item.text, isWrite});
}

/// Says of a statement whether it updates a target in memory, and where that
/// is.
class CandidateFinder {
public:
  CandidateFinder(AffineModel &model, const std::set<ObjectId> &own,
                  const LoopOptions &options)
      : model_(model), index_(model.index()), program_(model.program()),
        own_(own), options_(options), ranges_(index_) {}

  /// Of the statement that writes; a branch's condition reads its target too.
  std::optional<Candidate> candidateOf(StmtId stmt) {
    const ir::Update *update = updateOf(index_, stmt);
    if (!update || own_.contains(update->object))
      return std::nullopt;
    Candidate result;
    result.stmt = stmt;
    result.update = update;
    for (const EffectItem &item : index_.itemsOf(stmt)) {
      if (!isTargetOf(index_, *update, item))
        continue;
      bool isWrite = item.kind == ir::AccessKind::Write;
      if (isWrite)
        result.write = &item;
      addPlace(result, stmt, item);
    }
    if (!result.write || !isPlain(*result.write, *update))
      return std::nullopt;
    addConditionPlaces(result);
    if (!areInBody(result))
      return std::nullopt;
    std::optional<Value> address = model_.addressOf(*result.write, stmt);
    if (address && isOwn(*address))
      return std::nullopt;
    if (address && !model_.isVariant(*address) &&
        address->base->kind != Base::Kind::Allocation) {
      result.fixed = address;
      return result;
    }
    if (!findExtent(result))
      return std::nullopt;
    return result;
  }

private:
  bool isOwn(const Value &address) const {
    return address.base->kind == Base::Kind::Object &&
           own_.contains(address.base->object);
  }

  void addConditionPlaces(Candidate &to) {
    if (program_[to.stmt].update)
      return;
    ir::NodeId node = index_.nodeOf(to.stmt);
    const ir::Branch *branch = nullptr;
    for (; !branch || !branch->update; node = program_[node].parent)
      branch = program_[node].as<ir::Branch>();
    for (const EffectItem &item : index_.itemsOf(branch->condition))
      if (isTargetOf(index_, *to.update, item))
        addPlace(to, branch->condition, item);
  }

  /// The loop's own header is written anew for each chunk. Functions called in
  /// the body can have versions.
  bool areInBody(const Candidate &candidate) const {
    const ir::Loop &loop = *program_[model_.root()].as<ir::Loop>();
    if (index_.isCopy(candidate.stmt))
      return canRename(index_, candidate.stmt);
    return std::all_of(candidate.places.begin(), candidate.places.end(),
                       [&](const ReductionPlace &place) {
                         return program_[loop.body].text.contains(place.text);
                       });
  }

  /// All of the target in one piece, and of a type that a pointer to it may
  /// have: gcc lets members of unions be reached as members only.
  bool isPlain(const EffectItem &write, const ir::Update &update) const {
    bool isExactSize =
        update.bits == 1 ? write.size == 1 : write.size * 8 == update.bits;
    return write.must && isExactSize &&
           (write.type == update.type || !options_.strictAliasing);
  }

  /// The object or pointer that a varying address is relative to, and the bytes
  /// that the offset can footprint.
  bool findExtent(Candidate &candidate) {
    ValueRange offset{0, 0};
    bool isBounded = true;
    candidate.target =
        takeApart(model_, candidate.write->address, candidate.stmt);
    candidate.offset.stmt = candidate.target.at;
    for (const TargetAddress::Term &term : candidate.target.terms) {
      // Elements do not overlap in part.
      if (divisorOf(program_, term.offset) % candidate.write->size != 0)
        return false;
      std::optional<ValueRange> step = ranges_.of(term.offset);
      if (term.extent != 0)
        step = inArray(term.offset, step, term.extent);
      candidate.offset.terms.push_back(term.offset);
      isBounded &= step.has_value();
      if (step)
        offset = {offset.low + step->low, offset.high + step->high};
    }
    ExprId address = candidate.target.base;
    int64_t size = candidate.write->size;
    const ir::Expr &base = program_[address];
    candidate.base = base.object;
    if (base.kind == ExprKind::AddrOf)
      return withinObject(candidate, isBounded, offset);
    candidate.bytes = {offset.low, offset.high + size};
    if (base.kind != ExprKind::Var || (index_.isCopy(candidate.target.at) &&
                                       !followArgument(candidate, address)))
      return false;
    if (!program_[candidate.base].isPointer)
      return withinObject(candidate, isBounded, offset);
    candidate.hasLow = isBounded;
    candidate.isBounded = isBounded && offset.high < kUnknownEnd / 2;
    return isFixedPointer(candidate.base);
  }

  /// A subscript of an array of `extent` bytes, or of one that ends nobody
  /// knows where: then no more than any object has.
  ValueRange inArray(ExprId offset, std::optional<ValueRange> range,
                     int64_t extent) const {
    const ir::Expr &expr = program_[offset];
    int64_t stride = 1;
    if (expr.kind == ExprKind::Mul)
      for (ExprId factor : expr.operands)
        if (program_[factor].kind == ExprKind::Const &&
            program_[factor].value > 0)
          stride = program_[factor].value;
    ValueRange all{0, (std::min(extent, kUnknownEnd) - 1) / stride * stride};
    if (!range)
      return all;
    return {std::max(range->low, all.low), std::min(range->high, all.high)};
  }

  /// The parameter of a called function is the address of one of the caller's
  /// variables, or the value of a pointer variable of his, which the loop
  /// names.
  bool followArgument(Candidate &candidate, ExprId pointer) {
    std::optional<Value> value = model_.valueAt(pointer, candidate.target.at);
    if (!value || !value->base || value->wrapBits != 0 ||
        !value->polynomial.terms().empty())
      return false;
    const Base &base = *value->base;
    if (base.kind != Base::Kind::Object && base.kind != Base::Kind::Pointer)
      return false;
    candidate.base = base.object;
    const ir::Object &object = program_[base.object];
    return object.isPointer == (base.kind == Base::Kind::Pointer) &&
           !isValid(object.cloneOf) &&
           isGivenByName(model_, pointer, base.object);
  }

  /// An access through a declared object stays in it.
  bool withinObject(Candidate &candidate, bool isBounded, ValueRange offset) {
    const ir::Object &object = program_[candidate.base];
    auto size = static_cast<int64_t>(object.size);
    int64_t element = candidate.write->size;
    if (own_.contains(candidate.base) || object.isThreadLocal)
      return false;
    if (object.isVariablyModified) {
      candidate.isBounded = false;
      return isNamedInLoop(candidate.base);
    }
    if (size == 0)
      return false;
    candidate.bytes = {0, size};
    if (isBounded)
      candidate.bytes = {std::max(offset.low, candidate.bytes.low),
                         std::min(offset.high + element, size)};
    return candidate.bytes.low < candidate.bytes.high;
  }

  /// The pointer has its value from before the loop, and the loop's text names
  /// it.
  bool isFixedPointer(ObjectId pointer) {
    const ir::Object &object = program_[pointer];
    if (own_.contains(pointer) || object.isVolatile || object.isThreadLocal ||
        model_.mayBeWritten(pointer))
      return false;
    return isNamedInLoop(pointer);
  }

  bool isNamedInLoop(ObjectId object) const {
    const ir::TextRange &text = program_[model_.root()].text;
    const std::vector<ir::Hole> &holes = program_[text.unit].holes;
    return std::any_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
      return hole.object == object && hole.begin >= text.begin &&
             hole.end <= text.end;
    });
  }

  AffineModel &model_;
  const ProgramIndex &index_;
  const ir::Program &program_;
  const std::set<ObjectId> &own_;
  const LoopOptions &options_;
  ValueRanges ranges_;
};

/// What the updates of one target have in common.
std::string keyOf(const Candidate &candidate) {
  if (candidate.fixed)
    return candidate.fixed->base->key + ":" + candidate.fixed->polynomial.key();
  return "array " + std::to_string(ir::index(candidate.base));
}

/// Members of one struct that the same updates do not reach: each has a copy.
std::vector<std::vector<Candidate>> partsOf(std::vector<Candidate> candidates) {
  bool isBounded = std::all_of(
      candidates.begin(), candidates.end(),
      [](const Candidate &one) { return !one.fixed && one.isBounded; });
  if (!isBounded)
    return {std::move(candidates)};
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate &a, const Candidate &b) {
                     return a.bytes.low < b.bytes.low;
                   });
  std::vector<std::vector<Candidate>> parts;
  int64_t end = 0;
  for (Candidate &one : candidates) {
    if (parts.empty() || one.bytes.low >= end)
      parts.emplace_back();
    end = std::max(parts.back().empty() ? one.bytes.high : end, one.bytes.high);
    parts.back().push_back(std::move(one));
  }
  return parts;
}

/// What all of its updates have in common.
void describe(const ir::Program &program, ReductionObject &r,
              const Candidate &candidate) {
  const ir::Update &update = *candidate.update;
  r.name = textOf(program, *candidate.write);
  r.op = update.op;
  r.isFloat = update.isFloat;
  r.keepsFirst = update.keepsFirst;
  r.type = update.type;
  r.isSigned = update.isSigned;
  r.bits = update.bits;
  r.item = *candidate.write;
  r.stmt = candidate.stmt;
}

/// Copies that are worth their while: setting and combining an element takes
/// about as long as an update. What data does not choose, each iteration
/// mostly updates as a whole.
CheckExpr mostBytes(const FootprintSides &reached, int64_t elementSize,
                    bool isByData) {
  const CheckExpr few = constant(policy.loops.fewElements);
  const CheckExpr most = constant(policy.loops.mostElements);
  const CheckExpr perElement = constant(policy.loops.iterationsPerElement);
  return times(constant(elementSize),
               isByData ? lesser(most, greater(few, over(reached.iterations,
                                                         perElement)))
                        : most);
}

/// What makes the extent meaningful; the size is found out when allocating.
EntryCondition conditionOf(const ReductionObject &r,
                           const AliasCheck::Side &extent) {
  EntryCondition condition;
  condition.test = extent.guard;
  condition.extent = {extent.base, extent.lo, extent.hi, r.most};
  condition.meaning = "copies of what '" + r.name + "' reaches are not large";
  return condition;
}

/// Values of the program choose the element.
bool isByData(AffineModel &model, const Candidate &candidate) {
  std::optional<Value> address =
      model.addressOf(*candidate.write, candidate.stmt);
  if (!address)
    return true;
  std::vector<SymbolId> symbols = address->polynomial.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    return model.symbol(id).kind == Symbol::Kind::Element;
  });
}

/// The address that the target is relative to.
std::optional<Value> baseValue(AffineModel &model, const Candidate &candidate) {
  const TargetAddress &target = candidate.target;
  std::optional<Value> value = model.valueAt(target.base, target.at);
  if (!value || !value->base || value->wrapBits != 0 || model.isVariant(*value))
    return std::nullopt;
  return value;
}

/// The updates by the members that they are of; empty: that is not known.
std::vector<std::vector<Candidate>>
membersOf(const std::vector<Candidate> &candidates) {
  std::map<std::pair<int64_t, int64_t>, std::vector<Candidate>> byMember;
  for (const Candidate &candidate : candidates) {
    const TargetAddress &target = candidate.target;
    if (!target.isMember(candidate.write->size))
      return {};
    byMember[{target.stride, target.member}].push_back(candidate);
  }
  std::vector<std::vector<Candidate>> result;
  for (auto &[member, updates] : byMember)
    result.push_back(std::move(updates));
  return result;
}

/// Makes one reduction of the updates of one target.
class Merger {
public:
  Merger(AffineModel &model, const LoopOptions &options)
      : model_(model), program_(model.program()), options_(options) {}

  /// Updates of one target with one operator.
  std::optional<MemoryReduction>
  merge(const std::vector<Candidate> &candidates) {
    const Candidate &first = candidates.front();
    MemoryReduction result;
    ReductionObject &r = result.reduction;
    describe(model_.program(), r, first);
    for (const Candidate &candidate : candidates) {
      const ir::Update &update = *candidate.update;
      if (update.op != r.op || update.type != r.type)
        return std::nullopt;
      r.keepsFirst &= update.keepsFirst;
      r.places.insert(r.places.end(), candidate.places.begin(),
                      candidate.places.end());
    }
    // Short-circuit evaluation would be lost.
    if (r.op == ir::UpdateOp::LogicalAnd || r.op == ir::UpdateOp::LogicalOr)
      return std::nullopt;
    result.needsOrder = r.isFloat && !r.keepsFirst && !options_.mayReassociate;
    if (first.fixed) {
      result.address = *first.fixed;
      result.size = first.write->size;
      return result;
    }
    if (!spreadOver(result, candidates))
      return std::nullopt;
    return result;
  }

  /// The same by a log, where that is asked for and possible.
  std::optional<MemoryReduction>
  mergeForLog(const std::vector<Candidate> &candidates) {
    std::optional<MemoryReduction> result = merge(candidates);
    if (!result || !options_.logsUpdates || result->footprint)
      return result;
    if (std::optional<ReductionObject> logged =
            byLog(model_.index(), {}, result->reduction, options_)) {
      result->reduction = std::move(*logged);
      result->needsOrder = false;
    }
    return result;
  }

private:
  /// One copy for all that the updates footprint.
  bool spreadOver(MemoryReduction &result,
                  const std::vector<Candidate> &candidates) {
    const Candidate &first = candidates.front();
    ReductionObject &r = result.reduction;
    ValueRange bytes = first.bytes;
    bool isBounded = true;
    for (const Candidate &candidate : candidates) {
      bytes = {std::min(bytes.low, candidate.bytes.low),
               std::max(bytes.high, candidate.bytes.high)};
      isBounded &= candidate.isBounded;
    }
    int64_t size = first.write->size;
    // Elements lie at multiples of their size from the copy's first byte.
    auto length = static_cast<uint64_t>(bytes.high - bytes.low);
    bool isObject = isValid(first.base) && !program_[first.base].isPointer;
    r.baseObject = first.base;
    // Anywhere in the object: who reads the reduction's item must see that.
    r.item.address = ExprId::None;
    r.item.offset = 0;
    r.item.size = 0;
    std::optional<Value> base = baseValue(model_, first);
    if (!base)
      return false;
    result.address = result.origin = *base;
    if (membersOf(candidates).size() == 1) {
      result.stride = first.target.stride;
      result.member = first.target.member;
    }
    if (std::all_of(candidates.begin(), candidates.end(),
                    [](const Candidate &one) { return one.hasLow; }))
      result.lowest = bytes.low;
    if (!isBounded || length > kMaxCopy)
      return spreadAtRunTime(result, candidates);
    if (length % static_cast<uint64_t>(size) != 0 ||
        (isObject && bytes.low % size != 0) ||
        !result.address.polynomial.add({}, bytes.low))
      return false;
    r.elements = length / static_cast<uint64_t>(size);
    r.offset = bytes.low;
    result.size = static_cast<uint32_t>(length);
    return true;
  }

  /// The entry works out how far the updates footprint, and allocates the
  /// copies.
  bool spreadAtRunTime(MemoryReduction &result,
                       const std::vector<Candidate> &candidates) {
    const Candidate &first = candidates.front();
    ReductionObject &r = result.reduction;
    UpdateFootprint footprint;
    footprint.elementSize = first.write->size;
    for (const Candidate &candidate : candidates)
      footprint.offsets.push_back(candidate.offset);
    const ir::Object &base = program_[first.base];
    if (!base.isPointer && base.isVariablyModified)
      footprint.whole = first.base;
    if (!result.address.polynomial.terms().empty())
      return false;
    std::optional<FootprintSides> reached = sidesOf(model_, footprint);
    if (!reached)
      return false;
    r.lo = reached->side.lo;
    r.hi = reached->side.hi;
    result.isByData = std::all_of(candidates.begin(), candidates.end(),
                                  [&](const Candidate &candidate) {
                                    return isByData(model_, candidate);
                                  });
    r.most = mostBytes(*reached, footprint.elementSize, result.isByData);
    result.condition = conditionOf(r, reached->side);
    if (result.needsOrder && !result.isByData)
      return false; // the order of `a[i] += x` is not what stands in the way
    result.footprint = std::move(footprint);
    return true;
  }

  AffineModel &model_;
  const ir::Program &program_;
  const LoopOptions &options_;
};

} // namespace

std::vector<MemoryReduction> findMemoryReductions(AffineModel &model,
                                                  const std::set<ObjectId> &own,
                                                  const LoopOptions &options) {
  CandidateFinder finder(model, own, options);
  std::map<std::string, std::vector<Candidate>> byTarget;
  for (StmtId stmt : model.stmts())
    if (std::optional<Candidate> candidate = finder.candidateOf(stmt))
      byTarget[keyOf(*candidate)].push_back(std::move(*candidate));
  Merger merger(model, options);
  std::vector<MemoryReduction> result;
  auto add = [&](const std::vector<Candidate> &part) {
    std::optional<MemoryReduction> one = merger.mergeForLog(part);
    if (one)
      result.push_back(std::move(*one));
    return one.has_value();
  };
  for (auto &[key, candidates] : byTarget)
    for (const std::vector<Candidate> &part : partsOf(std::move(candidates)))
      if (!add(part))
        for (const std::vector<Candidate> &member : membersOf(part))
          add(member);
  return result;
}

} // namespace hocket::polyhedral
