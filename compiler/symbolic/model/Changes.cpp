// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Changes.h"

#include "symbolic/Accesses.h"
#include "symbolic/Alias.h"
#include "symbolic/model/Addresses.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::StmtId;

namespace {
/// Instances of a write and of a load in one question.
constexpr const char *kWrite = "'1";
constexpr const char *kLoad = "'2";
} // namespace

bool findWrite(ModelData &m, ir::ObjectId object) {
  EffectItem self;
  self.type = m.index.typeOf(object);
  self.size = m.program()[object].size;
  self.objects.ids = {object};
  Value here;
  here.base = Base{Base::Kind::Object, "o" + std::to_string(ir::index(object)),
                   object, ir::ExprId::None, ir::StmtId::None};
  for (ir::StmtId stmt : m.stmts)
    if (m.index.effects().stmts[ir::index(stmt)].isUnknown &&
        !m.index.isNamedOnly(object))
      return true;
  std::vector<DisjointAssumption> assumed;
  for (const WriteRef &w : m.writes) {
    if (!m.index.mayTouch(*w.item, object))
      continue;
    // Through a pointer: bases or types may rule it out, whatever the address
    // is.
    if (m.index.namedObject(*w.item) == object || !isValid(w.item->address))
      return true;
    if (typesExclude(m, self, here, *w.item,
                     pointerUsed(m, w.item->address, w.stmt)))
      continue;
    std::optional<Base> base = baseOf(m, w.item->address, w.stmt);
    if (!base || base->key == here.base->key)
      return true;
    if (basesAreDisjoint(m.index, m.scope.root, *here.base, *base))
      continue;
    if (!m.scope.mayAssumeDisjoint)
      return true;
    assumed.push_back({*here.base, *base});
  }
  m.disjoint.insert(m.disjoint.end(), assumed.begin(), assumed.end());
  return false;
}

namespace {

/// Bytes from an address on.
struct Place {
  Value from;
  int64_t size;
};

/// What the item touches.
std::optional<Place> exactPlace(ModelData &m, const EffectItem &item,
                                Point point) {
  std::optional<Value> address = addressOf(m, item, point);
  if (!address || item.size == 0)
    return std::nullopt;
  return Place{std::move(*address), int64_t(item.size)};
}

/// The declared array of which the item is an element, or a part of one: its
/// subscript stays in it (C11 6.5.6p8), whatever it is.
std::optional<Place> arrayAround(ModelData &m, const EffectItem &item,
                                 Point point) {
  constexpr int64_t most = int64_t(1) << 40; // no object is larger
  ir::ExprId array = ir::ExprId::None;
  int64_t size = 0;
  ir::ExprId at = item.address;
  while (isValid(at) && m.program()[at].kind == ir::ExprKind::Add &&
         m.program()[at].isPointer) {
    const ir::Expr &sum = m.program()[at];
    at = sum.operands[0];
    if (sum.value > 0) {
      array = at;
      size = std::min(sum.value, most);
    }
  }
  if (!isValid(array))
    return std::nullopt;
  EffectItem whole;
  whole.address = array;
  std::optional<Value> start = addressOf(m, whole, point);
  if (!start)
    return std::nullopt;
  return Place{std::move(*start), size};
}

bool areApart(ModelData &m, const Place &write, const Place &load,
              const isl::set &writes) {
  const Polynomial &w = write.from.polynomial, &l = load.from.polynomial;
  // That two Rows have one key says nothing of two different iterations.
  if (write.from.base->key != load.from.base->key ||
      write.from.base->kind == Base::Kind::Row || !m.symbols.isLinear(w) ||
      !m.symbols.isLinear(l))
    return false;
  isl::pw_aff written = m.symbols.toIsl(w, kWrite);
  isl::pw_aff loaded = m.symbols.toIsl(l, kLoad);
  isl::set meets =
      written.lt_set(loaded.add_constant(load.size))
          .intersect(loaded.lt_set(written.add_constant(write.size)));
  isl::set before = writes.intersect(m.symbols.definitions(w));
  isl::set given =
      m.symbols.instance(before, kWrite)
          .intersect(m.symbols.instance(m.symbols.definitions(l), kLoad));
  return m.symbols.proves(given, meets);
}

} // namespace

bool missesLoad(ModelData &m, const EffectItem &write, Point point,
                const EffectItem &load, const Value &here,
                const isl::set &writes) {
  if (!here.base || load.size == 0)
    return false;
  Place loaded{here, int64_t(load.size)};
  for (auto *place : {exactPlace, arrayAround})
    if (std::optional<Place> written = place(m, write, point))
      if (areApart(m, *written, loaded, writes))
        return true;
  return false;
}

namespace {

/// No instance of the write falls on any instance of the load.
bool writeMissesLoad(ModelData &m, const WriteRef &write,
                     const EffectItem &load, const Value &address,
                     std::vector<DisjointAssumption> &assumed) {
  if (!objectsMayOverlap(m.index, *write.item, load))
    return true;
  std::optional<Value> other =
      addressOf(m, *write.item, pointOf(m, write.stmt));
  std::optional<Base> base =
      other ? other->base : baseOf(m, write.item->address, write.stmt);
  std::optional<Value> place =
      other ? other : pointerUsed(m, write.item->address, write.stmt);
  if (typesExclude(m, load, address, *write.item, place))
    return true;
  if (base && base->key != address.base->key) {
    if (basesAreDisjoint(m.index, m.scope.root, *base, *address.base))
      return true;
    if (base->kind == Base::Kind::Row || address.base->kind == Base::Kind::Row)
      return false;
    if (m.scope.mayAssumeDisjoint)
      assumed.push_back({*address.base, *base});
    return m.scope.mayAssumeDisjoint;
  }
  return missesLoad(m, *write.item, pointOf(m, write.stmt), load, address,
                    domain(m, m.index.nodeOf(write.stmt)).set);
}

} // namespace

bool loadMayChange(ModelData &m, const EffectItem &item, const Value &address) {
  for (StmtId stmt : m.stmts)
    if (m.index.effects().stmts[ir::index(stmt)].isUnknown)
      return true;
  std::vector<DisjointAssumption> assumed;
  for (const WriteRef &write : m.writes)
    if (!writeMissesLoad(m, write, item, address, assumed))
      return true;
  m.disjoint.insert(m.disjoint.end(), assumed.begin(), assumed.end());
  return false;
}

bool startMayChange(const ModelData &m, ir::NodeId loop) {
  ir::StmtId init = m.program()[loop].as<ir::Loop>()->init;
  if (!isValid(init))
    return false;
  for (const analysis::EffectItem &read : m.index.itemsOf(init)) {
    ir::ObjectId named = m.index.namedObject(read);
    if (read.kind != ir::AccessKind::Read ||
        (isValid(named) && m.index.isNamedOnly(named) &&
         m.program()[named].isScalar))
      continue;
    for (const WriteRef &write : m.writes)
      if (objectsMayOverlap(m.index, read, *write.item) &&
          !typesExclude(m, read, std::nullopt, *write.item, std::nullopt))
        return true;
  }
  return false;
}

} // namespace hocket::polyhedral
