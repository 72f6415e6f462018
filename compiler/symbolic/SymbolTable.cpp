// SPDX-License-Identifier: Apache-2.0
#include "symbolic/SymbolTable.h"

#include "symbolic/IslParams.h"

#include <algorithm>

namespace hocket::polyhedral {

SymbolId SymbolTable::intern(Symbol symbol) {
  auto [it, isNew] = symbolByName_.try_emplace(
      symbol.name, static_cast<SymbolId>(symbols_.size()));
  if (isNew)
    symbols_.push_back(std::move(symbol));
  else if (Symbol &known = symbols_[it->second];
           isValid(known.at) && index_.isCopy(known.at) && isValid(symbol.at) &&
           !index_.isCopy(symbol.at)) {
    // The text of a copy means nothing in the root's function.
    known.expr = symbol.expr;
    known.at = symbol.at;
  }
  return it->second;
}

std::optional<Value> SymbolTable::parameter(const std::string &name,
                                            ir::ExprId expr, ir::StmtId at) {
  const ir::Expr &e = index_.program()[expr];
  Symbol symbol;
  symbol.name = name;
  symbol.expr = expr;
  symbol.at = at;
  symbol.bits = e.bits;
  symbol.isSigned = e.isSigned;
  return Value{std::nullopt, Polynomial::symbol(intern(std::move(symbol))), 0};
}

std::optional<Polynomial> SymbolTable::derivedFrom(
    const std::string &key, const std::vector<Polynomial> &from,
    bool alwaysVariant, const std::function<isl::set(isl::pw_aff)> &def) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Derived;
  symbol.isVariant = alwaysVariant;
  symbol.name = key;
  for (const Polynomial &polynomial : from) {
    symbol.name += "," + polynomial.key();
    symbol.isVariant |= isVariant(polynomial);
  }
  if (auto it = symbolByName_.find(symbol.name); it != symbolByName_.end())
    return Polynomial::symbol(it->second);
  isl::pw_aff self =
      universe().param_pw_aff_on_domain(isl_ext::named(ctx_, symbol.name));
  symbol.definition = def(self);
  for (const Polynomial &polynomial : from)
    symbol.definition = symbol.definition->intersect(definitions(polynomial));
  return Polynomial::symbol(intern(std::move(symbol)));
}

std::optional<Polynomial>
SymbolTable::derived(const std::string &key, const isl::pw_aff &aff,
                     const std::vector<Polynomial> &from) {
  return derivedFrom(key, from, /*alwaysVariant=*/false,
                     [&](isl::pw_aff self) { return self.eq_set(aff); });
}

SymbolId SymbolTable::bounded(const std::string &name, uint8_t bits,
                              bool isSigned, std::optional<isl::set> bounds) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Bounded;
  symbol.isVariant = true;
  symbol.name = name;
  symbol.bits = bits;
  symbol.isSigned = isSigned;
  symbol.definition = std::move(bounds);
  return intern(std::move(symbol));
}

SymbolId SymbolTable::pointerElement(const Base &row) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Element;
  symbol.name = "pointer " + row.key + "@" + std::to_string(ir::index(row.at));
  symbol.isVariant = true;
  symbol.expr = row.expr;
  symbol.at = row.at;
  symbol.bits = static_cast<uint8_t>(8 * index_.program().pointerBytes);
  symbol.isSigned = false;
  symbol.array = row.cell->base;
  symbol.address = row.cell->polynomial;
  return intern(std::move(symbol));
}

bool SymbolTable::isLinear(const Polynomial &polynomial) const {
  for (const auto &[monomial, coefficient] : polynomial.terms())
    if (monomial.size() > 1 &&
        std::any_of(monomial.begin(), monomial.end(),
                    [&](SymbolId id) { return symbols_[id].isVariant; }))
      return false;
  return true;
}

bool SymbolTable::isVariant(const Polynomial &polynomial) const {
  std::vector<SymbolId> symbols = polynomial.symbols();
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](SymbolId id) { return symbols_[id].isVariant; });
}

bool SymbolTable::isVariant(const Value &value) const {
  return isVariant(value.polynomial) ||
         (value.base && value.base->kind == Base::Kind::Row);
}

isl::pw_aff SymbolTable::constant(int64_t value) const {
  return universe().pw_aff_on_domain(isl::val(ctx_, value));
}

isl::pw_aff SymbolTable::toIsl(const Polynomial &polynomial,
                               const std::string &suffix) const {
  return affine(polynomial, suffix);
}

isl::aff SymbolTable::affine(const Polynomial &polynomial,
                             const std::string &suffix) const {
  assert(isLinear(polynomial));
  std::vector<std::pair<std::string, isl::val>> terms;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    if (monomial.empty())
      continue;
    std::string name;
    for (SymbolId id : monomial)
      name += (name.empty() ? "" : "*") + instanceName(id, suffix);
    terms.emplace_back(name, isl::val(ctx_, coefficient));
  }
  return isl_ext::affineOfParams(
      ctx_, isl::val(ctx_, polynomial.constantTerm()), terms);
}

isl::set SymbolTable::notNegative(const Polynomial &polynomial) const {
  isl::aff value = affine(polynomial);
  return value.ge_set(isl::aff::zero_on_domain(value.domain().space()));
}

isl::set SymbolTable::definitions(const Polynomial &polynomial) const {
  isl::set all = universe();
  for (SymbolId id : polynomial.symbols())
    if (symbols_[id].definition)
      all = all.intersect(*symbols_[id].definition);
  return all;
}

std::string SymbolTable::instanceName(SymbolId id,
                                      const std::string &suffix) const {
  return symbols_[id].isVariant ? symbols_[id].name + suffix
                                : symbols_[id].name;
}

isl::set SymbolTable::instance(const isl::set &set,
                               const std::string &suffix) const {
  isl::set result = set;
  for (const std::string &name : isl_ext::paramsOf(set)) {
    auto known = symbolByName_.find(name);
    if (known != symbolByName_.end() && symbols_[known->second].isVariant)
      result = isl_ext::renameParam(result, isl_ext::named(ctx_, name),
                                    isl_ext::named(ctx_, name + suffix));
  }
  return result;
}

isl::set SymbolTable::withTypeRanges(const isl::set &set) const {
  std::vector<SymbolId> named;
  for (const std::string &name : isl_ext::paramsOf(set))
    if (auto known = symbolByName_.find(name);
        known != symbolByName_.end() &&
        symbols_[known->second].kind != Symbol::Kind::Derived)
      named.push_back(known->second);
  std::sort(named.begin(), named.end());
  isl::set result = set;
  for (SymbolId id : named) {
    const Symbol &symbol = symbols_[id];
    isl::val size = isl_ext::powerOfTwo(ctx_, symbol.bits - symbol.isSigned);
    isl::val low = symbol.isSigned ? size.neg() : isl::val(ctx_, 0L);
    result = isl_ext::limited(result, isl_ext::named(ctx_, symbol.name), low,
                              size.sub(1L));
  }
  return result;
}

bool SymbolTable::proves(const isl::set &given,
                         const isl::set &violation) const {
  return withTypeRanges(given.intersect(violation)).is_empty();
}

} // namespace hocket::polyhedral
