// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Tables.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace hocket::transformation {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;
using polyhedral::Base;
using polyhedral::MemoryAccess;
using polyhedral::Symbol;
using polyhedral::SymbolId;
using polyhedral::Value;

namespace {

/// Numbers that a copy leaves as they are, and whose types' names any unit can
/// say.
bool isPlainNumber(std::string_view type) {
  constexpr std::array<std::string_view, 10> types = {
      "float",     "double",
      "short",     "unsigned short",
      "int",       "unsigned int",
      "long",      "unsigned long",
      "long long", "unsigned long long"};
  return std::find(types.begin(), types.end(), type) != types.end();
}

const EffectItem *itemOf(const polyhedral::ProgramIndex &index, StmtId stmt,
                         const ir::TextRange &text) {
  const EffectItem *result = nullptr;
  for (const EffectItem &item : index.itemsOf(stmt)) {
    if (item.kind != ir::AccessKind::Read || !item.via.empty() ||
        item.text.unit != text.unit || item.text.begin != text.begin ||
        item.text.end != text.end)
      continue;
    if (result)
      return nullptr;
    result = &item;
  }
  return result;
}

class Finder {
public:
  explicit Finder(NestModel &model)
      : model_(model), nest_(model.nest()), values_(model.model()),
        index_(values_.index()), program_(index_.program()) {}

  std::vector<Nest> run() {
    for (std::size_t unit = 0; unit < nest_.units.size(); ++unit)
      if (!hidesIterators(unit))
        for (NodeId node : nest_.units[unit].nodes)
          for (StmtId stmt : index_.stmtsOf(node))
            if (!index_.isCopy(stmt) && isInEachRun(stmt, node))
              addReads(unit, stmt);
    std::vector<Nest> result;
    for (NodeId loop : nest_.loops)
      if (std::optional<Nest> nest = along(loop))
        result.push_back(std::move(*nest));
    return result;
  }

private:
  /// Reads at one address.
  struct Place {
    Table table; ///< its loops in the user's order
    Value address;
    std::uint32_t size = 0;
  };

  bool isInEachRun(StmtId stmt, NodeId of) const {
    NodeId at = index_.nodeOf(stmt);
    while (at != of) {
      at = program_[at].parent;
      if (!isValid(at) || (at != of && !program_[at].as<ir::Block>()))
        return false;
    }
    return program_[of].as<ir::Leaf>() || program_[of].as<ir::Block>();
  }

  ObjectId iteratorOf(NodeId loop) const {
    return program_[loop].as<ir::Loop>()->counted->iterator;
  }

