// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Loads.h"

#include "symbolic/model/Addresses.h"
#include "symbolic/model/Changes.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::StmtId;

namespace {

std::optional<Value> element(ModelData &m, const std::string &name, ExprId load,
                             StmtId at, const Value &address) {
  const ir::Expr &expr = m.program()[load];
  Symbol symbol;
  symbol.kind = Symbol::Kind::Element;
  symbol.name = name;
  symbol.isVariant = true;
  symbol.expr = load;
  symbol.at = at;
  symbol.bits = expr.bits;
  symbol.isSigned = expr.isSigned;
  symbol.array = address.base;
  symbol.address = address.polynomial;
  return Value{std::nullopt,
               Polynomial::symbol(m.symbols.intern(std::move(symbol))), 0};
}

/// A load whose address varies is worth a name: of pointers any that the loop
/// itself makes, of integers those of one array.
bool canVary(const ModelData &m, const ir::Expr &load, const EffectItem &item,
             const Value &address) {
  if (load.isPointer)
    return item.via.empty();
  return address.base->kind != Base::Kind::Row &&
         m.symbols.isLinear(address.polynomial);
}

} // namespace

std::optional<Value> loaded(ModelData &m, ExprId id, Point point) {
  const ir::Expr &expr = m.program()[id];
  if (expr.bits == 0 || expr.isFloat || !m.memos.pendingLoads.insert(id).second)
    return std::nullopt;
  Pending pending(m.memos);
  std::optional<Value> address = value(m, expr.operands[0], point);
  Point at = whereWritten(m, point);
  const EffectItem *item = itemOfLoad(m, expr.operands[0], at);
  if (!item) {
    at = point;
    item = itemOfLoad(m, expr.operands[0], at);
  }
  bool varies = address && m.symbols.isVariant(*address);
  bool isFixed = address && address->base && item && !item->isVolatile &&
                 (!varies || canVary(m, expr, *item, *address)) &&
                 address->base->kind != Base::Kind::Allocation &&
                 !loadMayChange(m, *item, *address);
  m.memos.pendingLoads.erase(id);
  if (!isFixed)
    return std::nullopt;
  std::string name = "[" + address->base->key + address->polynomial.key() +
                     "]" + std::to_string(expr.bits) +
                     (expr.isSigned ? "s" : "u");
  if (!expr.isPointer)
    return varies ? element(m, name, id, at.stmt, *address)
                  : m.symbols.parameter(name, id, at.stmt);
  Base base{varies ? Base::Kind::Row : Base::Kind::Loaded,
            name,
            ir::ObjectId::None,
            id,
            at.stmt,
            std::make_shared<const Value>(std::move(*address)),
            item};
  return Value{std::move(base), Polynomial(), 0};
}

isl::set sameElements(const ModelData &m, const isl::set &set) {
  isl::set result = m.symbols.universe();
  for (SymbolId id = 0; id < m.symbols.numSymbols(); ++id) {
    const Symbol &symbol = m.symbols.symbol(id);
    if (symbol.kind != Symbol::Kind::Element ||
        !isl_ext::hasParam(
            set, isl_ext::named(m.symbols.ctx(), symbol.name + kFirst)))
      continue;
    Polynomial self = Polynomial::symbol(id);
    result =
        result
            .intersect(m.symbols.toIsl(symbol.address, kFirst)
                           .eq_set(m.symbols.toIsl(symbol.address, kSecond)))
            .intersect(m.symbols.instance(m.symbols.definitions(symbol.address),
                                          kFirst))
            .intersect(m.symbols.instance(m.symbols.definitions(symbol.address),
                                          kSecond))
            .intersect(m.symbols.toIsl(self, kFirst)
                           .eq_set(m.symbols.toIsl(self, kSecond)));
  }
  return result.intersect(m.exchanges.same(set));
}

} // namespace hocket::polyhedral
