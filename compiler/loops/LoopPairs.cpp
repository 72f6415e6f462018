// SPDX-License-Identifier: Apache-2.0
//
// The second half of LoopJudge: pairs of accesses. Two iterations conflict if
// isl finds values of all iterators and parameters for which an earlier and a
// later iteration touch common bytes.

#include "loops/LoopJudge.h"

#include "dataflow/ScalarFlow.h"
#include "dependences/ArrayPrivatization.h"
#include "dependences/Rows.h"
#include "loops/CalleeState.h"
#include "loops/LoopCuts.h"
#include "loops/LoopRemarks.h"
#include "loops/WorkBuffers.h"
#include "loops/checks/ElementFacts.h"
#include "loops/checks/RangeChecks.h"
#include "symbolic/Alias.h"
#include "symbolic/EffectiveTypes.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ObjectId;

/// With partial results for what `memory` says, beside selections.
bool LoopJudge::areFreeWith(std::vector<MemoryReduction> memory) {
  memory_ = selected_;
  memory_.insert(memory_.end(), memory.begin(), memory.end());
  accesses_.clear();
  items_.clear();
  wanted_.clear();
  wantedRows_.clear();
  apartRows_.clear();
  failed_.clear();
  return pairsAreFree() && emitChecks();
}

/// As the accesses are; if that fails, or takes an index array without a value
/// that comes twice, with copies of the arrays that the loop only accumulates
/// into.
bool LoopJudge::accessesAreFree() {
  std::vector<MemoryReduction> found =
      findMemoryReductions(model_, own_, options_);
  std::erase_if(found, [&](const MemoryReduction &r) { return isSelected(r); });
  auto isArray = [](const MemoryReduction &r) { return r.reduction.isArray(); };
  bool hasArrays = std::any_of(found.begin(), found.end(), isArray);
  std::vector<MemoryReduction> memory = found;
  // Where data chooses the element, it mostly comes twice.
  std::erase_if(memory, [&](const MemoryReduction &r) {
    return isArray(r) && (!r.isByData || r.needsOrder);
  });
  const std::set<ObjectId> own = own_;
  const std::set<std::string> ownRoots = ownRoots_;
  const LoopVerdict before = verdict_;
  bool isFree = areFreeWith(memory);
  if (!hasArrays || (isFree && verdict_.conditions.empty()))
    return isFree;
  LoopVerdict first = std::exchange(verdict_, before);
  std::set<ObjectId> firstOwn = std::exchange(own_, own);
  std::set<std::string> firstOwnRoots = std::exchange(ownRoots_, ownRoots);
  std::vector<MemoryReduction> firstMemory = memory_;
  // Not all arrays need copies: one that fails after the other.
  while (!isFree && addFailed(found, memory)) {
    if (areFreeWith(memory))
      return true;
    Remark why = std::move(verdict_.remark);
    verdict_ = before;
    verdict_.remark = std::move(why);
    own_ = own;
    ownRoots_ = ownRoots;
  }
  if (memory.size() < found.size() && areFreeWith(found) &&
      (!isFree || verdict_.conditions.size() < first.conditions.size()))
    return true;
  if (isFree) {
    verdict_ = std::move(first);
    own_ = std::move(firstOwn);
    ownRoots_ = std::move(firstOwnRoots);
    memory_ = std::move(firstMemory);
    return true;
  }
  verdict_.cuts = std::move(first.cuts);
  if (verdict_.remark.id != RemarkId::FloatReduction)
    verdict_.remark = std::move(first.remark);
  return false;
}

/// Adds the reductions that the pair is about that was found against the loop.
bool LoopJudge::addFailed(const std::vector<MemoryReduction> &found,
                          std::vector<MemoryReduction> &memory) const {
  bool isAdded = false;
  for (const MemoryReduction &one : found) {
    const ReductionObject &reduction = one.reduction;
    bool isIn = std::any_of(
        memory.begin(), memory.end(), [&](const MemoryReduction &other) {
          return other.reduction.stmt == reduction.stmt &&
                 other.reduction.item.text.begin == reduction.item.text.begin;
        });
    bool isAsked =
        std::any_of(failed_.begin(), failed_.end(), [&](const auto &access) {
          return placeOf(reduction, access.first, access.second);
        });
    if (isIn || !isAsked)
      continue;
    memory.push_back(one);
    isAdded = true;
  }
  return isAdded;
}

