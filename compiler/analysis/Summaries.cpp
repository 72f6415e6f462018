// SPDX-License-Identifier: Apache-2.0
#include "analysis/Summaries.h"

#include "analysis/MustRun.h"
#include "analysis/objects/AddressTerms.h"
#include "ir/CallInstance.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace hocket::analysis {

using namespace ir;

namespace {

/// Makes an item at the address one at the range's base, of all that it may
/// touch.
void widen(EffectItem &item, const AddressRange &range) {
  item.offset += range.least;
  if (range.isPoint())
    return;
  auto extent = static_cast<uint64_t>(range.greatest - range.least);
  item.must = false;
  item.type.clear();
  bool fits = item.size != 0 && extent < UINT32_MAX - item.size;
  item.size = fits ? item.size + static_cast<uint32_t>(extent) : 0;
}

/// Where a pointer leads, in terms of the caller: the parameter, and how far
/// behind what it points to.
struct ParamRange {
  ObjectId param = ObjectId::None;
  int64_t least = 0, greatest = 0;
};

/// Local pointers into what parameters point to: `struct axis *a = &v->ax[k];`.
/// Each value that one ever gets has a range behind the same parameter, which
/// nobody changes.
class LocalPointers {
public:
  LocalPointers(const EffectFacts &facts, const Function &function)
      : facts_(facts) {
    const Program &program = facts.program;
    for (StmtId stmt : allStmts(program, function.body))
      for (const Access &a : program[stmt].accesses)
        if (a.kind == AccessKind::Write && isValid(a.address) &&
            program[a.address].kind == ExprKind::AddrOf)
          add(program[program[a.address].object], a.value);
  }

  /// Nothing where it may lead elsewhere.
  std::optional<ParamRange> find(ObjectId object) const {
    auto found = ranges_.find(object);
    return found == ranges_.end() ? std::nullopt : found->second;
  }

private:
  void add(const Object &object, ExprId value) {
    if (object.kind != ObjectKind::Local || object.isAddressTaken ||
        object.isVolatile)
      return;
    std::optional<ParamRange> range = rangeOf(value);
    auto [it, isNew] = ranges_.try_emplace(object.id, range);
    std::optional<ParamRange> &all = it->second;
    if (isNew || !all)
      return;
    if (!range || range->param != all->param) {
      all.reset();
      return;
    }
    all->least = std::min(all->least, range->least);
    all->greatest = std::max(all->greatest, range->greatest);
  }

  std::optional<ParamRange> rangeOf(ExprId value) const {
    const Program &program = facts_.program;
    if (!isValid(value) || !program[value].isPointer)
      return std::nullopt;
    std::optional<AddressRange> range = addressRange(program, value);
    if (!range || program[range->base].kind != ExprKind::Var ||
        !facts_.isConstantParam(program[range->base].object))
      return std::nullopt;
    return ParamRange{program[range->base].object, range->least,
                      range->greatest};
  }

  const EffectFacts &facts_;
  std::map<ObjectId, std::optional<ParamRange>> ranges_;
};

/// An item as the callers of `function` may read it.
SummaryItem summarize(const EffectFacts &facts, const WorkItem &item,
                      const LocalPointers &locals, const Function &function,
                      bool isMust) {
  const Program &program = facts.program;
  SummaryItem result;
  result.effect = item.effect;
  result.effect.must &= isMust;
  result.effect.address = ExprId::None;
  result.effect.via.clear();
  result.effect.location = {};
  result.effect.text = {};
  std::optional<AddressRange> range;
  if (isValid(item.effect.address))
    range = addressRange(program, item.base);
  if (isValid(item.base)) {
    AddressTerms terms = splitAddress(program, item.base);
    ExprId id = terms.bases.size() == 1 ? terms.bases[0] : ExprId::None;
    ExprKind kind = isValid(id) ? program[id].kind : ExprKind::Unknown;
    bool isFixed = range && range->base == id;
    if (kind == ExprKind::Var && facts.isConstantParam(program[id].object)) {
      if (std::optional<std::size_t> position =
              positionOf(program, function.id, program[id].object)) {
        result.param = static_cast<int>(*position);
        result.isExact = isFixed;
        if (isFixed)
          widen(result.effect, *range);
      }
    } else if (kind == ExprKind::Var && isFixed) {
      std::optional<ParamRange> local = locals.find(program[id].object);
      std::optional<std::size_t> position =
          local ? positionOf(program, function.id, local->param) : std::nullopt;
      if (position) {
        result.param = static_cast<int>(*position);
        result.isExact = true;
        range->least += local->least;
        range->greatest += local->greatest;
        widen(result.effect, *range);
      }
    } else if (kind == ExprKind::AddrOf && isFixed && range->isPoint()) {
      ObjectKind root = program[program[id].object].kind;
      if (root == ObjectKind::Global || root == ObjectKind::Static)
        result.effect.address = item.effect.address;
    }
  }
  if (!result.isExact && !isValid(result.effect.address)) {
    result.effect.must = false;
    result.effect.offset = 0;
    result.effect.size = 0;
  }
  return result;
}

/// Items that differ in nothing but their objects are one.
using SummaryKey = std::tuple<int, bool, ExprId, int64_t, uint32_t, AccessKind,
                              bool, bool, bool, std::string>;

SummaryKey keyOf(const SummaryItem &item) {
  const EffectItem &e = item.effect;
  return {item.param, item.isExact, e.address,    e.offset,        e.size,
          e.kind,     e.must,       e.isVolatile, e.isCommutative, e.type};
}

/// Beyond this many items, or this many objects in all their sets, a summary
/// gives up places and types, and then parameters.
constexpr std::size_t maxItems = policy.analysis.summaryItems;
constexpr std::size_t maxVolume = policy.analysis.summaryObjects;

class Merger {
public:
  void add(SummaryItem item) {
    auto [it, isNew] = items_.try_emplace(keyOf(item), item);
    if (!isNew)
      unite(it->second.effect.objects, item.effect.objects);
  }

