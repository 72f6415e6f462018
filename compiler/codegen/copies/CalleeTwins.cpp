// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/CalleeTwins.h"

#include "codegen/text/Text.h"
#include "ir/FunctionBody.h"
#include "ir/FunctionClones.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <cctype>

namespace hocket::codegen {

using namespace ir;

namespace {

bool hasHeldAttribute(const Program &program, FunctionId function) {
  return !cloneAttributes(program, function).empty();
}

/// The name there has a beginning already. Else what is put in there may stand
/// before a name with another one.
bool isRenamed(const Insertions &insertions, uint32_t at) {
  auto [begin, end] = insertions.equal_range(at);
  return std::any_of(begin, end, [](const auto &insertion) {
    const std::string &text = insertion.second;
    return !text.empty() &&
           (std::isalnum((unsigned char)text.back()) || text.back() == '_');
  });
}

/// Compilers inline larger functions that are declared so.
bool isDeclaredInline(const Program &program, FunctionId function) {
  std::vector<std::string_view> words =
      identifiersIn(headerOf(program, function));
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return word == "inline" || word == "__inline" || word == "__inline__";
  });
}

std::size_t sizeOf(const TextRange &text) { return text.end - text.begin; }

} // namespace

/// What compilers treat otherwise than other functions, or no other than any
/// they see often, needs none.
bool CalleeTwins::mayHaveTwin(FunctionId id) const {
  const Function &function = program_[id];
  return isValid(function.body) && function.isStatic &&
         options_.left.count(id) == 0 && !function.isAddressTaken &&
         !function.isMentionedElsewhere &&
         sizeOf(function.text) <= policy.emission.calledOnceText &&
         whyNotCloned(program_, id).empty() &&
         !hasHeldAttribute(program_, id) && ownState(program_, id).empty();
}

std::string CalleeTwins::header(FunctionId id, const std::string &name) const {
  const Function &function = program_[id];
  std::string parameters;
  for (ObjectId param : function.params)
    parameters += (parameters.empty() ? "" : ", ") +
                  program_[param].type.declare(program_[param].name);
  return std::string("static ") +
         (isDeclaredInline(program_, id) ? "__inline__ " : "") +
         "__attribute__((__unused__)) " +
         function.resultType.declare(
             name + "(" + (parameters.empty() ? "void" : parameters) + ")");
}

const std::string &CalleeTwins::twinOf(FunctionId id) {
  auto [it, isNew] = twins_.try_emplace(id);
  if (!isNew || !mayHaveTwin(id) ||
      definitions_.size() + sizeOf(program_[id].text) >
          policy.emission.mostTwinText)
    return it->second;
  const Function &function = program_[id];
  Insertions inside;
  std::set<FunctionId> called; // defined before
  redirectCalls(function.body, inside, called);
  const std::string name = base_ + function.name;
  definitions_ += header(id, name) + "\n" +
                  lineMarker(program_[function.body].location, true) +
                  fill(
                      program_, program_[function.body].text,
                      [](ObjectId) { return std::string(); }, inside) +
                  "\n\n";
  return it->second = name;
}

void CalleeTwins::redirectCalls(NodeId node, Insertions &insertions,
                                std::set<FunctionId> &called) {
  for (StmtId stmt : allStmts(program_, node))
    for (uint32_t i = 0; i < program_[stmt].calls.size(); ++i) {
      const CallPoint call{NodeId::None, stmt, i};
      const CallSite &site = siteOf(program_, call);
      if (!isValid(site.callee) || !whyNotRedirected(program_, call).empty() ||
          isRenamed(insertions, site.text.begin))
        continue;
      const std::string &twin = twinOf(site.callee);
      const std::size_t own = program_[site.callee].name.size();
      if (twin.empty())
        continue;
      insertions.emplace(site.text.begin, twin.substr(0, twin.size() - own));
      called.insert(site.callee);
    }
}

void CalleeTwins::redirect(NodeId node, Insertions &insertions) {
  if (!options_.isOn)
    return;
  std::set<FunctionId> called;
  redirectCalls(node, insertions, called);
  for (FunctionId id : called)
    if (declared_.insert(id).second)
      declarations_ += header(id, twins_[id]) + ";\n";
}

Replacements CalleeTwins::redirections(NodeId node) {
  Insertions insertions;
  redirect(node, insertions);
  Replacements result;
  for (const auto &[at, text] : insertions)
    result.push_back({at, at, text});
  return result;
}

} // namespace hocket::codegen
