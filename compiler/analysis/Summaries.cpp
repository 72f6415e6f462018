// SPDX-License-Identifier: Apache-2.0
//
// What a function does for its caller: the items of its statements, said by its
// parameters where it never changes them, merged where they say the same.
#include "analysis/EffectsBuilder.h"
#include "analysis/objects/AddressTerms.h"

#include "ir/CallInstance.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <map>

namespace hocket::analysis {

using namespace ir;

bool EffectsBuilder::isConstantParam(ObjectId param) const {
  return p_[param].kind == ObjectKind::Param && !isReassigned_[index(param)];
}

/// An item as the callers of `function` may read it.
SummaryItem EffectsBuilder::summarize(const WorkItem &item,
                                      const Function &function,
                                      bool isMust) const {
  SummaryItem result;
  result.effect = item.effect;
  result.effect.must &= isMust;
  result.effect.address = ExprId::None;
  result.effect.via.clear();
  result.effect.location = {};
  result.effect.text = {};
  bool hasAddress = isValid(item.effect.address);
  if (isValid(item.base)) {
    AddressTerms terms = splitAddress(p_, item.base);
    const Expr *base = terms.bases.size() == 1 ? &p_[terms.bases[0]] : nullptr;
    bool isExact = hasAddress && terms.rest.empty();
    if (base && base->kind == ExprKind::Var && isConstantParam(base->object)) {
      if (std::optional<std::size_t> position =
              positionOf(p_, function.id, base->object)) {
        result.param = static_cast<int>(*position);
        result.isExact = isExact;
        result.effect.offset += terms.delta;
      }
    } else if (base && base->kind == ExprKind::AddrOf && isExact) {
      ObjectKind kind = p_[base->object].kind;
      if (kind == ObjectKind::Global || kind == ObjectKind::Static)
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

namespace {

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

bool sameSummary(const Summary &a, const Summary &b) {
  return a.mayNotReturn == b.mayNotReturn &&
         a.needsCallingThread == b.needsCallingThread &&
         a.isUnknown == b.isUnknown && sameItems(a.items, b.items);
}

} // namespace

/// True if the item is about a variable that nobody else can name: it is gone
/// with the activation, in recursion too.
static bool isPrivate(const Program &program, const EffectItem &item,
                      const Function &function) {
  if (item.objects.ids.size() != 1 || item.objects.unknown)
    return false;
  const Object &object = program[item.objects.ids[0]];
  return (object.kind == ObjectKind::Local ||
          object.kind == ObjectKind::Param) &&
         object.function == function.id && !object.isAddressTaken;
}

bool EffectsBuilder::updateSummary(uint32_t id) {
  const Function &function = p_.functions[id];
  findMustStmts(id);
  bool isRecursive = graph_.isRecursive(id);
  Summary summary;
  summary.mayNotReturn = function.isNoReturn;
  Merger merger;
  for (StmtId stmt : allStmts(p_, function.body)) {
    const StmtWork &work = work_[index(stmt)];
    bool isMust = isMustStmt_[index(stmt)] && !work.flags.mayNotReturn;
    for (const WorkItem &item : work.items) {
      if (isPrivate(p_, item.effect, function))
        continue;
      SummaryItem part = summarize(item, function, isMust);
      bool isGone = std::all_of(part.effect.objects.ids.begin(),
                                part.effect.objects.ids.end(), [&](ObjectId o) {
                                  return !isRecursive &&
                                         p_[o].function == function.id &&
                                         (p_[o].kind == ObjectKind::Local ||
                                          p_[o].kind == ObjectKind::Param);
                                });
      if (!isGone || part.effect.objects.unknown)
        merger.add(std::move(part));
    }
    summary.mayNotReturn |= work.flags.mayNotReturn;
    summary.needsCallingThread |= work.flags.needsCallingThread;
    if (work.flags.isUnknown && !summary.isUnknown)
      summary.unknownWhy = work.flags.unknownWhy;
    summary.isUnknown |= work.flags.isUnknown;
  }
  forEachNode(p_, function.body,
              [&](NodeId node) { summary.mayNotReturn |= isEndless(node); });
  if (summary.mayNotReturn) {
    SummaryItem control;
    control.effect.kind = AccessKind::Write;
    control.effect.objects.ids = {p_.hidden.control};
    merger.add(std::move(control));
  }
  summary.items = merger.take();
  bool changed = !sameSummary(summary, summaries_[id]);
  summaries_[id] = std::move(summary);
  return changed;
}

/// What any of the functions may do, whatever its arguments.
Summary
EffectsBuilder::uniteSummaries(const std::vector<uint32_t> &functions) const {
  Summary summary;
  Merger merger;
  for (uint32_t function : functions) {
    const Summary &part = summaries_[function];
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
    if (part.isUnknown && !summary.isUnknown)
      summary.unknownWhy = part.unknownWhy;
    summary.isUnknown |= part.isUnknown;
  }
  summary.items = merger.take();
  return summary;
}

/// Code outside does what all that it may call do.
bool EffectsBuilder::updateOutside() {
  Summary summary = uniteSummaries(graph_.callees(graph_.outside()));
  Summary &old = summaries_[graph_.outside()];
  bool changed = !sameSummary(summary, old);
  old = std::move(summary);
  return changed;
}

void EffectsBuilder::findMustStmts(uint32_t id) {
  NodeId body = p_.functions[id].body;
  for (StmtId stmt : allStmts(p_, body))
    isMustStmt_[index(stmt)] = 0;
  walkMust(body);
}

/// True if a jump may leave the node, or something in it may not come back.
bool EffectsBuilder::mayLeave(NodeId node) const {
  bool leaves = p_[node].exits.any();
  forEachNode(p_, node, [&](NodeId inner) {
    leaves |= isEndless(inner);
    for (StmtId stmt : ownStmts(p_, inner))
      leaves |= work_[index(stmt)].flags.mayNotReturn;
  });
  return leaves;
}

/// A loop whose condition is constant and that nothing leaves.
bool EffectsBuilder::isEndless(NodeId node) const {
  const Loop *loop = p_[node].as<Loop>();
  if (!loop || p_[node].exits.any())
    return false;
  if (isValid(loop->body) && p_[loop->body].exits.byBreak)
    return false;
  if (!isValid(loop->condition))
    return true;
  ExprId value = p_[loop->condition].value;
  return isValid(value) && p_[value].kind == ExprKind::Const &&
         p_[value].value != 0;
}

/// Marks the statements that run whenever the node is entered; true if what
/// follows the node then runs too.
bool EffectsBuilder::walkMust(NodeId node) {
  auto mark = [this](StmtId stmt) {
    if (isValid(stmt))
      isMustStmt_[index(stmt)] = 1;
    return !isValid(stmt) || !work_[index(stmt)].flags.mayNotReturn;
  };
  if (const auto *block = p_[node].as<Block>()) {
    for (NodeId child : block->children)
      if (!walkMust(child))
        return false;
    return true;
  }
  if (const auto *leaf = p_[node].as<Leaf>())
    return mark(leaf->stmt);
  if (const auto *branch = p_[node].as<Branch>())
    return mark(branch->condition) && !mayLeave(node);
  if (const auto *loop = p_[node].as<Loop>()) {
    if (!mark(loop->init))
      return false;
    if (loop->form != LoopForm::Do)
      return mark(loop->condition) && !mayLeave(node);
    // The body runs once at least; its own `continue` and `break` stop the
    // walk.
    if (walkMust(loop->body))
      mark(loop->condition);
    return !mayLeave(node);
  }
  if (const auto *jump = p_[node].as<Jump>())
    mark(jump->value);
  return false;
}

} // namespace hocket::analysis
