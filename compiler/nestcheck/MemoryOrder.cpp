// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/MemoryOrder.h"

#include "dependences/Overlap.h"
#include "dependences/Rows.h"
#include "ir/Tree.h"
#include "symbolic/Alias.h"
#include "symbolic/EffectiveTypes.h"

#include <algorithm>
#include <map>

namespace hocket::nestcheck {

using ir::NodeId;
using ir::ObjectId;
using polyhedral::kFirst;
using polyhedral::kSecond;
using polyhedral::MemoryAccess;
using polyhedral::Overlap;

namespace {

class Checker {
public:
  Checker(const Question &question, const Copies &copies,
          const BothOrders &orders, const Tested &tested)
      : q_(question), model_(question.before.model), index_(model_.index()),
        copies_(copies), orders_(orders), tested_(tested) {}

  std::string run() {
    collect();
    Overlap overlap(model_, accesses_);
    for (const MemoryAccess &x : accesses_)
      for (const MemoryAccess &y : accesses_)
        if (x.isWrite() || y.isWrite())
          check(overlap, x, y);
    return std::move(why_);
  }

private:
  void refuse(const MemoryAccess &first, const MemoryAccess &second) {
    if (why_.empty())
      why_ = "'" + polyhedral::textOf(index_.program(), *second.item) +
             "' may come before '" +
             polyhedral::textOf(index_.program(), *first.item) + "'";
  }

  void collect() {
    for (std::size_t k = 0; k < q_.before.runs.all.size(); ++k)
      for (ir::StmtId stmt : index_.stmtsOf(q_.before.runs.all[k].node))
        runOf_[stmt] = k;
    for (MemoryAccess &access :
         polyhedral::collectAccesses(model_, model_.stmts())) {
      auto run = runOf_.find(access.stmt);
      if (run == runOf_.end() || copies_.isComputed[run->second])
        continue;
      ObjectId named = index_.namedObject(*access.item);
      if (isValid(named) &&
          (index_.program()[named].isScalar && index_.isNamedOnly(named)))
        continue; // a variable's values are followed (Flows.h)
      accesses_.push_back(std::move(access));
    }
  }

  /// x of an earlier iteration than y's.
  void check(Overlap &overlap, const MemoryAccess &x, const MemoryAccess &y) {
    if (!why_.empty() ||
        !polyhedral::objectsMayOverlap(index_, *x.item, *y.item) ||
        (x.item->isCommutative && y.item->isCommutative))
      return;
    const isl::map &late = swapped(runOf_.at(x.stmt), runOf_.at(y.stmt));
    if (late.is_empty())
      return;
    std::optional<isl::set> pairs = meeting(overlap, x, y);
    if (pairs && !asMap(*pairs, x, y).is_disjoint(late))
      refuse(x, y);
  }

  /// Pairs that the new order has the other way round.
  const isl::map &swapped(std::size_t from, std::size_t to) {
    auto known = swapped_.find({from, to});
    if (known != swapped_.end())
      return known->second;
    const Instances &a = orders_.users[from], &b = orders_.users[to];
    isl::map pairs = isl_ext::managed(
        model_.ctx(), isl_map_lex_lt_map(a.before.copy(), b.before.copy()));
    if (a.after && b.after)
      pairs = pairs.intersect(isl_ext::managed(
          model_.ctx(), isl_map_lex_ge_map(a.after->copy(), b.after->copy())));
    return swapped_.emplace(std::pair(from, to), pairs).first->second;
  }

  isl::map asMap(const isl::set &pairs, const MemoryAccess &x,
                 const MemoryAccess &y) {
    auto tuple = [&](const MemoryAccess &access, const char *suffix) {
      std::size_t run = runOf_.at(access.stmt);
      Tuple result = tupleOf(q_.before.runs.all[run], orders_.users[run].name);
      for (std::string &name : result.dimensions)
        name += suffix;
      return result;
    };
    isl::set set = pairs;
    for (const auto &[access, suffix] : {std::pair(&x, kFirst), {&y, kSecond}})
      set = set.intersect(model_.instance(
          model_.domain(index_.nodeOf(access->stmt)).set, suffix));
    isl::set known = asPairs(set, tuple(x, kFirst), tuple(y, kSecond)).wrap();
    for (const char *suffix : {kFirst, kSecond})
      known = isl_ext::projectOutSuffix(known, suffix);
    return known.unwrap();
  }

