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
  here.root = Root{Root::Kind::Object, "o" + std::to_string(ir::index(object)),
                   object, ir::ExprId::None, ir::StmtId::None};
  for (ir::StmtId stmt : m.stmts)
    if (m.index.effects().stmts[ir::index(stmt)].isUnknown &&
        !m.index.isNamedOnly(object))
      return true;
  std::vector<ApartAssumption> assumed;
  for (const WriteRef &w : m.writes) {
    if (!m.index.mayTouch(*w.item, object))
      continue;
    // Through a pointer: roots or types may rule it out, whatever the address
    // is.
    if (m.index.namedObject(*w.item) == object || !isValid(w.item->address))
      return true;
    if (typesExclude(m, self, here, *w.item,
                     pointerUsed(m, w.item->address, w.stmt)))
      continue;
    std::optional<Root> root = rootOf(m, w.item->address, w.stmt);
    if (!root || root->key == here.root->key)
      return true;
    if (rootsNeverMeet(m.index, m.scope.root, *here.root, *root))
      continue;
    if (!m.scope.mayAssumeApart)
      return true;
    assumed.push_back({*here.root, *root});
  }
  m.apart.insert(m.apart.end(), assumed.begin(), assumed.end());
  return false;
}

namespace {

/// No instance of the write falls on any instance of the load.
bool writeMissesLoad(ModelData &m, const WriteRef &write,
                     const EffectItem &load, const Value &address,
                     std::vector<ApartAssumption> &assumed) {
  if (!objectsMayMeet(m.index, *write.item, load))
    return true;
  std::optional<Value> other =
      addressOf(m, *write.item, pointOf(m, write.stmt));
  std::optional<Root> root =
      other ? other->root : rootOf(m, write.item->address, write.stmt);
  std::optional<Value> place =
      other ? other : pointerUsed(m, write.item->address, write.stmt);
  if (typesExclude(m, load, address, *write.item, place))
    return true;
  if (!other || root->key != address.root->key) {
    if (!root || root->key == address.root->key)
      return false;
    if (rootsNeverMeet(m.index, m.scope.root, *root, *address.root))
      return true;
    if (root->kind == Root::Kind::Row || address.root->kind == Root::Kind::Row)
      return false;
    if (m.scope.mayAssumeApart)
      assumed.push_back({*address.root, *root});
    return m.scope.mayAssumeApart;
  }
  // That two Rows have one key says nothing of two different iterations.
  if (root->kind == Root::Kind::Row || write.item->size == 0 ||
      load.size == 0 || !m.symbols.isLinear(other->poly) ||
      !m.symbols.isLinear(address.poly))
    return false;
  isl::pw_aff there = m.symbols.toIsl(other->poly, kWrite);
  isl::pw_aff here = m.symbols.toIsl(address.poly, kLoad);
  isl::set meets = there.lt_set(here.add_constant(static_cast<long>(load.size)))
                       .intersect(here.lt_set(there.add_constant(
                           static_cast<long>(write.item->size))));
  isl::set writes = domain(m, m.index.nodeOf(write.stmt))
                        .set.intersect(m.symbols.definitions(other->poly));
  isl::set given = m.symbols.instance(writes, kWrite)
                       .intersect(m.symbols.instance(
                           m.symbols.definitions(address.poly), kLoad));
  return m.symbols.proves(given, meets);
}

} // namespace

bool loadMayChange(ModelData &m, const EffectItem &item, const Value &address) {
  for (StmtId stmt : m.stmts)
    if (m.index.effects().stmts[ir::index(stmt)].isUnknown)
      return true;
  std::vector<ApartAssumption> assumed;
  for (const WriteRef &write : m.writes)
    if (!writeMissesLoad(m, write, item, address, assumed))
      return true;
  m.apart.insert(m.apart.end(), assumed.begin(), assumed.end());
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
      if (objectsMayMeet(m.index, read, *write.item) &&
          !typesExclude(m, read, std::nullopt, *write.item, std::nullopt))
        return true;
  }
  return false;
}

} // namespace hocket::polyhedral
