// SPDX-License-Identifier: Apache-2.0
//
// Polynomials with integer coefficients over numbered symbols: the normal form
// of an index expression before it is known to be affine. Linearized subscripts
// such as `i * n + j` are polynomials of degree two; after delinearization each
// subscript is affine. What an symbol stands for is known to the AffineModel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// Number of an symbol in its AffineModel.
using SymbolId = unsigned;

/// A product of symbols, sorted; an symbol's power is its number of entries.
/// Empty: the constant monomial.
using Monomial = std::vector<SymbolId>;

/// Sum of coefficient * monomial. No zero coefficients are stored, so equal
/// polynomials compare equal. Operations give nothing where a coefficient
/// leaves the range in which index arithmetic is believed (see
/// kMaxCoefficient).
class Polynomial {
public:
  /// Coefficients beyond this are not those of an index: refused.
  static constexpr int64_t kMaxCoefficient = int64_t(1) << 48;

  Polynomial() = default;
  static std::optional<Polynomial> constant(int64_t value);
  static Polynomial symbol(SymbolId id);

  const std::map<Monomial, int64_t> &terms() const { return terms_; }
  bool isConstant() const;
  /// Coefficient of the constant monomial.
  int64_t constantTerm() const;
  /// No monomial has more than one symbol.
  bool isAffine() const;
  /// All symbols in order of number, each once.
  std::vector<SymbolId> symbols() const;

  std::optional<Polynomial> plus(const Polynomial &o) const;
  std::optional<Polynomial> minus(const Polynomial &o) const;
  std::optional<Polynomial> times(const Polynomial &o) const;
  /// Adds coefficient * monomial; false if out of range (then unspecified).
  bool add(const Monomial &monomial, int64_t coefficient);

  /// Canonical text with symbols as "#n"; for keys.
  std::string key() const;

  bool operator==(const Polynomial &) const = default;
  auto operator<=>(const Polynomial &) const = default;

private:
  std::map<Monomial, int64_t> terms_;
};

/// The quotient `monomial / divisor`, or nothing if it does not divide.
std::optional<Monomial> divide(const Monomial &monomial,
                               const Monomial &divisor);

} // namespace hocket::polyhedral