  std::vector<SummaryItem> take() {
    if (isTooLarge())
      coarsen(true);
    if (isTooLarge())
      coarsen(false);
    std::vector<SummaryItem> list;
    for (auto &[key, item] : items_)
      list.push_back(std::move(item));
    return list;
  }

private:
  bool isTooLarge() const {
    std::size_t volume = 0;
    for (const auto &[key, item] : items_)
      volume += item.effect.objects.ids.size();
    return items_.size() > maxItems || volume > maxVolume;
  }

  void coarsen(bool keepsParams) {
    std::map<SummaryKey, SummaryItem> all = std::move(items_);
    items_.clear();
    for (auto &[key, item] : all) {
      if (!keepsParams)
        item.param = -1;
      item.isExact = false;
      item.effect.must = false;
      item.effect.address = ExprId::None;
      item.effect.offset = item.effect.size = 0;
      item.effect.type.clear();
      add(std::move(item));
    }
  }

  std::map<SummaryKey, SummaryItem> items_;
};

bool sameItems(const std::vector<SummaryItem> &a,
               const std::vector<SummaryItem> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const SummaryItem &x, const SummaryItem &y) {
                      return keyOf(x) == keyOf(y) &&
                             x.effect.objects.ids == y.effect.objects.ids &&
                             x.effect.objects.unknown ==
                                 y.effect.objects.unknown;
                    });
}

/// True if the item is about a variable that nobody else can name: it is gone
/// with the activation, in recursion too.
bool isPrivate(const Program &program, const EffectItem &item,
               const Function &function) {
  if (item.objects.ids.size() != 1 || item.objects.unknown)
    return false;
  const Object &object = program[item.objects.ids[0]];
  return (object.kind == ObjectKind::Local ||
          object.kind == ObjectKind::Param) &&
         object.function == function.id && !object.isAddressTaken;
}

} // namespace

bool sameSummary(const Summary &a, const Summary &b) {
  return a.mayNotReturn == b.mayNotReturn &&
         a.needsCallingThread == b.needsCallingThread &&
         a.readsClock == b.readsClock && a.isUnknown == b.isUnknown &&
         sameItems(a.items, b.items);
}

Summary summarizeFunction(const EffectFacts &facts,
                          const std::vector<StmtWork> &allWork, FunctionId id) {
  const Program &program = facts.program;
  const Function &function = program[id];
  const std::set<StmtId> mustRun =
      stmtsThatMustRun(program, function.body, [&](StmtId stmt) {
        return allWork[index(stmt)].flags.mayNotReturn;
      });
  bool isRecursive = facts.graph.isRecursive(static_cast<uint32_t>(index(id)));
  Summary summary;
  summary.mayNotReturn = function.isNoReturn;
  Merger merger;
  const LocalPointers locals(facts, function);
  for (StmtId stmt : allStmts(program, function.body)) {
    const StmtWork &work = allWork[index(stmt)];
    bool isMust = mustRun.count(stmt) && !work.flags.mayNotReturn;
    for (const WorkItem &item : work.items) {
      if (isPrivate(program, item.effect, function))
        continue;
      SummaryItem part = summarize(facts, item, locals, function, isMust);
      bool isGone =
          std::all_of(part.effect.objects.ids.begin(),
                      part.effect.objects.ids.end(), [&](ObjectId o) {
                        return !isRecursive &&
                               program[o].function == function.id &&
                               (program[o].kind == ObjectKind::Local ||
                                program[o].kind == ObjectKind::Param);
                      });
      if (!isGone || part.effect.objects.unknown)
        merger.add(std::move(part));
    }
    summary.mayNotReturn |= work.flags.mayNotReturn;
    summary.needsCallingThread |= work.flags.needsCallingThread;
    summary.readsClock |= work.flags.readsClock;
    if (work.flags.isUnknown && !summary.isUnknown)
      summary.unknownWhy = work.flags.unknownWhy;
    summary.isUnknown |= work.flags.isUnknown;
  }
  forEachNode(program, function.body, [&](NodeId node) {
    summary.mayNotReturn |= isEndless(program, node);
  });
  if (summary.mayNotReturn) {
    SummaryItem control;
    control.effect.kind = AccessKind::Write;
    control.effect.objects.ids = {program.hidden.control};
    merger.add(std::move(control));
  }
  summary.items = merger.take();
  return summary;
}

Summary uniteSummaries(const std::vector<Summary> &summaries,
                       const std::vector<uint32_t> &functions) {
  Summary summary;
  Merger merger;
  for (uint32_t function : functions) {
    const Summary &part = summaries[function];
    for (SummaryItem item : part.items) {
      item.param = -1;
      item.isExact = false;
      item.effect.must = false;
      item.effect.address = ExprId::None;
      item.effect.offset = item.effect.size = 0;
      merger.add(std::move(item));
    }
    summary.mayNotReturn |= part.mayNotReturn;
    summary.needsCallingThread |= part.needsCallingThread;
    summary.readsClock |= part.readsClock;
    if (part.isUnknown && !summary.isUnknown)
      summary.unknownWhy = part.unknownWhy;
    summary.isUnknown |= part.isUnknown;
  }
  summary.items = merger.take();
  return summary;
}

} // namespace hocket::analysis
