// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/InPlace.h"

#include "dataflow/ScalarFlow.h"
#include "dependences/Overlap.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "symbolic/Alias.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace hocket::transformation {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;
using polyhedral::MemoryAccess;
using polyhedral::ProgramIndex;

namespace {

/// The item of a statement that writes memory without a name; null: there is
/// none, or several.
const EffectItem *storeIn(const ProgramIndex &index, StmtId stmt) {
  const EffectItem *result = nullptr;
  for (const EffectItem &item : index.itemsOf(stmt)) {
    if (item.kind != ir::AccessKind::Write || isValid(index.namedObject(item)))
      continue;
    if (result)
      return nullptr;
    result = &item;
  }
  return result;
}

class Dropper {
public:
  explicit Dropper(const ProgramIndex &index)
      : index_(index), program_(index.program()) {}

  /// `a[i][j] = a[i][j]` is all that is left of some units.
  void run(Nest &nest) const {
    for (std::size_t unit = nest.units.size(); unit-- > 0;) {
      const std::vector<NodeId> &nodes = nest.units[unit].nodes;
      if (nest.units[unit].repeated.empty() && nest.units.size() > 1 &&
          std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) {
            return doesNothing(nest, unit, node);
          }))
        drop(nest, unit);
    }
  }

private:
  bool doesNothing(const Nest &nest, std::size_t unit, NodeId node) const {
    const ir::Leaf *leaf = program_[node].as<ir::Leaf>();
    if (!leaf)
      return false;
    const ir::Stmt &stmt = program_[leaf->stmt];
    if (isValid(stmt.declares)) {
      const InPlaceScalar *scalar = inPlaceFor(nest, unit, stmt.declares);
      return scalar && (stmt.initText.empty() ||
                        isAlike(stmt.initText, placeOf(index_, *scalar).text));
    }
    auto isScalar = [&](const ir::TextRange &text, ObjectId object) {
      std::span<const ir::Hole> holes = ir::holesIn(program_, text);
      return holes.size() == 1 && holes.front().object == object &&
             trimmed(program_.text(text)) == program_[object].name;
    };
    for (const InPlaceScalar &scalar : nest.inPlace)
      if (inPlaceFor(nest, unit, scalar.object) == &scalar)
        for (const ir::Access &access : stmt.accesses) {
          if (access.kind != ir::AccessKind::Write || !isPlain(node, access))
            continue;
          const ir::TextRange &place = placeOf(index_, scalar).text;
          if ((isScalar(access.text, scalar.object) &&
               isAlike(access.assigned, place)) ||
              (isAlike(access.text, place) &&
               isScalar(access.assigned, scalar.object)))
            return true;
        }
    return false;
  }

  /// The statement is `text = assigned;`, nothing more.
  bool isPlain(NodeId node, const ir::Access &access) const {
    const ir::TextRange &all = program_[node].text;
    if (!isValid(access.assigned.unit) || access.text.begin != all.begin ||
        access.assigned.end > all.end ||
        access.text.end > access.assigned.begin)
      return false;
    const ir::TextRange middle{all.unit, access.text.end,
                               access.assigned.begin};
    const ir::TextRange end{all.unit, access.assigned.end, all.end};
    const std::string_view rest = trimmed(program_.text(end));
    return trimmed(program_.text(middle)) == "=" &&
           (rest.empty() || rest == ";");
  }

  /// The same words, for the same variables.
  bool isAlike(const ir::TextRange &a, const ir::TextRange &b) const {
    if (!isValid(a.unit) ||
        trimmed(program_.text(a)) != trimmed(program_.text(b)))
      return false;
    std::span<const ir::Hole> first = ir::holesIn(program_, a),
                              second = ir::holesIn(program_, b);
    return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                      [](const ir::Hole &x, const ir::Hole &y) {
                        return x.object == y.object;
                      });
  }

  static std::string_view trimmed(std::string_view text) {
    constexpr const char *blanks = " \t\n";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
      return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
  }

  static void drop(Nest &nest, std::size_t unit) {
    nest.units.erase(nest.units.begin() + std::ptrdiff_t(unit));
    drop(nest.order, unit);
    for (InPlaceScalar &scalar : nest.inPlace) {
      std::erase(scalar.units, unit);
      for (std::size_t &other : scalar.units)
        other -= other > unit;
    }
  }

  /// \returns whether nothing is left
  static bool drop(Order &order, std::size_t unit) {
    if (order.kind == Order::Kind::Unit) {
      if (order.unit == unit)
        return true;
      order.unit -= order.unit > unit;
      return false;
    }
    std::erase_if(order.children,
                  [unit](Order &child) { return drop(child, unit); });
    return order.children.empty();
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
};