  /// Something else goes by an iterator's name in the unit's text.
  bool hidesIterators(std::size_t unit) const {
    const Unit &data = nest_.units[unit];
    auto isHiddenIn = [&](NodeId node, NodeId loop) {
      const ir::Object &iterator = program_[iteratorOf(loop)];
      std::span<const ir::Hole> holes =
          ir::holesIn(program_, program_[node].text);
      return std::any_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
        return hole.object != iterator.id &&
               program_[hole.object].name == iterator.name;
      });
    };
    for (std::size_t k = 0; k < data.loops.size(); ++k) {
      auto isAlike = [&](NodeId other) {
        return iteratorOf(other) != iteratorOf(data.loops[k]) &&
               program_[iteratorOf(other)].name ==
                   program_[iteratorOf(data.loops[k])].name;
      };
      auto isHidden = [&](NodeId node) {
        return isHiddenIn(node, data.loops[k]);
      };
      if (std::any_of(data.loops.begin(), data.loops.end(), isAlike) ||
          std::any_of(data.nodes.begin(), data.nodes.end(), isHidden))
        return true;
    }
    return false;
  }

  void addReads(std::size_t unit, StmtId stmt) {
    const ir::TextRange &whole = program_[nest_.root].text;
    const std::vector<EffectItem> &items = index_.itemsOf(stmt);
    // What a call in a subscript does has to be done.
    if (std::any_of(items.begin(), items.end(), [](const EffectItem &item) {
          return item.kind == ir::AccessKind::Write && !item.via.empty();
        }))
      return;
    for (const ir::Access &access : program_[stmt].accesses)
      if (access.kind == ir::AccessKind::Read && access.must &&
          !access.isVolatile && !access.isBitField && !access.isOfUnion &&
          access.size != 0 && isPlainNumber(access.type) &&
          access.text.begin < access.text.end && whole.contains(access.text) &&
          !writesWithin(stmt, access.text))
        addRead(unit, stmt, access);
  }

  bool writesWithin(StmtId stmt, const ir::TextRange &text) const {
    const std::vector<ir::Access> &accesses = program_[stmt].accesses;
    return std::any_of(accesses.begin(), accesses.end(),
                       [&](const ir::Access &other) {
                         return other.kind == ir::AccessKind::Write &&
                                text.contains(other.text);
                       });
  }

  void addRead(std::size_t unit, StmtId stmt, const ir::Access &access) {
    const EffectItem *item = itemOf(index_, stmt, access.text);
    if (!item || item->size != access.size || !item->must || item->isVolatile)
      return;
    if (const ObjectId named = index_.namedObject(*item);
        isValid(named) && program_[named].isScalar)
      return;
    MemoryAccess found = polyhedral::makeAccess(values_, *item, stmt);
    if (!found.address || !found.address->base ||
        (found.address->wrapBits != 0 &&
         found.address->wrapBits < program_[access.address].bits))
      return;
    const Base::Kind kind = found.address->base->kind;
    if (kind != Base::Kind::Object && kind != Base::Kind::Pointer &&
        kind != Base::Kind::Loaded)
      return;
    std::optional<std::vector<NodeId>> loops =
        movesWith(*found.address, nest_.units[unit].loops);
    // Each cell is to be read again by others of the unit's loops.
    if (!loops || loops->empty() ||
        loops->size() == nest_.units[unit].loops.size())
      return;
    const std::string key = std::to_string(unit) + " " + access.type + " " +
                            found.address->base->key + " " +
                            found.address->polynomial.key();
    auto [place, isNew] = places_.try_emplace(key);
    if (isNew)
      place->second = {{unit, std::move(*loops), access.type, {}},
                       *found.address,
                       access.size};
    place->second.table.reads.push_back({stmt, access.text});
  }

  /// Those of the loops whose iterators it is made of, each at most once in a
  /// product of what is known on entry; nothing: it is made of more.
  std::optional<std::vector<NodeId>>
  movesWith(const Value &address, const std::vector<NodeId> &loops) const {
    std::vector<NodeId> result;
    for (const auto &[monomial, coefficient] : address.polynomial.terms()) {
      bool hasIterator = false;
      for (SymbolId id : monomial) {
        const Symbol &symbol = values_.symbol(id);
        if (!symbol.isVariant && symbol.kind == Symbol::Kind::Parameter)
          continue;
        if (symbol.kind != Symbol::Kind::Iterator || hasIterator ||
            std::find(loops.begin(), loops.end(), symbol.loop) == loops.end())
          return std::nullopt;
        hasIterator = true;
        if (std::find(result.begin(), result.end(), symbol.loop) ==
            result.end())
          result.push_back(symbol.loop);
      }
    }
    std::sort(result.begin(), result.end(), [&](NodeId a, NodeId b) {
      return std::find(loops.begin(), loops.end(), a) <
             std::find(loops.begin(), loops.end(), b);
    });
    return result;
  }

  /// From one iteration of the loop to the next the address is not the next
  /// element's.
  bool isAcross(const Place &place, NodeId loop) const {
    const polyhedral::LoopShape &shape = *values_.loopShape(loop);
    for (const auto &[monomial, coefficient] : place.address.polynomial.terms())
      if (std::find(monomial.begin(), monomial.end(), shape.iterator) !=
              monomial.end() &&
          (monomial.size() > 1 ||
           std::abs(coefficient * shape.step) != int64_t(place.size)))
        return true;
    return false;
  }

  std::optional<Nest> along(NodeId loop) {
    Nest result = nest_;
    for (const auto &[key, place] : places_) {
      if (!isAcross(place, loop))
        continue;
      Table table = place.table;
      auto here = std::find(table.loops.begin(), table.loops.end(), loop);
      std::rotate(here, here + 1, table.loops.end());
      if (boxOf(model_, table))
        result.tables.push_back(std::move(table));
    }
    if (result.tables.empty())
      return std::nullopt;
    for (OwnScalar &scalar : result.scalars)
      forgetUses(result, scalar);
    return result;
  }

  /// Units that name a pointer in what tables stand for alone no longer use it.
  void forgetUses(const Nest &nest, OwnScalar &scalar) const {
    if (!scalar.isPointer)
      return;
    std::erase_if(scalar.units, [&](std::size_t unit) {
      std::size_t uses = 0, replaced = 0;
      for (NodeId node : nest.units[unit].nodes)
        uses += countIn(program_[node].text, scalar.object);
      for (const Table &table : nest.tables)
        if (table.unit == unit)
          for (const Table::Read &read : table.reads)
            replaced += countIn(read.text, scalar.object);
      return uses == replaced && uses > 0;
    });
  }

  std::size_t countIn(const ir::TextRange &text, ObjectId object) const {
    std::span<const ir::Hole> holes = ir::holesIn(program_, text);
    return std::size_t(
        std::count_if(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
          return hole.object == object;
        }));
  }

  NestModel &model_;
  const Nest &nest_;
  polyhedral::AffineModel &values_;
  const polyhedral::ProgramIndex &index_;
  const ir::Program &program_;
  std::map<std::string, Place> places_; ///< by unit, type and address
};

} // namespace

