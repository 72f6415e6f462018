// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Exactness.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;

RangeAssumption typeRange(const Value &value, const ir::Expr &type) {
  RangeAssumption range{value.polynomial, std::nullopt, std::nullopt, 1,
                        "no subscript wraps around"};
  unsigned bits = value.wrapBits - (type.isSigned ? 1 : 0);
  if (!type.isSigned)
    range.low = 0;
  if (bits < 63) {
    range.high = (int64_t(1) << bits) - 1;
    range.low = type.isSigned ? -*range.high - 1 : 0;
  }
  return range;
}

bool provesExact(ModelData &m, Value &value, const ir::Expr &type,
                 Point point) {
  if (value.base)
    return false;
  if (value.wrapBits == 0)
    return true;
  if (!m.symbols.isLinear(value.polynomial))
    return false;
  isl::val high = isl_ext::powerOfTwo(m.symbols.ctx(),
                                      value.wrapBits - (type.isSigned ? 1 : 0));
  isl::val low = type.isSigned ? high.neg() : isl::val(m.symbols.ctx(), 0L);
  isl::pw_aff self = m.symbols.toIsl(value.polynomial);
  isl::set outside =
      self.lt_set(m.symbols.universe().pw_aff_on_domain(low))
          .unite(self.ge_set(m.symbols.universe().pw_aff_on_domain(high)));
  isl::set given = domain(m, point.node)
                       .set.intersect(m.symbols.definitions(value.polynomial));
  if (!m.symbols.proves(given, outside))
    return false;
  value.wrapBits = 0;
  return true;
}

namespace {

/// The node is inside the bodies of all loops whose iterators are named.
bool allAreAround(const ModelData &m, const Polynomial &polynomial,
                  ir::NodeId where) {
  std::vector<SymbolId> ids = polynomial.symbols();
  return std::all_of(ids.begin(), ids.end(), [&](SymbolId id) {
    const Symbol &symbol = m.symbols.symbol(id);
    if (symbol.kind != Symbol::Kind::Iterator)
      return symbol.kind == Symbol::Kind::Parameter;
    return ir::isWithin(m.program(), where,
                        m.program()[symbol.loop].as<ir::Loop>()->body);
  });
}

} // namespace

bool assume(ModelData &m, RangeAssumption assumption, ir::NodeId where) {
  if (assumption.polynomial.isConstant() ||
      !allAreAround(m, assumption.polynomial, where))
    return false;
  m.wantsRanges = true;
  if (!m.scope.mayAssumeRanges)
    return false;
  m.ranges.push_back(std::move(assumption));
  return true;
}

bool makeExact(ModelData &m, Value &value, const ir::Expr &type, Point point) {
  if (value.base)
    return false;
  if (!provesExact(m, value, type, point) &&
      !assume(m, typeRange(value, type), point.node))
    return false;
  value.wrapBits = 0;
  return true;
}

std::optional<Polynomial> exactInteger(ModelData &m, ExprId id, Point point) {
  std::optional<Value> result = value(m, id, point);
  if (!result || result->base || !makeExact(m, *result, m.program()[id], point))
    return std::nullopt;
  return result->polynomial;
}

std::optional<Polynomial> exactLinear(ModelData &m, ExprId id, Point point) {
  std::optional<Polynomial> result = exactInteger(m, id, point);
  if (result && !m.symbols.isLinear(*result))
    return std::nullopt;
  return result;
}

} // namespace hocket::polyhedral