/// Of a long list that is quicker to find out for each such object.
bool LoopJudge::mayHoldOwnOrHidden(const analysis::ObjectSet &objects) const {
  constexpr std::size_t longList = policy.loops.longList;
  auto isIn = [&](ObjectId id) { return objects.contains(id); };
  const std::vector<ObjectId> &hidden = index_.hiddenObjects();
  return objects.ids.size() < longList ||
         std::any_of(own_.begin(), own_.end(), isIn) ||
         std::any_of(hidden.begin(), hidden.end(), isIn);
}

void LoopJudge::collect() {
  std::set<std::string> seen;
  std::vector<MemoryAccess> all = collectAccesses(model_, model_.stmts());
  if (options_.followsCursors)
    cursors_.bound(all);
  for (MemoryAccess &access : all) {
    EffectItem item = *access.item;
    if (mayHoldOwnOrHidden(item.objects))
      item.objects.ids.eraseIf([&](ObjectId id) {
        return own_.contains(id) || index_.isHidden(id);
      });
    ObjectId named = index_.namedObject(item);
    if ((item.objects.ids.empty() && !item.objects.unknown) ||
        (isValid(named) && own_.contains(named)))
      continue;
    access.reduction = reductionOf(access);
    // Many statements repeat an access: one of each kind stands for all.
    if (access.reduction >= 0 || access.address) {
      std::string key = access.reduction >= 0
                            ? "reduction " + std::to_string(access.reduction)
                            : access.address->root->key + ":" +
                                  access.address->poly.key() + ":" +
                                  std::to_string(item.size) + item.type;
      key += (access.isWrite() ? "w" : "r") +
             std::to_string(ir::index(index_.nodeOf(access.stmt)));
      if (!seen.insert(key).second)
        continue;
    }
    items_.push_back(std::move(item));
    access.item = &items_.back();
    if (access.reduction >= 0)
      standForReduction(access);
    accesses_.push_back(std::move(access));
  }
  overlap_ = std::make_unique<Overlap>(model_, accesses_, &apartRows_);
}

int LoopJudge::reductionOf(const MemoryAccess &access) const {
  for (std::size_t i = 0; i < memory_.size(); ++i)
    if (placeOf(memory_[i].reduction, access.stmt, *access.item))
      return static_cast<int>(i);
  return -1;
}

/// Any of its accesses may be anywhere in what the reduction reaches.
void LoopJudge::standForReduction(MemoryAccess &access) {
  const MemoryReduction &reduction =
      memory_[static_cast<std::size_t>(access.reduction)];
  access.address = reduction.address;
  access.root = reduction.address.root;
  if (reduction.reach) {
    access.address.reset();
    access.reach = &*reduction.reach;
  }
  access.bounds.reset();
  items_.back().size = reduction.size;
  items_.back().offset = 0;
}

/// What privatization found out is no reduction any more, nor is what only one
/// iteration does.
void LoopJudge::keepMemoryReductions() {
  for (std::size_t i = selected_.size(); i < memory_.size(); ++i) {
    const MemoryReduction &found = memory_[i];
    const Root &root = *found.address.root;
    if (found.needsOrder ||
        (root.kind == Root::Kind::Object && own_.contains(root.object)))
      continue;
    verdict_.reductions.push_back(found.reduction);
    if (found.reach)
      require(found.condition);
  }
}

/// A selection assigns its target.
bool LoopJudge::isSelected(const MemoryReduction &reduction) const {
  return std::any_of(
      selected_.begin(), selected_.end(), [&](const MemoryReduction &place) {
        const ReductionObject &r = reduction.reduction;
        return placeOf(place.reduction, r.stmt, r.item) != nullptr;
      });
}

/// What chunks leave there is put in place after them.
bool LoopJudge::holdsSelected(const Root &root) const {
  return std::any_of(selected_.begin(), selected_.end(),
                     [&](const MemoryReduction &place) {
                       return place.address.root->key == root.key;
                     });
}

/// Never on common bytes, be it in one iteration.
bool LoopJudge::apart(const MemoryAccess &a, const MemoryAccess &b) {
  std::optional<isl::set> meeting = overlap_->meeting(a, b);
  if (!meeting)
    return refuse(nonAffine(program_, loop_,
                            model_.isLinear(a.address->poly) ? b : a,
                            model_.isLinear(a.address->poly) ? a : b));
  isl::set conflict =
      meeting
          ->intersect(
              model_.instance(model_.domain(index_.nodeOf(a.stmt)).set, kFirst))
          .intersect(model_.instance(model_.domain(index_.nodeOf(b.stmt)).set,
                                     kSecond));
  return model_.withTypeRanges(conflict).is_empty() || testApart(a, b) ||
         refuse(carriedDependence(program_, loop_, a, b, Distance{}));
}

