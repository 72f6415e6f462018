// SPDX-License-Identifier: Apache-2.0
#include "driver/Fusing.h"

#include "llvm/ADT/STLExtras.h"
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

/// C types for which gcc says that the machine has fused operations.
std::set<std::string> fusedTypes(const std::set<std::string> &macros) {
  std::set<std::string> result;
  for (const auto &[macro, type] : {std::pair("__FP_FAST_FMAF", "float"),
                                    std::pair("__FP_FAST_FMA", "double"),
                                    std::pair("__FP_FAST_FMAL", "long double")})
    if (macros.count(macro))
      result.insert(type);
  return result;
}

/// Options that give Clang more freedom than the text has, or that we know
/// nothing of.
bool isFree(const Argument &argument) {
  StringRef name = argument.name;
  return !argument.isKnown || name == "-Ofast" || name == "-Xclang" ||
         name == "-mllvm" || name == "-ffp-model=" ||
         name == "-ffp-eval-method=" || name == "-ffp-exception-behavior=" ||
         name.ends_with("fast-math") || name.ends_with("-math-optimizations") ||
         name.ends_with("associative-math") ||
         name.ends_with("reciprocal-math") || name.ends_with("rounding-math") ||
         name == "-fplugin=" || name == "-fpass-plugin=" ||
         name == "--config=" || name == "--config";
}

/// Clang decides by the type, not by whether the values are in vectors. (On
/// 32-bit ARM vectors have no fused operation where scalars have one.) Others
/// that are made of it have other defaults.
bool isPlainClang(const std::set<std::string> &macros) {
  auto has = [&](const char *name) { return macros.count(name) != 0; };
  return has("__clang__") &&
         (isX86(macros) || has("__aarch64__") || has("__riscv")) &&
         !has("__INTEL_LLVM_COMPILER") && !has("__NVCOMPILER") &&
         !has("__ibmxl__") && !has("__FAST_MATH__");
}

} // namespace

transformation::Fusing nestFusing(const Options &options,
                                  const std::set<std::string> &macros,
                                  bool isAsNamed) {
  using transformation::Fusing;
  if (options.contractsAny || !mayFuse(options, macros))
    return Fusing::None;
  const std::string asked = contraction(options);
  bool isByText = isPlainClang(macros) && isAsNamed &&
                  (asked.empty() || asked == "on") &&
                  options.facts.optimization != "fast" &&
                  llvm::none_of(options.arguments, isFree);
  if (isByText)
    return Fusing::ByText;
  bool isGcc = macros.count("__GNUC__") && !macros.count("__clang__");
  return isGcc && fusedTypes(macros).empty() ? Fusing::None : Fusing::ByOrder;
}

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

std::vector<std::string> vectorFlags(const Options &options,
                                     const std::set<std::string> &macros) {
  bool isGcc = macros.count("__GNUC__") != 0 && macros.count("__clang__") == 0;
  if (!isGcc || mayFuse(options, macros) || hasExcess(macros))
    return {};
  return {"-fvect-cost-model=dynamic"};
}

SequentialBuild sequentialBuild(const Compiler &compiler,
                                std::vector<std::vector<std::string>> flags,
                                const TargetMachine &target) {
  SequentialBuild result;
  auto has = [&](const char *name) { return target.macros.count(name) != 0; };
  if (has("__GNUC__") && !has("__clang__") && !has("__FAST_MATH__"))
    result.compiler = &compiler;
  result.flags = std::move(flags);
  result.fusedTypes = fusedTypes(target.macros);
  return result;
}

bool hasExcess(const std::set<std::string> &macros) {
  return macros.empty() ||
         (isX86(macros) && macros.count("__SSE2_MATH__") == 0);
}

} // namespace hocket::driver
