// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Dependences.h"

#include "dependences/Overlap.h"
#include "dependences/Rows.h"
#include "support/Policy.h"
#include "symbolic/Alias.h"
#include "symbolic/EffectiveTypes.h"
#include "symbolic/SetMemo.h"
#include "transformation/order/FreeUpdates.h"
#include "transformation/order/InPlace.h"
#include "transformation/order/Tables.h"
#include "transformation/order/Times.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace hocket::transformation {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using polyhedral::Base;
using polyhedral::kFirst;
using polyhedral::kSecond;
using polyhedral::MemoryAccess;
using polyhedral::Overlap;

namespace {

/// A test that holds for a few iterations alone is none; what varies in it are
/// iterators, or the entry could not tell.
bool allowsIterations(const polyhedral::AffineModel &values,
                      const polyhedral::WithinExtent &one) {
  constexpr int64_t least = policy.loops.rowIterations;
  return std::all_of(
      one.subscript.terms().begin(), one.subscript.terms().end(),
      [&](const auto &term) {
        const auto &[monomial, coefficient] = term;
        auto isVariant = [&](polyhedral::SymbolId id) {
          return values.symbol(id).isVariant;
        };
        if (std::none_of(monomial.begin(), monomial.end(), isVariant))
          return true;
        return monomial.size() == 1 &&
               values.symbol(monomial.front()).kind ==
                   polyhedral::Symbol::Kind::Iterator &&
               one.extent.constantTerm() / std::abs(coefficient) >= least;
      });
}

/// Of pairs of instances those that there are.
isl::set ofRuns(polyhedral::AffineModel &values, const MemoryAccess &first,
                const MemoryAccess &second, isl::set pairs) {
  auto runsOf = [&](const MemoryAccess &access, const char *suffix) {
    return values.instance(
        values.domain(values.index().nodeOf(access.stmt)).set, suffix);
  };
  return isl_ext::conjunction(
      isl_ext::conjunction(std::move(pairs), runsOf(first, kFirst)),
      runsOf(second, kSecond));
}

void addToArea(const MemoryAccess &access, AliasTests &tests) {
  const std::string &key = access.base->key;
  bool isTested = std::any_of(tests.apart.begin(), tests.apart.end(),
                              [&](const auto &pair) {
                                return pair.first == key || pair.second == key;
                              });
  if (!isTested)
    return;
  Area &area = tests.areas[key];
  area.base = *access.base;
  area.accesses.push_back(access);
}

/// Parts of updates of one variable that need not wait for each other.
bool areFree(const polyhedral::ProgramIndex &index,
             const std::map<ir::StmtId, FreeUpdate> &updates,
             const MemoryAccess &x, const MemoryAccess &y) {
  auto first = updates.find(x.stmt), second = updates.find(y.stmt);
  return first != updates.end() && second != updates.end() &&
         first->second == second->second &&
         index.namedObject(*x.item) == first->second.variable &&
         index.namedObject(*y.item) == first->second.variable;
}

class Finder {
public:
  Finder(NestModel &model, bool mayAssumeExtents)
      : model_(model), nest_(model.nest()), values_(model.model()),
        index_(values_.index()), free_(freeUpdates(model)),
        mayAssumeExtents_(mayAssumeExtents) {}

  Dependences run() {
    times_ = timesOf(model_, nest_.order);
    std::vector<MemoryAccess> accesses;
    for (std::size_t unit = 0; unit < nest_.units.size(); ++unit)
      for (NodeId node : nest_.units[unit].nodes)
        for (ir::StmtId stmt : index_.stmtsOf(node))
          unitOf_[stmt] = unit;
    for (MemoryAccess &access :
         polyhedral::collectAccesses(values_, values_.stmts()))
      if (unitOf_.count(access.stmt) && !isOwn(access))
        accesses.push_back(inItsPlace(std::move(access)));
    keepOneOfEach(accesses);
    Overlap overlap(values_, accesses);
    for (std::size_t x = 0; x < accesses.size(); ++x)
      for (std::size_t y = x; y < accesses.size(); ++y)
        if (accesses[x].isWrite() || accesses[y].isWrite())
          addPair(overlap, accesses[x], accesses[y]);
    Dependences result;
    for (auto &[units, dependence] : pairs_) {
      dependence.pairs = dependence.pairs.coalesce();
      result.all.push_back(std::move(dependence));
    }
    for (const polyhedral::DisjointAssumption &assumed : values_.assumptions())
      apart_.insert({assumed.read.key, assumed.write.key});
    result.mayHaveTables = mayHaveTables_;
    result.tests.apart = std::move(apart_);
    result.tests.within = std::move(within_);
    result.mayAssumeMore =
        !mayAssumeExtents_ && (overlap.wasUnproved() || mayHaveRows_);
    for (const MemoryAccess &access :
         polyhedral::collectAccesses(values_, values_.stmts()))
      if (access.base)
        addToArea(access, result.tests);
    return result;
  }

private:
  MemoryAccess inItsPlace(MemoryAccess access) {
    const ObjectId object = index_.namedObject(*access.item);
    const InPlaceScalar *scalar =
        isValid(object) ? inPlaceFor(nest_, unitOf_.at(access.stmt), object)
                        : nullptr;
    return scalar ? inMemory(model_, *scalar, access.stmt, access.item->kind,
                             items_.emplace_back())
                  : std::move(access);
  }