/// Of two places of selections, as in `r->hi[k]` and `r->at[k]`, in the order
/// that they have where all unknowns are zero.
bool LoopJudge::testApart(const MemoryAccess &a, const MemoryAccess &b) {
  const Value &from = *a.address, &to = *b.address;
  auto isKnown = [&](const Value &place) {
    return (place.wrapBits == 0 || place.wrapBits >= 64) &&
           !model_.isVariant(place);
  };
  auto isPlace = [&](const MemoryAccess &access) {
    return access.reduction >= 0 &&
           static_cast<std::size_t>(access.reduction) < selected_.size();
  };
  if (!isPlace(a) || !isPlace(b) || from.root->key != to.root->key ||
      !isKnown(from) || !isKnown(to))
    return false;
  bool isAhead = to.poly.constantTerm() > from.poly.constantTerm();
  const MemoryAccess &low = isAhead ? a : b, &high = isAhead ? b : a;
  std::optional<Poly> way = high.address->poly.minus(low.address->poly);
  if (!way || way->isConstant() || way->constantTerm() <= 0 ||
      low.item->size == 0)
    return false;
  return requireWithin({Poly(), low.item->size, *way},
                       "'" + textOf(program_, *low.item) + "' and '" +
                           textOf(program_, *high.item) + "' lie apart");
}

bool LoopJudge::inOrderOnly(const MemoryAccess &access) {
  const MemoryReduction &reduction =
      memory_[static_cast<std::size_t>(access.reduction)];
  if (!reduction.needsOrder)
    return false;
  Remark remark = remarkFor(program_, loop_, RemarkId::FloatReduction);
  remark.args = {reduction.reduction.name};
  remark.notes = {
      {access.item->location, "writes '" + reduction.reduction.name + "'"}};
  refuse(std::move(remark));
  return true;
}

bool LoopJudge::pairsAreFree() {
  collect();
  if (options_.followsCursors && !cursors_.hasFound())
    return false; // as without
  for (std::size_t i = 0; i < accesses_.size(); ++i)
    for (std::size_t j = i; j < accesses_.size(); ++j)
      if ((accesses_[i].isWrite() || accesses_[j].isWrite()) &&
          !pairIsFree(accesses_[i], accesses_[j])) {
        for (const MemoryAccess *access : {&accesses_[i], &accesses_[j]})
          failed_.emplace_back(access->stmt, *access->item);
        return false;
      }
  keepMemoryReductions();
  return true;
}

/// After each iteration, one place is read for the loop's condition: nothing in
/// the loop has given it another type.
bool LoopJudge::isReadAgain(const MemoryAccess &access) {
  const ir::Node &node = program_[loop_];
  return !access.isWrite() && access.item->must && access.address &&
         access.stmt == node.as<ir::Loop>()->condition && !node.exits.any() &&
         access.item->via.empty() && !model_.isVariant(*access.address);
}

bool LoopJudge::pairIsFree(const MemoryAccess &a, const MemoryAccess &b) {
  if (!objectsMayMeet(index_, *a.item, *b.item))
    return true;
  if (a.reach && a.reach == b.reach)
    return !inOrderOnly(a);
  if (a.root && b.root) {
    if (own_.contains(a.root->object) && a.root->kind == Root::Kind::Object)
      return true;
    // What is allocated in an iteration is not another iteration's.
    if (rootsNeverMeet(model_, *a.root, *b.root) ||
        a.root->kind == Root::Kind::Allocation)
      return true;
    if (a.root->key == b.root->key && ownRoots_.contains(a.root->key))
      return true;
    if (a.address && b.address && overlap_->areComparable(a, b))
      return sameRootIsFree(a, b);
  }
  if (model_.typesExclude(*a.item, a.place(), *b.item, b.place()) &&
      (typesNeverChange(index_, *a.item, *b.item) || isReadAgain(a) ||
       isReadAgain(b)))
    return true;
  bool isRow = (a.root && a.root->kind == Root::Kind::Row) ||
               (b.root && b.root->kind == Root::Kind::Row);
  if (a.address && b.address && isRow)
    return wantRowsApart(a, b) || refuse(sharedRows(program_, loop_, a, b));
  if (a.root && b.root && !isRow && a.root->key != b.root->key) {
    auto key = std::minmax(a.root->key, b.root->key);
    wanted_.try_emplace({key.first, key.second}, AccessPair{&a, &b});
    return true;
  }
  for (const MemoryAccess *access : {&a, &b})
    wantsCursors_ |= !access->address && isValid(access->item->address) &&
                     access->item->size != 0;
  return refuse(
      nonAffine(program_, loop_, a.address ? b : a, a.address ? a : b));
}

