// SPDX-License-Identifier: Apache-2.0
//
// Collecting accesses, and naming them in remarks.

#include "symbolic/Accesses.h"

#include "symbolic/Alias.h"
#include "symbolic/Subscripts.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;

namespace {

/// `a` leads where a restrict pointer leads, which is the only way there, and
/// `b` is not computed from it.
bool isRestrictDisjoint(const ProgramIndex &index, ir::NodeId modelRoot,
                        const Base &a, const Base &b) {
  if (a.kind != Base::Kind::Pointer)
    return false;
  ir::ObjectId origin = restrictOrigin(index, a.object, modelRoot);
  if (!isValid(origin))
    return false;
  return b.kind == Base::Kind::Object || (b.kind == Base::Kind::Pointer &&
                                          !mayBeBasedOn(index, b.expr, origin));
}

} // namespace

bool basesAreDisjoint(const ProgramIndex &index, ir::NodeId modelRoot,
                      const Base &a, const Base &b) {
  if (a.key == b.key)
    return false;
  // What is allocated while the model's root runs is new: no other root's.
  if (a.kind == Base::Kind::Allocation || b.kind == Base::Kind::Allocation)
    return true;
  if (a.kind == Base::Kind::Object && b.kind == Base::Kind::Object)
    return true;
  return isRestrictDisjoint(index, modelRoot, a, b) ||
         isRestrictDisjoint(index, modelRoot, b, a);
}

bool startsObject(const ProgramIndex &index, const Base &base) {
  // The program may have grown since its effects were computed.
  const analysis::Effects &effects = index.effects();
  auto isSet = [](const std::vector<char> &known, std::size_t at) {
    return at < known.size() && known[at] != 0;
  };
  switch (base.kind) {
  case Base::Kind::Object:
    return true;
  case Base::Kind::Pointer:
    return isSet(effects.holdsStart, ir::index(base.object));
  case Base::Kind::Loaded:
    return isSet(effects.loadsStart, ir::index(base.expr));
  case Base::Kind::Row:
  case Base::Kind::Allocation:
    break;
  }
  return false;
}

bool isWhole(const ir::Program &program, ir::ExprId address,
             const Value &value) {
  return value.wrapBits == 0 || value.wrapBits >= program[address].bits;
}

bool areSamePlace(const std::optional<Value> &a,
                  const std::optional<Value> &b) {
  return a && b && a->base && b->base && a->base->key == b->base->key &&
         a->polynomial == b->polynomial;
}

std::string placeKey(const ProgramIndex &index, const MemoryAccess &access,
                     const EffectItem &item) {
  return access.address->base->key + ":" + access.address->polynomial.key() +
         ":" + std::to_string(item.size) + item.type + ":" +
         std::to_string(ir::index(index.nodeOf(access.stmt)));
}

bool isHiddenOnly(const ProgramIndex &index, const EffectItem &item) {
  if (item.objects.ids.size() > index.hiddenObjects().size())
    return false;
  return !item.objects.unknown && !item.objects.ids.empty() &&
         std::all_of(item.objects.ids.begin(), item.objects.ids.end(),
                     [&](ir::ObjectId id) { return index.isHidden(id); });
}

MemoryAccess makeAccess(AffineModel &model, const EffectItem &item,
                        ir::StmtId stmt) {
  MemoryAccess access;
  access.stmt = stmt;
  access.item = &item;
  access.address = model.addressOf(item, stmt);
  if (access.address) {
    access.base = access.address->base;
    SubscriptBounds known = subscriptBounds(model, item, stmt);
    access.bounds = std::move(known.within);
    access.parts = std::move(known.parts);
  } else if (isValid(item.address)) {
    access.base = model.baseOf(item.address, stmt);
  }
  return access;
}

namespace {

/// Through a null pointer, as of an optional result that a call does not want
/// (`if (g) g->d = ...`): it never happens.
bool isNowhere(AffineModel &model, const EffectItem &item, ir::StmtId stmt) {
  constexpr int64_t firstPage = 4096;
  if (!isValid(item.address))
    return false;
  const std::optional<Value> place = model.valueAt(item.address, stmt);
  return place && !place->base && place->wrapBits == 0 &&
         place->polynomial.isConstant() &&
         place->polynomial.constantTerm() >= 0 &&
         place->polynomial.constantTerm() < firstPage;
}

} // namespace

std::vector<MemoryAccess>
collectAccesses(AffineModel &model, const std::vector<ir::StmtId> &stmts) {
  std::vector<MemoryAccess> accesses;
  for (ir::StmtId stmt : stmts)
    for (const EffectItem &item : model.index().itemsOf(stmt))
      if (!isHiddenOnly(model.index(), item)) {
        MemoryAccess access = makeAccess(model, item, stmt);
        if (access.address || access.base || !isNowhere(model, item, stmt))
          accesses.push_back(std::move(access));
      }
  return accesses;
}

std::string textOf(const ir::Program &program, const EffectItem &item) {
  std::string text;
  if (isValid(item.text.unit))
    for (char c : program.text(item.text))
      if (c != '\n' && c != '\t')
        text += c;
  if (text.empty() && !item.objects.ids.empty())
    text = program[item.objects.ids.front()].name;
  if (text.empty())
    text = item.via.empty() ? "memory" : item.via + "()";
  constexpr std::size_t longest = 60;
  if (text.size() > longest)
    text = text.substr(0, longest - 3) + "...";
  return text;
}

} // namespace hocket::polyhedral
