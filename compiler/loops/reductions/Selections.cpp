// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/Selections.h"

#include "loops/reductions/Alternatives.h"
#include "loops/reductions/SafeToRun.h"
#include "loops/reductions/UpdateTexts.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// What one branch, or several, select; `keys` say where the targets are.
struct Candidate {
  SelectionObject object;
  std::vector<NodeId> branches;
  std::vector<std::string> keys;
  std::vector<MemoryReduction> places;
};

class Finder {
public:
  Finder(AffineModel &model, const std::set<ObjectId> &own,
         const LoopOptions &options)
      : model_(model), index_(model.index()), program_(model.program()),
        loop_(*program_[model.root()].as<ir::Loop>()), own_(own),
        options_(options) {}

  std::vector<FoundSelection> find() {
    for (StmtId stmt : model_.stmts()) {
      NodeId node = index_.nodeOf(stmt);
      const ir::Branch *branch = program_[node].as<ir::Branch>();
      if (branch && branch->condition == stmt && branch->selection &&
          !isSimpleReduction(*branch))
        branches_.push_back(node);
    }
    std::vector<Candidate> all;
    for (NodeId node : branches_)
      if (std::optional<Candidate> one = candidateOf(node))
        add(all, std::move(*one));
    std::vector<FoundSelection> result;
    for (Candidate &one : all)
      if (isSafe(one) && !isNamedElsewhere(one) && !isSetElsewhere(one) &&
          hasUsableKey(one) &&
          isUsableAlternative(model_, one.branches.front()))
        result.push_back({std::move(one.object), std::move(one.places)});
    return result;
  }

private:
  /// `if (x < m) m = x;` is one without all this, and needs no start value.
  static bool isSimpleReduction(const ir::Branch &branch) {
    return branch.update && branch.selection->targets.size() == 1 &&
           (branch.update->keepsFirst || !branch.update->isFloat);
  }

  const ir::Branch &branch(NodeId node) const {
    return *program_[node].as<ir::Branch>();
  }

  /// Nothing if a target in memory may vary.
  std::optional<Candidate> candidateOf(NodeId node) {
    const ir::Selection &selection = *branch(node).selection;
    Candidate result{{selection, {selection.first().text}, {}}, {node}, {}, {}};
    // The copy of a called function names the function's own variables.
    bool isCopy = index_.isCopy(branch(node).condition);
    if (selection.hasAlternative() && isCopy)
      return std::nullopt;
    for (const ir::SelectionTarget &target : selection.targets) {
      result.object.places.emplace_back();
      if (!target.isMemory()) {
        if (isCopy)
          return std::nullopt;
        result.keys.push_back("o" + std::to_string(ir::index(target.object)));
        continue;
      }
      std::optional<MemoryReduction> place = placeIn(node, target);
      if (!place)
        return std::nullopt;
      const ReductionObject &r = place->reduction;
      result.object.places.back() = {r.name, r.places, r.item, r.stmt};
      result.keys.push_back(place->address.base->key + ":" +
                            place->address.polynomial.key());
      result.places.push_back(std::move(*place));
    }
    return result;
  }

  /// The assignment to a target in memory, and its other namings.
  std::optional<MemoryReduction> placeIn(NodeId node,
                                         const ir::SelectionTarget &target) {
    if (!options_.selectsPlaces)
      return std::nullopt;
    MemoryReduction result;
    ReductionObject &r = result.reduction;
    for (StmtId stmt : ir::allStmts(program_, branch(node).thenNode))
      for (const EffectItem &item : index_.itemsOf(stmt))
        if (item.kind == ir::AccessKind::Write &&
            target.text.contains(item.text)) {
          r.item = item;
          r.stmt = stmt;
        }
    // Scalar variables are no memory to others (legality/), nor in emitted C.
    ObjectId named = index_.namedObject(r.item);
    if (!isValid(r.stmt) || !r.item.must || r.item.size == 0 ||
        (index_.isCopy(r.stmt) && !canRename(index_, r.stmt)) ||
        (isValid(named) && program_[named].isScalar))
      return std::nullopt;
    std::optional<Value> address = fixedAddress(r.item, r.stmt);
    if (!address)
      return std::nullopt;
    result.address = *address;
    result.size = r.item.size;
    r.name = textOf(program_, r.item);
    r.places.push_back({r.stmt, r.item.text, /*isWritten=*/true});
    ir::Update naming;
    naming.target = r.item.address;
    naming.text = r.item.text;
    StmtId condition = branch(node).condition;
    bool isStart =
        target.text.begin == branch(node).selection->first().text.begin;
    if (isStart)
      for (const EffectItem &item : index_.itemsOf(condition))
        if (selectionMemberIs(node, item, *address, condition) ||
            (branch(node).selection->member.empty() &&
             isTargetOf(index_, naming, item)))
          r.places.push_back({condition, item.text, /*isWritten=*/false});
    if (isStart && r.places.size() != 2)
      return std::nullopt;
    return result;
  }