class Finder {
public:
  explicit Finder(NestModel &model)
      : model_(model), nest_(model.nest()), values_(model.model()),
        index_(values_.index()), program_(index_.program()) {}

  std::optional<Nest> run() {
    Nest result = nest_;
    result.scalars.clear();
    for (const OwnScalar &scalar : nest_.scalars) {
      std::map<NodeId, std::vector<std::size_t>> units;
      for (std::size_t unit : scalar.units)
        units[rangeOf(unit, scalar)].push_back(unit);
      for (auto &[loop, touching] : units) {
        InPlaceScalar one{scalar.object, loop, StmtId::None,
                          std::move(touching)};
        if (!isWithin(one, units) || !findStore(one) || !isAlone(one))
          return std::nullopt;
        result.inPlace.push_back(std::move(one));
      }
    }
    Dropper(index_).run(result);
    return result;
  }

private:
  /// The innermost loop around the unit of which each iteration has a value of
  /// its own.
  NodeId rangeOf(std::size_t unit, const OwnScalar &scalar) {
    const std::vector<NodeId> &loops = nest_.units[unit].loops;
    polyhedral::ScalarFlow flow(index_, scalar.object);
    for (std::size_t k = loops.size(); k-- > 0 && loops[k] != scalar.loop;)
      if (!flow.isExposed(loops[k]) && !flow.isLiveAfter(loops[k]))
        return loops[k];
    return scalar.loop;
  }

  /// No other value's loop is inside of this one's.
  template <typename Units>
  bool isWithin(const InPlaceScalar &scalar, const Units &units) const {
    return std::none_of(units.begin(), units.end(), [&](const auto &other) {
      return other.first != scalar.loop &&
             ir::isWithin(program_, other.first, scalar.loop);
    });
  }

