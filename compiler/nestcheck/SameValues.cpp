// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/SameValues.h"

#include "symbolic/ParameterNames.h"

#include <algorithm>

namespace hocket::nestcheck {

using ir::ExprKind;
using polyhedral::AffineModel;
using polyhedral::Base;
using polyhedral::Monomial;
using polyhedral::Polynomial;
using polyhedral::Symbol;
using polyhedral::SymbolId;
using polyhedral::Value;

// Names are texts that say the value in terms of the user's variables. There is
// one for what the nest does not change only.

std::optional<std::string> SameValues::nameOf(const Side &side,
                                              ir::ObjectId object) {
  if (side.isAfter)
    object = objects_[index(object)];
  if (!isValid(object))
    return std::nullopt;
  return "v" + std::to_string(index(object));
}

std::optional<std::string> SameValues::nameOf(const Side &side,
                                              const Symbol &symbol) {
  if (symbol.kind != Symbol::Kind::Parameter || symbol.between ||
      !isValid(symbol.expr))
    return std::nullopt;
  return nameOf(side, symbol.expr, symbol.at);
}

std::optional<std::string> SameValues::nameOf(const Side &side,
                                              const Base &base) {
  switch (base.kind) {
  case Base::Kind::Object:
    if (std::optional<std::string> name = nameOf(side, base.object))
      return "&" + *name;
    return std::nullopt;
  case Base::Kind::Pointer:
    return nameOf(side, base.object);
  case Base::Kind::Loaded:
    if (std::optional<std::string> cell = nameOf(side, *base.cell))
      return "[" + *cell + "]";
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<std::string> SameValues::nameOf(const Side &side,
                                              const Value &value) {
  std::vector<std::string> terms;
  for (const auto &[monomial, coefficient] : value.polynomial.terms()) {
    std::vector<std::string> factors;
    for (SymbolId id : monomial) {
      std::optional<std::string> name =
          nameOf(side, Symbol(side.model.symbol(id)));
      if (!name)
        return std::nullopt;
      factors.push_back(*name);
    }
    std::sort(factors.begin(), factors.end());
    std::string term = std::to_string(coefficient);
    for (const std::string &factor : factors)
      term += "*" + factor;
    terms.push_back(term);
  }
  std::sort(terms.begin(), terms.end());
  std::string result;
  if (value.base) {
    std::optional<std::string> base = nameOf(side, *value.base);
    if (!base)
      return std::nullopt;
    result = *base;
  }
  for (const std::string &term : terms)
    result += "+" + term;
  return result + "w" + std::to_string(value.wrapBits);
}

/// Of a variable, a place in memory, or an operation on such.
std::optional<std::string> SameValues::nameOf(const Side &side, ir::ExprId id,
                                              ir::StmtId at) {
  const ir::Expr &expr = side.model.program()[id];
  const std::string type =
      (expr.isSigned ? "s" : "u") + std::to_string(expr.bits);
  if (expr.kind == ExprKind::Var)
    return nameOf(side, expr.object);
  if (expr.kind == ExprKind::Const)
    return type + ":" + std::to_string(expr.value);
  if (expr.kind == ExprKind::Unknown || expr.kind == ExprKind::CallResult ||
      expr.kind == ExprKind::AddrOf || !isValid(at))
    return std::nullopt;
  if (expr.kind == ExprKind::Load) {
    std::optional<Value> address = side.model.valueAt(expr.operands[0], at);
    std::optional<std::string> name =
        address ? nameOf(side, *address) : std::nullopt;
    return name ? std::optional("[" + *name + "]" + type) : std::nullopt;
  }
  std::string result = "(" + std::to_string(int(expr.kind)) + type;
  for (ir::ExprId operand : expr.operands) {
    std::optional<std::string> name = nameOf(side, operand, at);
    if (!name)
      return std::nullopt;
    result += " " + *name;
  }
  return result + ")";
}

const std::map<std::string, SymbolId> &SameValues::symbolsOf(const Side &side) {
  Known &known = known_[side.isAfter];
  // Names may bring new symbols.
  while (known.seen < side.model.numSymbols()) {
    SymbolId id = known.seen++;
    if (std::optional<std::string> name =
            nameOf(side, Symbol(side.model.symbol(id))))
      known.symbols.try_emplace(*name, id);
  }
  return known.symbols;
}

std::optional<SymbolId> SameValues::symbolBefore(SymbolId after) {
  std::optional<std::string> name =
      nameOf({after_, true}, Symbol(after_.symbol(after)));
  const auto &symbols = symbolsOf({before_, false});
  auto it = name ? symbols.find(*name) : symbols.end();
  return it == symbols.end() ? std::nullopt : std::optional(it->second);
}

std::optional<SymbolId> SameValues::symbolAfter(SymbolId before) {
  std::optional<std::string> name =
      nameOf({before_, false}, Symbol(before_.symbol(before)));
  const auto &symbols = symbolsOf({after_, true});
  auto it = name ? symbols.find(*name) : symbols.end();
  return it == symbols.end() ? std::nullopt : std::optional(it->second);
}

isl::set SameValues::asBefore(isl::set set) {
  // First to names that neither model has: the two number things otherwise.
  std::vector<std::pair<std::string, std::string>> names;
  for (const std::string &name : isl_ext::paramsOf(set)) {
    std::string target = "new " + name;
    if (std::optional<Monomial> product =
            polyhedral::parametersOf(after_, name)) {
      Monomial old;
      for (SymbolId id : *product)
        if (std::optional<SymbolId> symbol = symbolBefore(id))
          old.push_back(*symbol);
      if (old.size() == product->size()) {
        std::sort(old.begin(), old.end());
        target.clear();
        for (SymbolId id : old)
          target += (target.empty() ? "" : "*") + before_.symbol(id).name;
      }
    }
    names.emplace_back(name, target);
  }
  isl::ctx ctx = set.ctx();
  auto aside = [&](const std::string &name) {
    return isl_ext::named(ctx, "aside " + name);
  };
  for (const auto &[name, target] : names)
    set = isl_ext::renameParam(set, isl_ext::named(ctx, name), aside(name));
  for (const auto &[name, target] : names) {
    isl::id id = isl_ext::named(ctx, target);
    if (!isl_ext::hasParam(set, id)) {
      set = isl_ext::renameParam(set, aside(name), id);
      continue;
    }
    // Two names for one value.
    isl::set universe = isl::set::universe(isl::space::unit(ctx));
    isl::set same = universe.param_pw_aff_on_domain(id).eq_set(
        universe.param_pw_aff_on_domain(aside(name)));
    set = isl_ext::projectOut(set.intersect_params(same), "aside " + name);
  }
  return set;
}

std::optional<Polynomial>
SameValues::asAfter(const Polynomial &value,
                    const std::map<ir::NodeId, Polynomial> &iterators) {
  std::optional<Polynomial> result = Polynomial();
  for (const auto &[monomial, coefficient] : value.terms()) {
    std::optional<Polynomial> term = Polynomial::constant(coefficient);
    for (SymbolId id : monomial) {
      const Symbol symbol = before_.symbol(id);
      std::optional<Polynomial> factor;
      if (symbol.kind == Symbol::Kind::Iterator) {
        if (auto it = iterators.find(symbol.loop); it != iterators.end())
          factor = it->second;
      } else if (std::optional<SymbolId> same = symbolAfter(id)) {
        factor = Polynomial::symbol(*same);
      }
      term = term && factor ? term->times(*factor) : std::nullopt;
    }
    result = result && term ? result->plus(*term) : std::nullopt;
  }
  return result;
}

bool SameValues::areSame(const std::optional<Value> &before,
                         const std::optional<Value> &after,
                         const std::map<ir::NodeId, Polynomial> &iterators) {
  if (!before || !after || before->wrapBits != after->wrapBits ||
      before->base.has_value() != after->base.has_value())
    return false;
  if (before->base) {
    std::optional<std::string> name = nameOf({before_, false}, *before->base);
    if (!name || name != nameOf({after_, true}, *after->base))
      return false;
  }
  std::optional<Polynomial> same = asAfter(before->polynomial, iterators);
  return same && *same == after->polynomial;
}

} // namespace hocket::nestcheck