  /// Of a run of a unit, or an iterator.
  bool isOwn(const MemoryAccess &access) const {
    ObjectId object = index_.namedObject(*access.item);
    return isValid(object) &&
           (std::find(nest_.ofUnits.begin(), nest_.ofUnits.end(), object) !=
                nest_.ofUnits.end() ||
            std::any_of(nest_.loops.begin(), nest_.loops.end(),
                        [&](NodeId loop) {
                          return index_.program()[loop]
                                     .as<ir::Loop>()
                                     ->counted->iterator == object;
                        }));
  }

  /// What has to wait for the place, waits for one of the accesses that a unit
  /// names it by. Those that people read differently stay, as remarks tell
  /// them.
  void keepOneOfEach(std::vector<MemoryAccess> &accesses) const {
    std::map<std::string, std::vector<std::optional<isl::set>>> kept;
    std::erase_if(accesses, [&](const MemoryAccess &access) {
      if (!access.address || isOfTable(access))
        return false;
      const EffectItem &item = *access.item;
      std::vector<std::optional<isl::set>> &same =
          kept[placeKey(index_, access, item) + (access.isWrite() ? "w" : "r") +
               (item.isCommutative ? "c" : "") +
               polyhedral::textOf(index_.program(), item)];
      auto isSame = [&](const std::optional<isl::set> &bounds) {
        return bounds && access.bounds
                   ? isl_ext::isSaidAlike(*bounds, *access.bounds)
                   : !bounds && !access.bounds;
      };
      if (std::any_of(same.begin(), same.end(), isSame))
        return true;
      same.push_back(access.bounds);
      return false;
    });
  }

  bool isOfTable(const MemoryAccess &access) const {
    return tableFor(nest_.tables, access.stmt, *access.item) != nullptr;
  }

  const OwnScalar *scalarOf(const MemoryAccess &access) const {
    ObjectId object = index_.namedObject(*access.item);
    for (const OwnScalar &scalar : nest_.scalars)
      if (isValid(object) && scalar.object == object)
        return &scalar;
    return nullptr;
  }

  /// Whether the two areas meet can be tested on entry: a pointer is known
  /// there, and so is how far it is followed, or that it starts an object.
  bool areTestable(const MemoryAccess &x, const MemoryAccess &y) const {
    auto isPointer = [](const MemoryAccess &access) {
      return access.base && (access.base->kind == Base::Kind::Object ||
                             access.base->kind == Base::Kind::Pointer ||
                             access.base->kind == Base::Kind::Loaded);
    };
    auto hasRange = [](const MemoryAccess &access) {
      return access.address && access.item->size != 0;
    };
    return isPointer(x) && isPointer(y) && x.base->key != y.base->key &&
           ((hasRange(x) && hasRange(y)) ||
            (polyhedral::startsObject(index_, *x.base) &&
             polyhedral::startsObject(index_, *y.base)));
  }

  void addPair(Overlap &overlap, const MemoryAccess &x, const MemoryAccess &y) {
    if (!polyhedral::objectsMayOverlap(index_, *x.item, *y.item) ||
        areFree(index_, free_, x, y) ||
        (x.item->isCommutative && y.item->isCommutative))
      return;
    if (std::optional<isl::set> pairs = meeting(overlap, x, y))
      add(x, y, *pairs);
    if (&x == &y)
      return;
    if (std::optional<isl::set> pairs = meeting(overlap, y, x))
      add(y, x, *pairs);
  }

