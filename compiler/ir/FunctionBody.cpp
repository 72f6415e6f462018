// SPDX-License-Identifier: Apache-2.0
#include "ir/FunctionBody.h"

#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"

#include <algorithm>
#include <cctype>

namespace hocket::ir {

// Control flow --------------------------------------------------------------

bool isInOpaque(const Program &program, NodeId node) {
  for (; isValid(node); node = program[node].parent)
    if (program[node].as<Opaque>())
      return true;
  return false;
}

std::string whyUnstructured(const Program &program, FunctionId function) {
  std::string problem;
  forEachNode(program, program[function].body, [&](NodeId id) {
    const Node &node = program[id];
    const auto *jump = node.as<Jump>();
    if ((jump && jump->kind == JumpKind::Goto) ||
        (node.hasLabel && !isInOpaque(program, id)))
      problem = "has labels";
    for (StmtId stmt : ownStmts(program, id))
      if (program[stmt].isOpaque)
        problem = "has statements that are not understood";
  });
  return problem;
}

bool alwaysReturns(const Program &program, NodeId id) {
  const Node &node = program[id];
  if (const auto *jump = node.as<Jump>())
    return jump->kind == JumpKind::Return;
  if (const auto *branch = node.as<Branch>())
    return isValid(branch->elseNode) &&
           alwaysReturns(program, branch->thenNode) &&
           alwaysReturns(program, branch->elseNode);
  const auto *block = node.as<Block>();
  return block && !block->children.empty() &&
         alwaysReturns(program, block->children.back());
}

bool isEarlyReturn(const Program &program, NodeId node) {
  const auto *branch = program[node].as<Branch>();
  return branch && !isValid(branch->elseNode) && !program[node].hasLabel &&
         alwaysReturns(program, branch->thenNode);
}

// The caller's stack --------------------------------------------------------

uint64_t localBytes(const Program &program, FunctionId function) {
  uint64_t bytes = 0;
  for (const Hole &hole : holesIn(program, program[function].text))
    if (hole.isDeclarator && isValid(hole.object) &&
        program[hole.object].kind == ObjectKind::Local)
      bytes += program[hole.object].size;
  return bytes;
}

bool hasFixedParameters(const Program &program, FunctionId function) {
  const std::vector<ObjectId> &params = program[function].params;
  return std::all_of(params.begin(), params.end(), [&](ObjectId param) {
    const Object &object = program[param];
    return !object.isVariablyModified && object.type.needs.empty() &&
           object.size != 0;
  });
}

std::string_view wordOfFrame(const Program &program, FunctionId function) {
  static const std::set<std::string_view> words = {
      "alloca",
      "__builtin_alloca",
      "__builtin_alloca_with_align",
      "setjmp",
      "_setjmp",
      "sigsetjmp",
      "__sigsetjmp",
      "__builtin_setjmp",
      "__builtin_longjmp",
      "__label__",
      "__builtin_apply",
      "__builtin_apply_args",
      "__builtin_return",
      "__builtin_extract_return_addr"};
  for (std::string_view word :
       identifiersIn(program.text(program[function].text)))
    if (words.count(word))
      return word;
  return "";
}

// Declaration ---------------------------------------------------------------

std::string_view headerOf(const Program &program, FunctionId function) {
  TextRange header = program[function].text;
  header.end = program[program[function].body].text.begin;
  return program.text(header);
}

namespace {

/// Without the underscores around it.
std::string plain(std::string_view word) {
  bool isWrapped = word.size() > 4 && word.substr(0, 2) == "__" &&
                   word.substr(word.size() - 2) == "__";
  return std::string(isWrapped ? word.substr(2, word.size() - 4) : word);
}

} // namespace

std::optional<std::vector<std::string>> attributesOf(const Program &program,
                                                     FunctionId function) {
  std::string_view header = headerOf(program, function);
  std::vector<std::string> result;
  for (size_t at = header.find("__attribute"); at != std::string_view::npos;
       at = header.find("__attribute", at + 1)) {
    size_t open = header.find('(', at);
    if (open == std::string_view::npos)
      return std::nullopt;
    unsigned depth = 0;
    size_t end = open;
    do {
      depth += header[end] == '(';
      depth -= header[end] == ')';
      if (depth > 2)
        return std::nullopt; // one with arguments
      ++end;
    } while (depth != 0 && end < header.size());
    for (std::string_view word : identifiersIn(header.substr(open, end - open)))
      result.push_back(plain(word));
  }
  return result;
}

// Names ---------------------------------------------------------------------

bool isOfFunction(const Object &object) {
  return object.kind == ObjectKind::Local || object.kind == ObjectKind::Param ||
         object.kind == ObjectKind::Static;
}

std::set<std::string_view> declaredNames(const Program &program,
                                         FunctionId id) {
  std::set<std::string_view> result;
  for (ObjectId param : program[id].params)
    result.insert(program[param].name);
  for (const Hole &hole : holesIn(program, program[id].text))
    if (hole.isDeclarator && isValid(hole.object))
      result.insert(program[hole.object].name);
  return result;
}

std::set<std::string_view> outerNames(const Program &program, FunctionId id) {
  const Function &function = program[id];
  const TextRange &body = program[function.body].text;
  std::string_view text = program.text(body);
  std::span<const Hole> holes = holesIn(program, body);
  std::set<std::string_view> result;
  std::string_view last;
  for (std::string_view word : namesIn(text)) {
    auto begin = body.begin + static_cast<uint32_t>(word.data() - text.data());
    auto hole = std::lower_bound(
        holes.begin(), holes.end(), begin,
        [](const Hole &h, uint32_t at) { return h.begin < at; });
    bool isOwn = hole != holes.end() && hole->begin == begin &&
                 isValid(hole->object) && isOfFunction(program[hole->object]);
    bool isTag = last == "struct" || last == "union" || last == "enum";
    if (!isOwn && !isTag)
      result.insert(word);
    last = word;
  }
  for (ObjectId param : function.params)
    for (const std::string *type :
         {&program[param].type.before, &program[param].type.after})
      for (std::string_view word : identifiersIn(*type))
        result.insert(word);
  for (std::string_view word : identifiersIn(function.resultType.before))
    result.insert(word);
  return result;
}

bool isVisibleIn(const Program &program, ObjectId id, FunctionId in) {
  const Object &object = program[id];
  if (isOfFunction(object))
    return object.function == in;
  const Function &function = program[in];
  if (object.kind != ObjectKind::Global || !isValid(function.unit))
    return true;
  auto hides = [&](ObjectId other) {
    return isValid(other) && other != id &&
           program[other].name == object.name && isOfFunction(program[other]);
  };
  if (std::any_of(function.params.begin(), function.params.end(), hides))
    return false;
  bool isNamed = false;
  for (const Hole &hole : holesIn(program, function.text)) {
    if (hole.isDeclarator && hides(hole.object))
      return false;
    isNamed |= hole.object == id;
  }
  const std::vector<Hole> &holes = program[function.unit].holes;
  for (const Hole &hole : holes) {
    if (isNamed || hole.begin >= function.text.begin)
      break;
    isNamed = hole.object == id && !hole.isDeclarator;
  }
  return isNamed;
}

bool asksForTypes(const Program &program, FunctionId id) {
  static const std::set<std::string_view> words = {
      "_Generic",          "typeof",
      "__typeof",          "__typeof__",
      "typeof_unqual",     "__typeof_unqual",
      "__typeof_unqual__", "__builtin_types_compatible_p"};
  std::vector<std::string_view> all =
      identifiersIn(program.text(program[id].text));
  return std::any_of(all.begin(), all.end(), [&](std::string_view word) {
    return words.count(word) != 0;
  });
}

bool declaresOtherThanVariables(const Program &program, FunctionId id) {
  bool found = false;
  forEachNode(program, program[id].body, [&](NodeId node) {
    const auto *leaf = program[node].as<Leaf>();
    found |= leaf && program[leaf->stmt].kind == StmtKind::Declaration &&
             !isValid(program[leaf->stmt].declares);
  });
  std::string_view text = program.text(program[id].text);
  auto skipSpace = [&](std::size_t at) {
    while (at < text.size() &&
           std::isspace(static_cast<unsigned char>(text[at])))
      ++at;
    return at;
  };
  for (std::string_view word : identifiersIn(text)) {
    found |= word == "typedef";
    if (word != "struct" && word != "union" && word != "enum")
      continue;
    std::size_t at = skipSpace(
        static_cast<std::size_t>(word.data() + word.size() - text.data()));
    while (at < text.size() && isIdentifierChar(text[at]))
      ++at;
    at = skipSpace(at);
    found |= at < text.size() && text[at] == '{';
  }
  return found;
}

} // namespace hocket::ir
