// SPDX-License-Identifier: Apache-2.0
#include "symbolic/ParameterNames.h"

#include <algorithm>

namespace hocket::polyhedral {

std::optional<Monomial> parametersOf(const SymbolTable &symbols,
                                     std::string_view name) {
  Monomial result;
  for (;;) {
    std::string_view factor = name.substr(0, name.find('*'));
    SymbolId id = 0;
    while (id < symbols.numSymbols() &&
           (symbols.symbol(id).kind != Symbol::Kind::Parameter ||
            symbols.symbol(id).name != factor))
      ++id;
    if (id == symbols.numSymbols())
      return std::nullopt;
    result.push_back(id);
    if (factor.size() == name.size())
      break;
    name.remove_prefix(factor.size() + 1);
  }
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace hocket::polyhedral
