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
  if (!other || base->key != address.base->key) {
    if (!base || base->key == address.base->key)
      return false;
    if (basesAreDisjoint(m.index, m.scope.root, *base, *address.base))
      return true;
    if (base->kind == Base::Kind::Row || address.base->kind == Base::Kind::Row)
      return false;
    if (m.scope.mayAssumeDisjoint)
      assumed.push_back({*address.base, *base});
    return m.scope.mayAssumeDisjoint;
  }
  // That two Rows have one key says nothing of two different iterations.
  if (base->kind == Base::Kind::Row || write.item->size == 0 ||
      load.size == 0 || !m.symbols.isLinear(other->polynomial) ||
      !m.symbols.isLinear(address.polynomial))
    return false;
  isl::pw_aff there = m.symbols.toIsl(other->polynomial, kWrite);
  isl::pw_aff here = m.symbols.toIsl(address.polynomial, kLoad);
  isl::set meets = there.lt_set(here.add_constant(static_cast<long>(load.size)))
                       .intersect(here.lt_set(there.add_constant(
                           static_cast<long>(write.item->size))));
  isl::set writes =
      domain(m, m.index.nodeOf(write.stmt))
          .set.intersect(m.symbols.definitions(other->polynomial));
  isl::set given = m.symbols.instance(writes, kWrite)
                       .intersect(m.symbols.instance(
                           m.symbols.definitions(address.polynomial), kLoad));
  return m.symbols.proves(given, meets);
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