bool LoopJudge::sameRootIsFree(const MemoryAccess &a, const MemoryAccess &b) {
  if (isWarmUp(a) || isWarmUp(b))
    return apart(a, b) || refuseWarmUp(a.isWrite() ? a : b);
  auto isFree = [&] { return carried(a, b) && (&a == &b || carried(b, a)); };
  if (a.reduction >= 0 && a.reduction == b.reduction) {
    // What must stay in order may be left to one iteration.
    if (!memory_[static_cast<std::size_t>(a.reduction)].needsOrder ||
        isFree() || !inOrderOnly(a))
      return true;
  } else if (a.reduction >= 0 || b.reduction >= 0) {
    if (apart(a, b))
      return true;
  } else if (isFree()) {
    return true;
  }
  const Root &root = *a.address->root;
  if (holdsSelected(root))
    return false;
  if (root.kind == Root::Kind::Object && privatizeArray(root.object))
    return true;
  return root.key == b.address->root->key && privatizeBuffer(root);
}

/// The remark against stays where it is if there is no way.
bool LoopJudge::privatizeBuffer(const Root &root) {
  if (root.kind == Root::Kind::Pointer && own_.contains(root.object))
    return false; // an iteration's own variable has no value on entry
  WorkBuffers buffers(model_, loop_);
  std::optional<PrivateObject> copy = buffers.find(root);
  if (!copy)
    return false;
  require(WorkBuffers::condition(program_, *copy, buffers.extent()));
  verdict_.privates.push_back(std::move(*copy));
  ownRoots_.insert(root.key);
  return true;
}

/// { : the first instance's iteration comes before the second's }.
isl::set LoopJudge::inOrder() {
  Poly iterator = Poly::atom(shape_->iterator);
  isl::pw_aff first = model_.toIsl(iterator, kFirst);
  isl::pw_aff second = model_.toIsl(iterator, kSecond);
  return shape_->step > 0 ? first.lt_set(second) : first.gt_set(second);
}

/// Its place is only known to lie within bounds.
bool LoopJudge::hasBounds(const MemoryAccess &access) const {
  std::vector<AtomId> atoms = access.address->poly.atoms();
  return std::any_of(atoms.begin(), atoms.end(), [&](AtomId atom) {
    return model_.atom(atom).kind == Atom::Kind::Bounded;
  });
}

/// True: no iteration's `from` meets a later one's `to`. Else the remark is
/// set.
bool LoopJudge::carried(const MemoryAccess &from, const MemoryAccess &to) {
  std::vector<WithinExtent> needed;
  std::optional<isl::set> meeting = overlap_->meeting(from, to, &needed);
  if (!meeting && from.address->root->kind == Root::Kind::Row)
    return refuse(sharedRows(program_, loop_, from, to));
  auto isPlain = [&](const Poly &poly) {
    std::vector<AtomId> atoms = poly.atoms();
    return model_.isLinear(poly) &&
           std::none_of(atoms.begin(), atoms.end(), [&](AtomId atom) {
             return model_.atom(atom).kind == Atom::Kind::Element ||
                    model_.atom(atom).kind == Atom::Kind::Bounded;
           });
  };
  bool fromIsPlain = isPlain(from.address->poly);
  auto unclear = [&] {
    wantsCursors_ = true;
    return refuse(nonAffine(program_, loop_, fromIsPlain ? to : from,
                            fromIsPlain ? from : to));
  };
  if (!meeting)
    return unclear();
  isl::set domainFrom = model_.domain(index_.nodeOf(from.stmt)).set;
  isl::set domainTo = model_.domain(index_.nodeOf(to.stmt)).set;
  isl::set conflict = meeting->intersect(inOrder())
                          .intersect(model_.instance(domainFrom, kFirst))
                          .intersect(model_.instance(domainTo, kSecond));
  conflict = conflict.intersect(model_.exchangeFacts(conflict));
  if (!model_.withTypeRanges(conflict).is_empty()) {
    ElementFacts facts(model_);
    bool hasElements = facts.concerns(conflict);
    std::optional<std::vector<EntryCondition>> tests;
    if (hasElements)
      tests = facts.refute(conflict);
    if (!tests && (hasElements || hasBounds(from) || hasBounds(to)))
      return unclear();
    if (!tests) {
      wantsCursors_ |= isLoose(model_, from) || isLoose(model_, to);
      if (verdict_.cuts.empty())
        verdict_.cuts =
            findCuts(model_, loop_, model_.withTypeRanges(conflict));
      return refuse(
          carriedDependence(program_, loop_, from, to, distance(conflict)));
    }
    for (EntryCondition &test : *tests)
      require(std::move(test));
  }
  for (const WithinExtent &need : needed)
    if (!requireWithin(need, "the subscripts of '" +
                                 textOf(program_, *from.item) +
                                 "' stay within their extents"))
      return unclear();
  return true;
}

