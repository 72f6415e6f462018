// SPDX-License-Identifier: Apache-2.0
//
// Polynomials with integer coefficients over numbered atoms: the normal form of
// an index expression before it is known to be affine. Linearized subscripts
// such as `i * n + j` are polynomials of degree two; after delinearization each
// subscript is affine. What an atom stands for is known to the AffineModel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// Number of an atom in its AffineModel.
using AtomId = unsigned;

/// A product of atoms, sorted; an atom's power is its number of entries. Empty:
/// the constant monomial.
using Monomial = std::vector<AtomId>;

/// Sum of coefficient * monomial. No zero coefficients are stored, so equal
/// polynomials compare equal. Operations give nothing where a coefficient
/// leaves the range in which index arithmetic is believed (see
/// kMaxCoefficient).
class Poly {
public:
  /// Coefficients beyond this are not those of an index: refused.
  static constexpr int64_t kMaxCoefficient = int64_t(1) << 48;

  Poly() = default;
  static std::optional<Poly> constant(int64_t value);
  static Poly atom(AtomId id);

  const std::map<Monomial, int64_t> &terms() const { return terms_; }
  bool isConstant() const;
  /// Coefficient of the constant monomial.
  int64_t constantTerm() const;
  /// No monomial has more than one atom.
  bool isAffine() const;
  /// All atoms in order of number, each once.
  std::vector<AtomId> atoms() const;

  std::optional<Poly> plus(const Poly &o) const;
  std::optional<Poly> minus(const Poly &o) const;
  std::optional<Poly> times(const Poly &o) const;
  /// Adds coefficient * monomial; false if out of range (then unspecified).
  bool add(const Monomial &monomial, int64_t coefficient);

  /// Canonical text with atoms as "#n"; for keys.
  std::string key() const;

  bool operator==(const Poly &) const = default;
  auto operator<=>(const Poly &) const = default;

private:
  std::map<Monomial, int64_t> terms_;
};

/// The quotient `monomial / divisor`, or nothing if it does not divide.
std::optional<Monomial> divide(const Monomial &monomial,
                               const Monomial &divisor);

} // namespace hocket::polyhedral