  /// { : the two instances may meet }; nothing: they never do.
  std::optional<isl::set> meeting(Overlap &overlap, const MemoryAccess &x,
                                  const MemoryAccess &y) {
    if (std::optional<isl::set> same = ofOneIteration(x))
      return same;
    if (x.base && y.base &&
        (polyhedral::basesAreDisjoint(model_, *x.base, *y.base) ||
         polyhedral::Rows(model_).areApart(x, y) ||
         (x.base->key != y.base->key &&
          tested_.apart.count(std::minmax(x.base->key, y.base->key)) != 0)))
      return std::nullopt;
    if (model_.typesExclude(*x.item, x.address, *y.item, y.address) &&
        polyhedral::typesNeverChange(index_, *x.item, *y.item))
      return std::nullopt;
    if (!x.address || !y.address || !overlap.areComparable(x, y) ||
        x.base->kind == polyhedral::Base::Kind::Allocation)
      return model_.universe();
    return overlappingBytes(overlap, x, y);
  }

  isl::set overlappingBytes(Overlap &overlap, const MemoryAccess &x,
                            const MemoryAccess &y) {
    std::vector<polyhedral::WithinExtent> needed, inRows;
    std::optional<isl::set> pairs =
        overlap.overlapping(x, y, tested_.within.empty() ? nullptr : &needed);
    auto areTested = [&](const std::vector<polyhedral::WithinExtent> &all) {
      return std::all_of(
          all.begin(), all.end(), [&](const polyhedral::WithinExtent &one) {
            return tested_.within.count(polyhedral::keyOf(model_, one)) != 0;
          });
    };
    isl::set result = pairs && areTested(needed) ? *pairs : model_.universe();
    if (tested_.within.empty())
      return result;
    std::optional<isl::set> digits = overlap.overlappingDigits(x, y, inRows);
    return digits && areTested(inRows) ? result.intersect(*digits) : result;
  }

  /// A variable that is declared in the nest, and no scalar, is a new one in
  /// each iteration of the loops around its declaration; in the new order, in
  /// each run that uses it.
  std::optional<isl::set> ofOneIteration(const MemoryAccess &access) {
    ObjectId named = index_.namedObject(*access.item);
    if (!isValid(named) || !isNewInEachRun(named))
      return std::nullopt;
    isl::set result = model_.universe();
    for (NodeId loop : q_.before.runs.all[runOf_.at(access.stmt)].loops) {
      if (!ir::isDeclaredIn(index_.program(), named, loop))
        continue;
      polyhedral::Polynomial iterator =
          polyhedral::Polynomial::symbol(model_.loopShape(loop)->iterator);
      result = result.intersect(model_.toIsl(iterator, kFirst)
                                    .eq_set(model_.toIsl(iterator, kSecond)));
    }
    return result;
  }

  bool isNewInEachRun(ObjectId object) const {
    if (!ir::isDeclaredIn(index_.program(), object, q_.before.root))
      return false;
    std::map<ObjectId, std::vector<const Copy *>> users;
    for (const Copy &copy : copies_.all)
      for (const auto &[user, here] : copy.places)
        if (user == object)
          users[here].push_back(&copy);
    for (const auto &[here, copies] : users)
      for (const Copy *copy : copies)
        if (!isNewFor(*copy, here) || !areTogether(*copy, *copies.front()))
          return false;
    return true;
  }

  bool isNewFor(const Copy &copy, ObjectId here) const {
    const std::vector<NodeId> &loops = q_.after.runs.all[copy.after].loops;
    return std::all_of(loops.begin(), loops.end(), [&](NodeId loop) {
      return ir::isDeclaredIn(q_.after.program(), here, loop);
    });
  }

  /// Both do the same iterations of the same loops, in each run of the new
  /// ones.
  bool areTogether(const Copy &a, const Copy &b) const {
    auto iterations = [&](const Copy &copy) {
      isl::set set = orders_.others[copy.after].users->range();
      return isl_ext::managed(set.ctx(), isl_set_reset_tuple_id(set.copy()));
    };
    return q_.before.runs.all[a.before].loops ==
               q_.before.runs.all[b.before].loops &&
           q_.after.runs.all[a.after].loops ==
               q_.after.runs.all[b.after].loops &&
           a.iterators == b.iterators && iterations(a).is_equal(iterations(b));
  }

  const Question &q_;
  polyhedral::AffineModel &model_;
  const polyhedral::ProgramIndex &index_;
  const Copies &copies_;
  const BothOrders &orders_;
  const Tested &tested_;
  std::map<ir::StmtId, std::size_t> runOf_;
  std::vector<MemoryAccess> accesses_;
  std::map<std::pair<std::size_t, std::size_t>, isl::map> swapped_;
  std::string why_;
};

} // namespace

std::string brokenMemoryOrder(const Question &question, const Copies &copies,
                              const BothOrders &orders, const Tested &tested) {
  return Checker(question, copies, orders, tested).run();
}

} // namespace hocket::nestcheck
