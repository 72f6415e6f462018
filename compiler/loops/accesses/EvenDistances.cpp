// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/EvenDistances.h"

#include <cstdlib>

namespace hocket::polyhedral {

namespace {

/// An address as bytes: factor * iterator + start, the rest being fixed.
struct EvenAddress {
  int64_t factor = 0;
  Polynomial rest; ///< with the constant
};

/// Nothing if something else varies, or if more is asked than plain values.
std::optional<EvenAddress> evenAddress(const LoopContext &context,
                                       const Value &address) {
  if (address.wrapBits != 0 && address.wrapBits < 64)
    return std::nullopt;
  EvenAddress result;
  for (const auto &[monomial, coefficient] : address.polynomial.terms()) {
    bool isFixed = true;
    for (SymbolId id : monomial)
      isFixed &= context.model.symbol(id).kind == Symbol::Kind::Parameter &&
                 !context.model.symbol(id).isVariant;
    if (monomial == Monomial{context.shape->iterator})
      result.factor = coefficient;
    else if (!isFixed || !result.rest.add(monomial, coefficient))
      return std::nullopt;
  }
  return result;
}

/// For no d >= 1 is -sizeB < way * d + ahead < sizeA.
bool staysApart(int64_t way, int64_t ahead, int64_t sizeA, int64_t sizeB) {
  if (way < 0)
    return staysApart(-way, -ahead, sizeB, sizeA);
  // The first that is not yet passed: the least d with way * d + ahead > -sizeB
  int64_t missing = -sizeB - ahead;
  int64_t first = missing < 0 ? 1 : missing / way + 1;
  return way * (first > 1 ? first : 1) + ahead >= sizeA;
}

} // namespace

bool neverMeetLater(const LoopContext &context, const MemoryAccess &from,
                    const MemoryAccess &to) {
  constexpr int64_t far = int64_t(1) << 30; // products stay in int64_t
  const Base &base = *from.address->base;
  if (base.key != to.address->base->key || base.kind == Base::Kind::Row ||
      from.item->size == 0 || to.item->size == 0)
    return false;
  std::optional<EvenAddress> a = evenAddress(context, *from.address);
  std::optional<EvenAddress> b = evenAddress(context, *to.address);
  if (!a || !b || a->factor != b->factor || a->factor == 0)
    return false;
  std::optional<Polynomial> ahead = b->rest.minus(a->rest);
  int64_t step = context.shape->step;
  if (!ahead || !ahead->isConstant() || std::abs(a->factor) > far ||
      std::abs(step) > far || std::abs(ahead->constantTerm()) > far)
    return false;
  return staysApart(a->factor * step, ahead->constantTerm(), from.item->size,
                    to.item->size);
}

} // namespace hocket::polyhedral