  /// The member of a record, at `record`, that the condition compares.
  bool selectionMemberIs(NodeId node, const EffectItem &item,
                         const Value &record, StmtId condition) {
    const ir::Selection &selection = *branch(node).selection;
    if (selection.member.empty() || !item.via.empty() ||
        item.text.begin != selection.memberText.begin ||
        item.text.end != selection.memberText.end)
      return false;
    std::optional<Value> address = fixedAddress(item, condition);
    std::optional<Polynomial> there =
        Polynomial::constant(static_cast<int64_t>(selection.memberOffset));
    if (there)
      there = record.polynomial.plus(*there);
    return address && there && address->base->key == record.base->key &&
           address->polynomial.key() == there->key();
  }

  /// Nothing if it varies, or is an iteration's own.
  std::optional<Value> fixedAddress(const EffectItem &item, StmtId stmt) {
    std::optional<Value> address = model_.addressOf(item, stmt);
    if (!address || !address->base || model_.isVariant(*address) ||
        address->base->kind == Base::Kind::Allocation ||
        (address->base->kind == Base::Kind::Object &&
         own_.contains(address->base->object)))
      return std::nullopt;
    if (address->wrapBits != 0 &&
        address->wrapBits < program_[item.address].bits)
      return std::nullopt;
    return address;
  }

  /// Several branches may make one selection.
  static void add(std::vector<Candidate> &all, Candidate one) {
    for (Candidate &other : all)
      if (isSame(one, other)) {
        join(other, one);
        return;
      }
    all.push_back(std::move(one));
  }

  static bool isSame(const Candidate &a, const Candidate &b) {
    const ir::Selection &one = a.object.selection, &other = b.object.selection;
    return !one.hasKey() && !other.hasKey() && !one.hasAlternative() &&
           !other.hasAlternative() && one.member == other.member &&
           a.keys.front() == b.keys.front() &&
           std::set(a.keys.begin(), a.keys.end()) ==
               std::set(b.keys.begin(), b.keys.end()) &&
           a.keys.size() == b.keys.size() && one.op == other.op &&
           one.type == other.type && one.keepsFirst == other.keepsFirst;
  }

  static void join(Candidate &to, const Candidate &one) {
    to.object.marks.push_back(one.object.marks.front());
    to.branches.push_back(one.branches.front());
    for (std::size_t i = 0, memory = 0; i < to.keys.size(); ++i) {
      if (!to.object.selection.targets[i].isMemory())
        continue;
      std::size_t from = static_cast<std::size_t>(
          std::find(one.keys.begin(), one.keys.end(), to.keys[i]) -
          one.keys.begin());
      std::vector<ReductionPlace> &places = to.object.places[i].places;
      const std::vector<ReductionPlace> &more = one.object.places[from].places;
      places.insert(places.end(), more.begin(), more.end());
      to.places[memory++].reduction.places = places;
    }
  }

  /// Chunks select more often than the sequential loop does. But that selects
  /// once at least where a chunk does: then it reads all that is in one place.
  bool isSafe(const Candidate &one) {
    bool isOneBranch = one.branches.size() == 1;
    for (NodeId node : one.branches) {
      StmtId condition = branch(node).condition;
      if (branch(node).selection->asksBehind &&
          !isSafeToRun(
              model_, condition, condition, [&](const EffectItem &item) {
                return item.must || isPlaceOf(one.object, condition, item);
              }))
        return false;
      for (StmtId stmt : ir::allStmts(program_, branch(node).thenNode))
        if (!isSafeToRun(model_, stmt, branch(node).condition,
                         [&](const EffectItem &item) {
                           return isPlaceOf(one.object, stmt, item) ||
                                  isCompared(node, item) ||
                                  (isOneBranch && item.must &&
                                   fixedAddress(item, stmt));
                         }))
          return false;
    }
    return true;
  }