  bool touches(StmtId stmt, ObjectId object) const {
    const std::vector<EffectItem> &items = index_.itemsOf(stmt);
    return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
      return index_.namedObject(item) == object;
    });
  }

  /// By a unit of the loop itself, in each of its iterations.
  bool isInEach(StmtId stmt, NodeId loop) const {
    NodeId at = program_[index_.nodeOf(stmt)].parent;
    while (isValid(at) && program_[at].as<ir::Block>())
      at = program_[at].parent;
    return at == loop;
  }

  /// The last statement that touches the scalar; it has to read it and store
  /// it, or something made of it, once in each iteration.
  bool findStore(InPlaceScalar &scalar) const {
    for (NodeId node : nest_.units[scalar.units.back()].nodes)
      for (StmtId stmt : index_.stmtsOf(node))
        if (touches(stmt, scalar.object))
          scalar.store = stmt;
    if (!isValid(scalar.store) || !isInEach(scalar.store, scalar.loop))
      return false;
    const EffectItem *place = storeIn(index_, scalar.store);
    return place && place->must && !place->isVolatile && place->offset == 0 &&
           isValid(place->address) && place->via.empty() &&
           place->size == program_[scalar.object].size &&
           !place->type.empty() &&
           place->type == index_.typeOf(scalar.object) && isPostfix(*place) &&
           !writesScalar(scalar) && isSameThroughout(place->text, scalar);
  }

  /// What the text names is the same wherever an iteration touches the scalar:
  /// iterators of the loops around it, and what the nest does not change.
  bool isSameThroughout(const ir::TextRange &text,
                        const InPlaceScalar &scalar) const {
    std::span<const ir::Hole> holes = ir::holesIn(program_, text);
    return std::all_of(holes.begin(), holes.end(),
                       [&](const ir::Hole &hole) {
                         return isIteratorAround(hole.object, scalar.loop) ||
                                isFixed(hole.object);
                       }) &&
           !isHidden(text, holes, scalar.loop);
  }

  bool isIteratorAround(ObjectId object, NodeId inner) const {
    std::vector<NodeId> around = ir::loopsAround(program_, inner);
    around.push_back(inner);
    return std::any_of(around.begin(), around.end(), [&](NodeId loop) {
      const ir::Loop &data = *program_[loop].as<ir::Loop>();
      return std::count(nest_.loops.begin(), nest_.loops.end(), loop) != 0 &&
             data.counted->iterator == object;
    });
  }

  bool isFixed(ObjectId object) const {
    if (ir::isDeclaredIn(program_, object, nest_.root))
      return false;
    const std::vector<StmtId> stmts = index_.stmtsOf(nest_.root);
    return !program_[object].isScalar ||
           std::none_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
             const std::vector<EffectItem> &items = index_.itemsOf(stmt);
             return std::any_of(items.begin(), items.end(),
                                [&](const EffectItem &item) {
                                  return item.kind == ir::AccessKind::Write &&
                                         index_.mayTouch(item, object);
                                });
           });
  }

  /// Something else in the loop has a name that the text has, be it that of an
  /// enumerator.
  bool isHidden(const ir::TextRange &text, std::span<const ir::Hole> holes,
                NodeId loop) const {
    const std::vector<std::string_view> names =
        ir::namesIn(program_.text(text));
    return std::any_of(program_.objects.begin(), program_.objects.end(),
                       [&](const ir::Object &other) {
                         return std::count(names.begin(), names.end(),
                                           other.name) != 0 &&
                                std::none_of(holes.begin(), holes.end(),
                                             [&](const ir::Hole &hole) {
                                               return hole.object == other.id;
                                             }) &&
                                ir::isDeclaredIn(program_, other.id, loop);
                       });
  }

  bool writesScalar(const InPlaceScalar &scalar) const {
    const std::vector<EffectItem> &items = index_.itemsOf(scalar.store);
    return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
      return item.kind == ir::AccessKind::Write &&
             index_.namedObject(item) == scalar.object;
    });
  }

  /// `a[i][j]`: may stand wherever a name may. Members could be changed.
  bool isPostfix(const EffectItem &place) const {
    if (!isValid(place.text.unit))
      return false;
    const std::string_view text = program_.text(place.text);
    return text.ends_with(']') && text.find('.') == std::string_view::npos &&
           text.find("->") == std::string_view::npos &&
           (std::isalpha(static_cast<unsigned char>(text.front())) != 0 ||
            text.front() == '_');
  }

  /// Nothing else in an iteration touches the place.
  bool isAlone(const InPlaceScalar &scalar) {
    const EffectItem &item = placeOf(index_, scalar);
    const MemoryAccess place =
        polyhedral::makeAccess(values_, item, scalar.store);
    if (!place.address || !place.base ||
        (place.base->kind != polyhedral::Base::Kind::Object &&
         place.base->kind != polyhedral::Base::Kind::Pointer))
      return false;
    std::vector<MemoryAccess> accesses = {place};
    // Once in an iteration, before the place has anything of it.
    StmtId first = firstOf(scalar);
    if (isValid(first) && !isInEach(first, scalar.loop))
      first = StmtId::None;
    for (std::size_t unit = 0; unit < nest_.units.size(); ++unit) {
      const std::vector<NodeId> &loops = nest_.units[unit].loops;
      if (std::find(loops.begin(), loops.end(), scalar.loop) == loops.end())
        continue;
      for (NodeId node : nest_.units[unit].nodes)
        for (StmtId stmt : index_.stmtsOf(node))
          for (const EffectItem &other : index_.itemsOf(stmt))
            if (isOther(other, stmt, item, first))
              accesses.push_back(polyhedral::makeAccess(values_, other, stmt));
    }
    polyhedral::Overlap overlap(values_, accesses);
    return std::all_of(accesses.begin() + 1, accesses.end(),
                       [&](const MemoryAccess &other) {
                         return areApart(overlap, place, other, scalar.loop);
                       });
  }

  /// None: the first unit but declares it.
  StmtId firstOf(const InPlaceScalar &scalar) const {
    for (NodeId node : nest_.units[scalar.units.front()].nodes)
      for (StmtId stmt : index_.stmtsOf(node))
        if (touches(stmt, scalar.object))
          return stmt;
    return StmtId::None;
  }

  /// What sets the scalar may read the place before.
  bool isOther(const EffectItem &other, StmtId stmt, const EffectItem &place,
               StmtId first) const {
    const bool isInitial = stmt == first && other.kind == ir::AccessKind::Read;
    const ObjectId named = index_.namedObject(other);
    const bool isNamedOnly = isValid(named) && index_.isNamedOnly(named);
    return &other != &place && !isInitial && !isNamedOnly &&
           !polyhedral::isHiddenOnly(index_, other);
  }

  /// In the same iteration of the loop.
  bool areApart(polyhedral::Overlap &overlap, const MemoryAccess &place,
                const MemoryAccess &other, NodeId loop) {
    if (!polyhedral::objectsMayOverlap(index_, *place.item, *other.item) ||
        (place.base && other.base &&
         polyhedral::basesAreDisjoint(values_, *place.base, *other.base)))
      return true;
    if (!other.address || !overlap.areComparable(place, other))
      return false;
    std::optional<isl::set> met = overlap.overlapping(place, other);
    if (!met)
      return false;
    auto instanceOf = [&](const MemoryAccess &access, const char *suffix) {
      return values_.instance(values_.domain(index_.nodeOf(access.stmt)).set,
                              suffix);
    };
    isl::set same = met->intersect(instanceOf(place, polyhedral::kFirst))
                        .intersect(instanceOf(other, polyhedral::kSecond));
    for (NodeId around : nest_.units[unitOf(place.stmt)].loops) {
      polyhedral::Polynomial iterator =
          polyhedral::Polynomial::symbol(values_.loopShape(around)->iterator);
      same = same.intersect(
          values_.toIsl(iterator, polyhedral::kFirst)
              .eq_set(values_.toIsl(iterator, polyhedral::kSecond)));
      if (around == loop)
        break;
    }
    return same.is_empty();
  }

  std::size_t unitOf(StmtId stmt) const {
    const NodeId node = index_.nodeOf(stmt);
    for (std::size_t unit = 0; unit < nest_.units.size(); ++unit)
      for (NodeId one : nest_.units[unit].nodes)
        if (ir::isWithin(program_, node, one))
          return unit;
    return 0;
  }

  NestModel &model_;
  const Nest &nest_;
  polyhedral::AffineModel &values_;
  const ProgramIndex &index_;
  const ir::Program &program_;
};

} // namespace

std::optional<Nest> withScalarsInPlace(NestModel &model) {
  return Finder(model).run();
}

const InPlaceScalar *inPlaceFor(const Nest &nest, std::size_t unit,
                                ObjectId object) {
  for (const InPlaceScalar &one : nest.inPlace)
    if (one.object == object &&
        std::find(one.units.begin(), one.units.end(), unit) != one.units.end())
      return &one;
  return nullptr;
}

const EffectItem &placeOf(const ProgramIndex &index,
                          const InPlaceScalar &scalar) {
  return *storeIn(index, scalar.store);
}

MemoryAccess inMemory(NestModel &model, const InPlaceScalar &scalar,
                      StmtId stmt, ir::AccessKind kind, EffectItem &item) {
  MemoryAccess result = polyhedral::makeAccess(
      model.model(), placeOf(model.model().index(), scalar), scalar.store);
  item = *result.item;
  item.kind = kind;
  result.item = &item;
  result.stmt = stmt;
  return result;
}

} // namespace hocket::transformation
