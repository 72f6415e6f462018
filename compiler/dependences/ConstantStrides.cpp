// SPDX-License-Identifier: Apache-2.0
#include "dependences/ConstantStrides.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace hocket::polyhedral {

std::vector<int64_t> constantStrides(const Polynomial &a, const Polynomial &b) {
  std::vector<int64_t> all;
  for (const Polynomial *address : {&a, &b})
    for (const auto &[monomial, coefficient] : address->terms())
      if (!monomial.empty())
        all.push_back(std::abs(coefficient));
  std::sort(all.begin(), all.end(), std::greater<>());
  std::vector<int64_t> strides;
  for (int64_t stride : all)
    if (strides.empty() ||
        (stride < strides.back() && strides.back() % stride == 0))
      strides.push_back(stride);
  return strides;
}

namespace {

int64_t quotient(int64_t constant, int64_t stride, Rounding rounding) {
  int64_t floor = constant / stride - (constant % stride < 0);
  bool isNearer = 2 * (constant - floor * stride) > stride;
  return floor + (rounding == Rounding::Nearest && isNearer);
}

} // namespace

std::optional<std::vector<Polynomial>>
digitsOf(const Polynomial &address, const std::vector<int64_t> &strides,
         Rounding rounding) {
  std::vector<Polynomial> digits(strides.size() + 1);
  for (const auto &[monomial, coefficient] : address.terms()) {
    if (monomial.empty())
      continue;
    std::size_t d = 0;
    while (d < strides.size() && coefficient % strides[d] != 0)
      ++d;
    const int64_t stride = d < strides.size() ? strides[d] : 1;
    if (!digits[d].add(monomial, coefficient / stride))
      return std::nullopt;
  }
  int64_t rest = address.constantTerm();
  for (std::size_t d = 0; d < strides.size(); ++d) {
    const bool isLast = d + 1 == strides.size();
    const int64_t digit =
        quotient(rest, strides[d], isLast ? Rounding::Down : rounding);
    if (!digits[d].add({}, digit))
      return std::nullopt;
    rest -= digit * strides[d];
  }
  if (!digits.back().add({}, rest))
    return std::nullopt;
  return digits;
}

} // namespace hocket::polyhedral
