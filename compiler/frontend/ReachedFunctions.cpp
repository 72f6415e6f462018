// SPDX-License-Identifier: Apache-2.0
#include "frontend/ReachedFunctions.h"

#include "frontend/unit/Mentions.h"

#include <vector>

namespace hocket {

using namespace frontend;

namespace {

/// \returns whether all units could be read.
bool readMentions(const std::vector<SourceInput> &inputs, Mentions &mentions,
                  UnitTrees &trees) {
  for (std::size_t unit = 0; unit < inputs.size(); ++unit) {
    // The caller's stack is deep, and guarded.
    const std::string problem =
        trees.visit(inputs[unit], [&](clang::ASTContext &ast) {
          addMentions(ast, unit, mentions);
        });
    if (!problem.empty())
      return false;
  }
  return true;
}

std::set<FunctionKey> reachedFrom(const Mentions &mentions) {
  std::set<FunctionKey> reached = mentions.roots;
  std::vector<FunctionKey> work(reached.begin(), reached.end());
  while (!work.empty()) {
    const FunctionKey key = std::move(work.back());
    work.pop_back();
    auto found = mentions.of.find(key);
    if (found == mentions.of.end())
      continue;
    for (const FunctionKey &next : found->second)
      if (reached.insert(next).second)
        work.push_back(next);
  }
  return reached;
}

} // namespace

ReachedFunctions
reachedFunctions(const std::vector<SourceInput> &inputs, bool hasForeignCode,
                 llvm::function_ref<bool(const std::string &)> isOfLibrary,
                 UnitTrees &trees) {
  ReachedFunctions result;
  Mentions mentions;
  if (hasForeignCode || !readMentions(inputs, mentions, trees) ||
      !mentions.hasMain || mentions.hasAssembly)
    return result;
  for (const auto &[key, others] : mentions.of)
    if (key.unit == FunctionKey::AllUnits && isOfLibrary(key.name))
      mentions.roots.insert(key);
  result.isKnown = true;
  result.keys = reachedFrom(mentions);
  for (const auto &[from, to] : mentions.of)
    if (!result.contains(from))
      result.mentionedByOthers.insert(to.begin(), to.end());
  for (const Mentions::Loops &loops : mentions.withLoops)
    if (!result.contains(loops.key))
      result.others.emplace_back(loops.location, loops.key.name);
  return result;
}

} // namespace hocket