  /// { : the first instance of x and the second of y may meet }; nothing: they
  /// never do.
  std::optional<isl::set> meeting(Overlap &overlap, const MemoryAccess &x,
                                  const MemoryAccess &y) {
    if (const OwnScalar *scalar = scalarOf(x))
      return sameIteration(*scalar);
    if (x.base && y.base &&
        (polyhedral::basesAreDisjoint(values_, *x.base, *y.base) ||
         polyhedral::Rows(values_).areApart(x, y)))
      return std::nullopt;
    if (x.address && y.address && overlap.areComparable(x, y) &&
        x.base->kind != Base::Kind::Allocation) {
      const std::vector<polyhedral::WithinExtent> before = within_;
      isl::set pairs = overlappingBytes(overlap, x, y);
      // `in->data` and `out->data` are one area only if `in` is `out`, which
      // the entry can tell.
      if (pairs.is_empty() || !areTestable(x, y))
        return pairs;
      within_ = before;
    }
    if (values_.typesExclude(*x.item, x.address, *y.item, y.address) &&
        polyhedral::typesNeverChange(index_, *x.item, *y.item))
      return std::nullopt;
    if (areTestable(x, y)) {
      apart_.insert(std::minmax(x.base->key, y.base->key));
      return std::nullopt;
    }
    return values_.universe();
  }

  isl::set overlappingBytes(Overlap &overlap, const MemoryAccess &x,
                            const MemoryAccess &y) {
    std::vector<polyhedral::WithinExtent> needed;
    isl::set result =
        overlap.overlapping(x, y, mayAssumeExtents_ ? &needed : nullptr)
            .value_or(values_.universe());
    if (overlap.mayBeDigits(x, y) && !result.is_empty()) {
      mayHaveRows_ = true;
      if (mayAssumeExtents_)
        result = inRows(overlap, x, y, std::move(result), needed);
    }
    auto isKnown = [this](const polyhedral::WithinExtent &one) {
      return std::any_of(within_.begin(), within_.end(),
                         [&](const polyhedral::WithinExtent &other) {
                           return one.subscript == other.subscript &&
                                  one.size == other.size &&
                                  one.extent == other.extent;
                         });
    };
    for (polyhedral::WithinExtent &one : needed)
      if (!isKnown(one))
        within_.push_back(std::move(one));
    return result;
  }

  /// The same where constant strides are those of rows that subscripts stay
  /// within, if fewer runs meet then.
  isl::set inRows(Overlap &overlap, const MemoryAccess &x,
                  const MemoryAccess &y, isl::set bytes,
                  std::vector<polyhedral::WithinExtent> &needed) {
    std::vector<polyhedral::WithinExtent> inDigits;
    std::optional<isl::set> digits = overlap.overlappingDigits(x, y, inDigits);
    if (!digits || inDigits.empty() ||
        !std::all_of(inDigits.begin(), inDigits.end(),
                     [this](const polyhedral::WithinExtent &one) {
                       return allowsIterations(values_, one);
                     }) ||
        ofRuns(values_, x, y, bytes).is_subset(*digits))
      return bytes;
    needed.insert(needed.end(), std::make_move_iterator(inDigits.begin()),
                  std::make_move_iterator(inDigits.end()));
    return *digits;
  }

  /// Both are of one iteration of the scalar's loop.
  isl::set sameIteration(const OwnScalar &scalar) {
    isl::set result = values_.universe();
    const std::vector<NodeId> &loops = nest_.units[scalar.units.front()].loops;
    for (NodeId loop : loops) {
      polyhedral::Polynomial iterator =
          polyhedral::Polynomial::symbol(values_.loopShape(loop)->iterator);
      result = result.intersect(values_.toIsl(iterator, kFirst)
                                    .eq_set(values_.toIsl(iterator, kSecond)));
      if (loop == scalar.loop)
        break;
    }
    return result;
  }

  /// { : the first unit's run comes before the second one's }
  const isl::map &before(std::size_t from, std::size_t to) {
    auto known = before_.find({from, to});
    if (known == before_.end()) {
      isl::map map = isl_ext::managed(
          times_[from].ctx(),
          isl_map_lex_lt_map(times_[from].copy(), times_[to].copy()));
      known = before_.emplace(std::pair(from, to), std::move(map)).first;
    }
    return known->second;
  }

