// SPDX-License-Identifier: Apache-2.0
#include "profile/Places.h"

#include "ir/Tree.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace hocket::profile {

using namespace ir;

namespace {

/// Without line markers, every white space one blank.
std::string normalized(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.starts_with("# "))
      continue;
    for (char c : line)
      if (!llvm::isSpace(c))
        result += c;
      else if (!result.empty() && result.back() != ' ')
        result += ' ';
    if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

std::string hashOf(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream(result)
      << llvm::format("%016llx", static_cast<unsigned long long>(
                                     llvm::xxh3_64bits(normalized(text))));
  return result;
}

/// Such functions come back twice; their variables are not kept.
bool returnsTwice(const Program &program, NodeId body) {
  static constexpr std::string_view names[] = {
      "setjmp",      "_setjmp", "__setjmp",  "sigsetjmp",
      "__sigsetjmp", "vfork",   "getcontext"};
  for (StmtId stmt : allStmts(program, body))
    for (const CallSite &call : program[stmt].calls)
      if (isValid(call.callee))
        for (std::string_view name : names)
          if (program[call.callee].name == name)
            return true;
  return false;
}

bool isDefined(const Program &program, FunctionId function) {
  return isValid(function) && isValid(program[function].body);
}

/// By function: it has a loop or calls another one of the program.
std::vector<char> largeFunctions(const Program &program) {
  std::vector<char> result;
  for (const Function &function : program.functions) {
    bool isLarge = false;
    if (isValid(function.body))
      forEachNode(program, function.body, [&](NodeId id) {
        isLarge |= program[id].as<Loop>() && !runsOnce(program, id);
        for (StmtId stmt : ownStmts(program, id))
          for (const CallSite &call : program[stmt].calls)
            isLarge |= isDefined(program, call.callee);
      });
    result.push_back(isLarge);
  }
  return result;
}

/// A call as a statement of its own.
bool isCallStatement(const Program &program, NodeId node) {
  const Leaf *leaf = program[node].as<Leaf>();
  return leaf && program[leaf->stmt].kind == StmtKind::Expression &&
         isCallNode(program, node);
}

bool isCountedLoop(const Program &program, NodeId node) {
  const Loop *loop = program[node].as<Loop>();
  return loop && !runsOnce(program, node) && isValid(loop->body) &&
         !program[loop->body].text.empty();
}

/// The text is one statement that can stand in braces, entered at its start.
bool isPlain(const Node &node) {
  return !node.hasLabel && !node.hasOuterCase && !node.text.empty();
}

} // namespace

std::string_view name(PlaceKind kind) {
  switch (kind) {
  case PlaceKind::Loop:
    return "loop";
  case PlaceKind::Branch:
    return "branch";
  case PlaceKind::Call:
    break;
  }
  return "call";
}

std::vector<FunctionPlaces> placesOf(const Program &program) {
  std::vector<FunctionPlaces> result;
  std::vector<char> isLarge = largeFunctions(program);
  for (const Function &function : program.functions) {
    if (!isValid(function.body) || returnsTwice(program, function.body))
      continue;
    FunctionPlaces found{function.id, "", {}};
    unsigned number = 0;
    forEachNode(program, function.body, [&](NodeId id) {
      const Node &node = program[id];
      bool isCall = isCallStatement(program, id);
      if (!isPlain(node) || (!node.as<Loop>() && !node.as<Branch>() && !isCall))
        return;
      Place place{id, PlaceKind::Branch, number++};
      if (isCall) {
        FunctionId callee = program[node.as<Leaf>()->stmt].calls.back().callee;
        place.kind = PlaceKind::Call;
        if (!isDefined(program, callee) || !isLarge[index(callee)])
          return;
      } else if (node.as<Loop>()) {
        place.kind = PlaceKind::Loop;
        if (!isCountedLoop(program, id))
          return;
      }
      found.places.push_back(place);
    });
    if (found.places.empty())
      continue;
    found.hash = hashOf(program.text(function.text));
    result.push_back(std::move(found));
  }
  return result;
}

} // namespace hocket::profile