std::vector<Nest> withTables(NestModel &model) { return Finder(model).run(); }

const Table *tableFor(const std::vector<Table> &tables, StmtId stmt,
                      const EffectItem &item) {
  if (item.kind != ir::AccessKind::Read || !item.via.empty())
    return nullptr;
  for (const Table &table : tables)
    for (const Table::Read &read : table.reads)
      if (read.stmt == stmt && read.text.unit == item.text.unit &&
          read.text.begin == item.text.begin && read.text.end == item.text.end)
        return &table;
  return nullptr;
}

std::optional<TableBox> boxOf(NestModel &model, const Table &table) {
  const std::vector<NodeId> &around = model.nest().units[table.unit].loops;
  isl::set cells = model.runs(table.unit);
  const isl::ctx ctx = cells.ctx();
  // In the order of the loops around the unit.
  std::vector<NodeId> kept;
  for (std::size_t k = around.size(); k-- > 0;)
    if (std::find(table.loops.begin(), table.loops.end(), around[k]) ==
        table.loops.end())
      cells = isl_ext::managed(
          ctx, isl_set_project_out(cells.copy(), isl_dim_set, unsigned(k), 1));
    else
      kept.insert(kept.begin(), around[k]);
  if (cells.is_empty())
    return std::nullopt;
  cells = isl_ext::managed(ctx, isl_set_coalesce(cells.copy()));
  isl::set box =
      isl_ext::managed(ctx, isl_set_universe(isl_set_get_space(cells.get())));
  TableBox result{cells.params().gist(model.onEntry()), {}, {}};
  for (NodeId loop : table.loops) {
    const auto at =
        int(std::find(kept.begin(), kept.end(), loop) - kept.begin());
    isl::set values = cells;
    for (int k = int(kept.size()); k-- > 0;)
      if (k != at)
        values = isl_ext::managed(
            ctx,
            isl_set_project_out(values.copy(), isl_dim_set, unsigned(k), 1));
    const isl::set hull = isl_ext::managed(
        ctx, isl_set_from_basic_set(isl_set_convex_hull(values.copy())));
    if (!hull.is_subset(values))
      return std::nullopt;
    auto simplified = [&](isl_pw_aff *value) {
      return isl_ext::managed(ctx, value)
          .gist(cells.params())
          .gist(model.onEntry());
    };
    result.low.push_back(simplified(isl_set_dim_min(values.copy(), 0)));
    result.high.push_back(simplified(isl_set_dim_max(values.copy(), 0)));
    isl_set *along =
        isl_set_insert_dims(values.copy(), isl_dim_set, 0, unsigned(at));
    along = isl_set_insert_dims(along, isl_dim_set, unsigned(at) + 1,
                                unsigned(kept.size()) - unsigned(at) - 1);
    along = isl_set_reset_tuple_id(along);
    box = isl_ext::managed(ctx, isl_set_reset_tuple_id(box.copy()))
              .intersect(isl_ext::managed(ctx, along));
  }
  return box.is_subset(
             isl_ext::managed(ctx, isl_set_reset_tuple_id(cells.copy())))
             ? std::optional(std::move(result))
             : std::nullopt;
}

Value addressOf(NestModel &model, const Table &table) {
  const Table::Read &read = table.reads.front();
  return *polyhedral::makeAccess(
              model.model(),
              *itemOf(model.model().index(), read.stmt, read.text), read.stmt)
              .address;
}

} // namespace hocket::transformation