  /// Those of which the first comes before the second; nothing: none.
  std::optional<isl::map> inOrder(const isl::set &pairs, std::size_t from,
                                  std::size_t to) {
    if (pairs.is_empty())
      return std::nullopt;
    isl::map map = model_.asMap(pairs, from, to).intersect(before(from, to));
    return map.is_empty() ? std::nullopt : std::optional(std::move(map));
  }

  void add(const MemoryAccess &first, const MemoryAccess &second,
           isl::set pairs) {
    std::size_t from = unitOf_.at(first.stmt), to = unitOf_.at(second.stmt);
    pairs = ofRuns(values_, first, second, std::move(pairs));
    // Whichever of them comes first: the table is made before both.
    if (isOfTable(first) || isOfTable(second))
      mayHaveTables_ &= pairs.is_empty();
    polyhedral::SetMemo<std::optional<isl::map>> &asked = asked_[{from, to}];
    const std::optional<isl::map> *known = asked.find(pairs);
    if (!known)
      known = &asked.add(pairs, inOrder(pairs, from, to));
    if (!*known)
      return;
    const isl::map &map = **known;
    std::string texts[] = {polyhedral::textOf(index_.program(), *first.item),
                           polyhedral::textOf(index_.program(), *second.item)};
    auto [it, isNew] =
        pairs_.try_emplace({from, to, texts[0] + "\n" + texts[1]},
                           Dependence{from, to, map, texts[0], texts[1]});
    if (!isNew)
      it->second.pairs = it->second.pairs.unite(map);
  }

  NestModel &model_;
  const Nest &nest_;
  polyhedral::AffineModel &values_;
  const polyhedral::ProgramIndex &index_;
  std::map<ir::StmtId, std::size_t> unitOf_;
  std::vector<isl::map> times_;
  std::map<std::pair<std::size_t, std::size_t>, isl::map> before_;
  /// By units, too.
  std::map<std::pair<std::size_t, std::size_t>,
           polyhedral::SetMemo<std::optional<isl::map>>>
      asked_;
  std::deque<EffectItem> items_; ///< of scalars in memory
  /// By units and texts.
  std::map<std::tuple<std::size_t, std::size_t, std::string>, Dependence>
      pairs_;
  std::set<std::pair<std::string, std::string>> apart_;
  const std::map<ir::StmtId, FreeUpdate> free_;
  const bool mayAssumeExtents_;
  bool mayHaveTables_ = true;
  bool mayHaveRows_ = false; ///< pairs that meet if subscripts leave rows
  std::vector<polyhedral::WithinExtent> within_;
};

} // namespace

Dependences findDependences(NestModel &model, bool mayAssumeExtents) {
  return Finder(model, mayAssumeExtents).run();
}

const Dependence *brokenBy(NestModel &model, const Dependences &dependences,
                           const Order &order) {
  std::vector<isl::map> times = timesOf(model, order);
  auto isBroken = [&](const Dependence &d) {
    isl::map late =
        isl_ext::managed(d.pairs.ctx(), isl_map_lex_ge_map(times[d.from].copy(),
                                                           times[d.to].copy()));
    return !d.pairs.is_disjoint(late);
  };
  auto found =
      std::find_if(dependences.all.begin(), dependences.all.end(), isBroken);
  return found == dependences.all.end() ? nullptr : &*found;
}

bool isParallel(NestModel &model, const Dependences &dependences, NodeId loop) {
  auto positionIn = [&](std::size_t unit) {
    const std::vector<NodeId> &loops = model.nest().units[unit].loops;
    return unsigned(std::find(loops.begin(), loops.end(), loop) -
                    loops.begin());
  };
  return std::all_of(
      dependences.all.begin(), dependences.all.end(), [&](const Dependence &d) {
        unsigned at = positionIn(d.from);
        if (at == model.nest().units[d.from].loops.size() ||
            at == model.nest().units[d.to].loops.size() ||
            at != positionIn(d.to))
          return true; // in one iteration of a loop around
        isl::map carried = d.pairs;
        for (unsigned k = 0; k < at; ++k)
          carried = isl_ext::managed(
              carried.ctx(), isl_map_equate(carried.copy(), isl_dim_in, int(k),
                                            isl_dim_out, int(k)));
        isl::map same = isl_ext::managed(
            carried.ctx(), isl_map_equate(carried.copy(), isl_dim_in, int(at),
                                          isl_dim_out, int(at)));
        return carried.is_subset(same);
      });
}

} // namespace hocket::transformation