/// Tested on entry; false if that cannot be.
bool LoopJudge::requireWithin(const WithinExtent &need, std::string meaning) {
  std::optional<EntryCondition> condition =
      withinTest(model_, need.subscript, need.size, need.extent);
  if (!condition)
    return false;
  condition->meaning = std::move(meaning);
  require(std::move(*condition));
  return true;
}

/// Iterations between the two instances, by halving.
Distance LoopJudge::distance(const isl::set &conflict) {
  constexpr int64_t farthest = policy.loops.distance;
  Poly iterator = Poly::atom(shape_->iterator);
  isl::pw_aff difference =
      model_.toIsl(iterator, kSecond).sub(model_.toIsl(iterator, kFirst));
  auto never = [&](const isl::set &other) {
    return conflict.intersect(other).is_empty();
  };
  auto isAtLeast = [&](int64_t iterations) {
    isl::pw_aff expected = model_.constant(iterations * shape_->step);
    return never(shape_->step > 0 ? difference.lt_set(expected)
                                  : difference.gt_set(expected));
  };
  int64_t least = 1;
  while (least < farthest && isAtLeast(2 * least))
    least *= 2;
  for (int64_t more = least / 2; more > 0; more /= 2)
    if (isAtLeast(least + more))
      least += more;
  return {least,
          never(difference.ne_set(model_.constant(least * shape_->step)))};
}

bool LoopJudge::isNamedByCallees(ObjectId object) const {
  return std::any_of(
      model_.stmts().begin(), model_.stmts().end(),
      [&](ir::StmtId stmt) { return index_.isNamedByCallee(stmt, object); });
}

/// A variable that is written before it is read in each iteration, also through
/// pointers to it that the loop passes to functions, gets a copy for each
/// chunk.
bool LoopJudge::privatizeArray(ObjectId object) {
  const ir::Object &data = program_[object];
  constexpr uint64_t largestOnStack = policy.loops.stackCopyBytes;
  constexpr uint64_t largest = policy.loops.copyBytes;
  bool isSized = data.isVariablyModified ? data.kind == ir::ObjectKind::Local
                                         : data.size != 0;
  if (!isSized || data.size > largest || isStartOf(object) ||
      data.kind == ir::ObjectKind::Heap || data.kind == ir::ObjectKind::String)
    return false;
  for (ir::StmtId stmt : model_.stmts())
    for (const EffectItem &item : index_.itemsOf(stmt))
      if (index_.mayTouch(item, object) &&
          (index_.namedObject(item) == ObjectId::None || !item.via.empty() ||
           index_.isCopy(stmt)) &&
          !isAccessThrough(model_, item, stmt, object))
        return false;
  ArrayPrivatization privatization(model_, loop_, object);
  if (privatization.isExposed() || addressEscapes(object))
    return false;
  bool isCallees = data.kind == ir::ObjectKind::Static &&
                   data.function != program_[loop_].function;
  ScalarFlow flow(index_, object);
  bool isLive = flow.isLiveAfter(loop_);
  // A callee's own variable cannot be named, or written back, from outside.
  if (isLive && (isCallees || !privatization.writesSameEachIteration())) {
    if (!isNamedByCallees(object) ||
        !isEmptyBetweenRuns(index_, model_.universe().ctx(), object,
                            options_.strictAliasing))
      return false;
    isLive = false;
  }
  if (isCallees && (data.size > largestOnStack || !data.type.isNameable))
    return false;
  own_.insert(object);
  PrivateObject copy{object, false, isLive};
  if (data.isVariablyModified || data.size > largestOnStack) {
    copy.hi = data.isVariablyModified
                  ? sizeOf(object)
                  : constant(static_cast<int64_t>(data.size));
  }
  verdict_.privates.push_back(std::move(copy));
  return true;
}

