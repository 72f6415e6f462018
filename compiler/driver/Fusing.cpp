// SPDX-License-Identifier: Apache-2.0
#include "driver/Fusing.h"

#include "llvm/ADT/StringRef.h"

namespace hocket::driver {

namespace {

using llvm::StringRef;

/// The value of the last -ffp-contract=; empty if there is none.
std::string contraction(const Options &options) {
  std::string result;
  for (const std::string &flag : options.facts.costFlags)
    if (StringRef value = flag; value.consume_front("-ffp-contract="))
      result = value.str();
  return result;
}

bool isX86(const std::set<std::string> &macros) {
  return macros.count("__x86_64__") != 0 || macros.count("__i386__") != 0;
}

} // namespace

bool mayFuse(const Options &options, const std::set<std::string> &macros) {
  const std::string asked = contraction(options);
  if (asked == "off")
    return false;
  auto has = [&](const char *name) { return macros.count(name) != 0; };
  if (macros.empty() || has("__clang__"))
    return true;
  if (options.facts.optimization == "0")
    return false;
  if (asked.empty() && has("__STRICT_ANSI__") && !has("__FAST_MATH__") &&
      !options.facts.mayReassociate)
    return false;
  return !isX86(macros) || has("__FMA__") || has("__FMA4__") ||
         has("__AVX512F__");
}

std::vector<std::string> vectorFlags(bool mayFuse,
                                     const std::set<std::string> &macros) {
  if (mayFuse || macros.count("__GNUC__") == 0 || macros.count("__clang__"))
    return {};
  return {"-fvect-cost-model=dynamic"};
}

bool hasExcess(const std::set<std::string> &macros) {
  return macros.empty() ||
         (isX86(macros) && macros.count("__SSE2_MATH__") == 0);
}

} // namespace hocket::driver
