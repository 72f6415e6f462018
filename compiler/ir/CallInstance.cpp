// SPDX-License-Identifier: Apache-2.0
#include "ir/CallInstance.h"

#include "ir/Tree.h"

#include <algorithm>
#include <cctype>

namespace hocket::ir {

const CallSite &siteOf(const Program &program, const CallPoint &point) {
  return program[point.stmt].calls[point.site];
}

const Function &calleeOf(const Program &program, const CallPoint &point) {
  return program[siteOf(program, point).callee];
}

std::vector<BoundArgument>
bindArguments(const Program &program, const CallSite &site, FunctionId callee) {
  std::vector<BoundArgument> result;
  result.reserve(site.args.size());
  for (std::size_t i = 0; i < site.args.size(); ++i) {
    BoundArgument argument;
    if (isValid(callee) && i < program[callee].params.size())
      argument.param = program[callee].params[i];
    argument.value = site.args[i];
    if (i < site.argSizes.size())
      argument.bytes = site.argSizes[i];
    result.push_back(argument);
  }
  return result;
}

std::optional<ExprId> argumentAt(const CallSite &site, std::size_t position) {
  if (position < site.args.size())
    return site.args[position];
  return std::nullopt;
}

bool isWrittenPlainly(const Program &program, const CallSite &site) {
  if (!isValid(site.callee) || !isValid(site.text.unit) || site.text.empty())
    return false;
  std::string_view text = program.text(site.text);
  const std::string &name = program[site.callee].name;
  std::size_t open = name.size();
  bool isPlain = text.substr(0, open) == name && text.back() == ')';
  while (open < text.size() && (text[open] == ' ' || text[open] == '\t'))
    ++open;
  return isPlain && open < text.size() && text[open] == '(';
}

namespace {

MissingBody missingBody(const Program &program, FunctionId callee) {
  if (!isValid(callee))
    return MissingBody::Indirect;
  if (isValid(program[callee].body))
    return MissingBody::None;
  return isValid(program[callee].unit) ? MissingBody::NotAnalysed
                                       : MissingBody::NotDefined;
}

/// Of a call that is written plainly.
std::vector<TextRange> argumentTexts(const Program &program,
                                     const CallSite &site) {
  std::string_view text = program.text(site.text);
  std::size_t at = text.find('(');
  std::vector<TextRange> result;
  if (at == std::string_view::npos)
    return result;
  std::size_t first = ++at;
  auto add = [&](std::size_t end) {
    TextRange range = site.text;
    std::size_t begin = first;
    while (begin < end && std::isspace(static_cast<unsigned char>(text[begin])))
      ++begin;
    if (begin < end && text[begin] == '#')
      --begin; // a line marker stands at the beginning of its line
    range.begin = site.text.begin + static_cast<uint32_t>(begin);
    range.end = site.text.begin + static_cast<uint32_t>(end);
    if (begin < end)
      result.push_back(range);
    first = end + 1;
  };
  unsigned depth = 0;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c == '#' && text[at - 1] == '\n') {
      at = std::min(text.find('\n', at), text.size() - 1);
    } else if (c == '"' || c == '\'') {
      for (++at; at < text.size() && text[at] != c; ++at)
        at += text[at] == '\\';
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (depth != 0) {
      depth -= c == ')' || c == ']' || c == '}';
    } else if (c == ',' || c == ')') {
      add(at);
    }
  }
  return result;
}

/// Only where the text says as many arguments as there are.
void addTexts(const Program &program, const CallSite &site,
              std::vector<BoundArgument> &arguments) {
  if (!isWrittenPlainly(program, site))
    return;
  std::vector<TextRange> texts = argumentTexts(program, site);
  if (texts.size() == arguments.size())
    for (std::size_t i = 0; i < texts.size(); ++i)
      arguments[i].text = texts[i];
}

} // namespace

CallInstance callInstance(const Program &program, const CallPoint &point) {
  const CallSite &site = siteOf(program, point);
  CallInstance result;
  result.point = point;
  result.callee = site.callee;
  result.missing = missingBody(program, site.callee);
  result.arguments = bindArguments(program, site, site.callee);
  addTexts(program, site, result.arguments);
  result.isComplete = isValid(site.callee) &&
                      site.args.size() == program[site.callee].params.size();
  result.isCertain = site.must;
  result.needsResult = site.resultUsed;
  result.text = site.text;
  result.location = site.location;
  result.copy = site.copy;
  result.result = site.result;
  return result;
}

std::optional<std::size_t> positionOf(const Program &program,
                                      FunctionId function, ObjectId param) {
  const std::vector<ObjectId> &params = program[function].params;
  auto it = std::find(params.begin(), params.end(), param);
  if (it == params.end())
    return std::nullopt;
  return static_cast<std::size_t>(it - params.begin());
}

StmtId callingStmt(const Program &program, NodeId node) {
  if (const auto *leaf = program[node].as<Leaf>())
    return leaf->stmt;
  const auto *branch = program[node].as<Branch>();
  return branch ? branch->condition : StmtId::None;
}

std::vector<CallPoint> callsIn(const Program &program, NodeId root) {
  std::vector<CallPoint> result;
  forEachNode(program, root, [&](NodeId id) {
    const auto *leaf = program[id].as<Leaf>();
    if (!leaf)
      return;
    const std::vector<CallSite> &calls = program[leaf->stmt].calls;
    for (uint32_t i = 0; i < calls.size(); ++i)
      if (missingBody(program, calls[i].callee) == MissingBody::None)
        result.push_back({id, leaf->stmt, i});
  });
  return result;
}

std::vector<std::vector<CallPoint>> callsByCallee(const Program &program) {
  std::vector<std::vector<CallPoint>> result(program.functions.size());
  auto addCallsOf = [&](NodeId node) {
    for (StmtId stmt : ownStmts(program, node)) {
      const std::vector<CallSite> &calls = program[stmt].calls;
      for (uint32_t i = 0; i < calls.size(); ++i)
        if (isValid(calls[i].callee))
          result[index(calls[i].callee)].push_back({node, stmt, i});
    }
  };
  for (const Function &function : program.functions)
    if (isValid(function.body))
      forEachNode(program, function.body, addCallsOf);
  return result;
}

std::vector<CallPoint> copiedCalls(const Program &program, NodeId node) {
  std::vector<CallPoint> result;
  if (!isValid(program[node].inlined))
    return result;
  StmtId stmt = callingStmt(program, node);
  const std::vector<CallSite> &calls = program[stmt].calls;
  for (uint32_t i = 0; i < calls.size(); ++i)
    if (isValid(calls[i].copy))
      result.push_back({node, stmt, i});
  return result;
}

std::optional<CallPoint> callAround(const Program &program, NodeId node) {
  for (; isValid(node) && isValid(program[node].inlinedFrom);
       node = program[node].parent) {
    // copy, guard if any, Block of all copies, calling node
    NodeId up = program[node].parent;
    if (isValid(up) && program[up].as<Branch>())
      up = program[up].parent;
    NodeId caller = isValid(up) ? program[up].parent : NodeId::None;
    if (!isValid(caller) || program[caller].inlined != up)
      continue;
    for (const CallPoint &call : copiedCalls(program, caller))
      if (siteOf(program, call).copy == node)
        return call;
  }
  return std::nullopt;
}

} // namespace hocket::ir