void LoopJudge::require(EntryCondition condition) {
  for (const EntryCondition &known : verdict_.conditions)
    if (known.test == condition.test)
      return;
  verdict_.conditions.push_back(std::move(condition));
}

/// What values rest on has to be tested like what addresses rest on.
bool LoopJudge::wantAssumptions() {
  auto accessTo = [&](const Root &root) -> const MemoryAccess * {
    for (const MemoryAccess &access : accesses_)
      if (access.root && access.root->key == root.key)
        return &access;
    return nullptr;
  };
  for (const ApartAssumption &assumption : model_.assumptions()) {
    auto key = std::minmax(assumption.read.key, assumption.write.key);
    if (wanted_.contains({key.first, key.second}))
      continue;
    const MemoryAccess *read = accessTo(assumption.read);
    const MemoryAccess *write = accessTo(assumption.write);
    if (!read || !write)
      return refuse(mayAliasRemark(program_, loop_,
                                   read ? *read : accesses_.front(),
                                   write ? *write : accesses_.front()));
    wanted_.try_emplace({key.first, key.second}, AccessPair{read, write});
  }
  return true;
}

/// A test on entry may be able to tell rows from what others reach.
bool LoopJudge::wantRowsApart(const MemoryAccess &a, const MemoryAccess &b) {
  auto isTestable = [&](const Root &root) {
    return root.kind != Root::Kind::Row || Rows::isTestable(model_, root);
  };
  std::string first = familyOf(*a.root), second = familyOf(*b.root);
  if (first == second || !isTestable(*a.root) || !isTestable(*b.root))
    return false;
  auto [low, high] = std::minmax(first, second);
  wantedRows_.try_emplace({low, high}, AccessPair{&a, &b});
  return true;
}

bool LoopJudge::emitRowTests() {
  constexpr std::size_t maxTests = policy.loops.rowChecks;
  std::map<std::string, std::vector<const MemoryAccess *>> families;
  for (const MemoryAccess &access : accesses_)
    if (access.root)
      families[familyOf(*access.root)].push_back(&access);
  for (const std::string &family : apartRows_) {
    const std::vector<const MemoryAccess *> &rows = families[family];
    std::optional<EntryCondition> test = rowsDisjoint(model_, rows);
    if (!test)
      return refuse(sharedRows(program_, loop_, *rows.front(), *rows.front()));
    require(std::move(*test));
  }
  for (const auto &[keys, pair] : wantedRows_) {
    auto [a, b] = pair;
    std::optional<EntryCondition> test = rowsMiss(
        model_, families[familyOf(*a->root)], families[familyOf(*b->root)]);
    if (!test || wantedRows_.size() > maxTests)
      return refuse(sharedRows(program_, loop_, *a, *b));
    require(std::move(*test));
  }
  return true;
}

bool LoopJudge::emitChecks() {
  constexpr std::size_t maxChecks = policy.loops.aliasChecks;
  if (!wantAssumptions() || !emitRowTests())
    return false;
  if (wanted_.empty())
    return true;
  std::map<std::string, std::vector<const MemoryAccess *>> byRoot;
  for (const MemoryAccess &access : accesses_)
    if (access.root)
      byRoot[access.root->key].push_back(&access);
  for (const auto &[keys, pair] : wanted_) {
    std::optional<RangeCheck::Side> first = sideOf(model_, byRoot[keys.first]);
    std::optional<RangeCheck::Side> second =
        sideOf(model_, byRoot[keys.second]);
    if (!first || !second || verdict_.checks.size() == maxChecks) {
      auto [a, b] = pair;
      if (!a->address || !b->address)
        return refuse(nonAffine(program_, loop_, a->address ? *b : *a,
                                a->address ? *a : *b));
      return refuse(mayAliasRemark(program_, loop_, *a, *b));
    }
    verdict_.checks.push_back({std::move(*first), std::move(*second)});
  }
  return true;
}

} // namespace hocket::polyhedral