  /// The comparison has just read it. The sequential loop comes to it as well,
  /// or takes without: then it reads what the branch does.
  bool isCompared(NodeId node, const EffectItem &item) const {
    const ir::TextRange &comparison = branch(node).selection->comparison;
    StmtId condition = branch(node).condition;
    if (!isValid(comparison.unit) || !isValid(item.address))
      return false;
    const std::vector<EffectItem> &items = index_.itemsOf(condition);
    return std::any_of(items.begin(), items.end(), [&](const auto &other) {
      return other.via.empty() && isInText(comparison, other.text) &&
             other.address == item.address && other.offset == item.offset &&
             other.size == item.size;
    });
  }

  static bool isPlaceOf(const SelectionObject &one, StmtId stmt,
                        const EffectItem &item) {
    return std::any_of(one.places.begin(), one.places.end(),
                       [&](const SelectedPlace &place) {
                         return placeOf(place.places, stmt, item);
                       });
  }

  /// A place that the loop also sets by itself is no selection over its
  /// iterations, but something that starts anew.
  bool isSetElsewhere(const Candidate &one) {
    for (StmtId stmt : model_.stmts())
      for (const EffectItem &item : index_.itemsOf(stmt)) {
        if (item.kind != ir::AccessKind::Write ||
            isPlaceOf(one.object, stmt, item))
          continue;
        std::optional<Value> address = model_.addressOf(item, stmt);
        for (const MemoryReduction &place : one.places)
          if (address && address->base &&
              address->base->key == place.address.base->key &&
              address->polynomial.key() == place.address.polynomial.key())
            return true;
      }
    return false;
  }

  /// Anything but the comparison of the start value and the assignments.
  bool isNamedElsewhere(const Candidate &one) const {
    std::set<StmtId> conditions, assignments;
    for (NodeId node : one.branches) {
      conditions.insert(branch(node).condition);
      for (StmtId stmt : ir::allStmts(program_, branch(node).thenNode))
        assignments.insert(stmt);
    }
    for (ObjectId object : one.object.objects())
      for (StmtId stmt : model_.stmts())
        for (const EffectItem &item : index_.itemsOf(stmt)) {
          if (!index_.mayTouch(item, object))
            continue;
          bool isWrite = item.kind == ir::AccessKind::Write;
          bool isAsked =
              object == one.object.start() ||
              (one.object.selection.none && object == one.object.none());
          bool isExpected = isWrite ? assignments.count(stmt) != 0
                                    : isAsked && conditions.count(stmt) != 0;
          if (!isExpected || !index_.isWholeNamed(item, object))
            return true;
        }
    return false;
  }

  /// The key means the same before and after the loop.
  bool hasUsableKey(const Candidate &one) const {
    const ir::TextRange &key = one.object.selection.key;
    if (!one.object.selection.hasKey())
      return true;
    for (const ir::Hole &hole : ir::holesIn(program_, key)) {
      if (hole.object == one.object.start())
        continue;
      const ir::Object &object = program_[hole.object];
      if (model_.mayBeWritten(hole.object) && object.isScalar)
        return false;
      if (object.kind == ir::ObjectKind::Local && isValid(object.scope) &&
          ir::isWithin(program_, object.scope, model_.root()))
        return false;
    }
    return true;
  }

  AffineModel &model_;
  const ProgramIndex &index_;
  const ir::Program &program_;
  const ir::Loop &loop_;
  const std::set<ObjectId> &own_;
  const LoopOptions &options_;
  std::vector<NodeId> branches_;
};

} // namespace

std::vector<FoundSelection> findSelections(AffineModel &model,
                                           const std::set<ObjectId> &own,
                                           const LoopOptions &options) {
  return Finder(model, own, options).find();
}

} // namespace hocket::polyhedral
