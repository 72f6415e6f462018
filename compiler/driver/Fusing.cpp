// SPDX-License-Identifier: Apache-2.0
#include "driver/Fusing.h"

#include "llvm/ADT/StringRef.h"

#include <set>

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

/// The names that the compiler defines; empty if it does not say.
std::set<std::string> predefined(const Options &options,
                                 const Compiler &compiler) {
  std::vector<std::string> words = options.facts.targetFlags;
  words.insert(words.end(), options.facts.costFlags.begin(),
               options.facts.costFlags.end());
  for (const char *word : {"-E", "-dM", "-x", "c", "/dev/null"})
    words.push_back(word);
  const std::string output = compiler.run(words).output;
  std::set<std::string> names;
  for (StringRef text = output; !text.empty();) {
    auto [line, rest] = text.split('\n');
    if (line.consume_front("#define "))
      names.insert(line.split(' ').first.str());
    text = rest;
  }
  return names;
}

} // namespace

bool mayFuse(const Options &options, const Compiler &compiler) {
  const std::string asked = contraction(options);
  if (asked == "off")
    return false;
  const std::set<std::string> names = predefined(options, compiler);
  auto has = [&](const char *name) { return names.count(name) != 0; };
  if (names.empty() || has("__clang__"))
    return true;
  if (options.facts.optimization == "0")
    return false;
  if (asked.empty() && has("__STRICT_ANSI__") && !has("__FAST_MATH__") &&
      !options.facts.mayReassociate)
    return false;
  bool isX86 = has("__x86_64__") || has("__i386__");
  return !isX86 || has("__FMA__") || has("__FMA4__") || has("__AVX512F__");
}

} // namespace hocket::driver
