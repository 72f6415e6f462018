// SPDX-License-Identifier: Apache-2.0
#include "inlining/Inlinable.h"

#include "ir/CalleeVersions.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <cctype>

namespace hocket::inlining {

using namespace ir;

namespace {

/// Each copy may take as much of the caller's stack.
constexpr uint64_t maxLocalBytes = policy.inlining.localBytes;

/// Words that mean something else in another function.
const std::set<std::string_view> &wordsOfFrames() {
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
      "__builtin_apply_args",
      "__builtin_extract_return_addr",
      "__auto_type"};
  return words;
}

bool isOfFunction(const Object &object) {
  return object.kind == ObjectKind::Local || object.kind == ObjectKind::Param ||
         object.kind == ObjectKind::Static;
}

bool isInSwitch(const Program &program, NodeId node) {
  for (; isValid(node); node = program[node].parent)
    if (program[node].as<Opaque>())
      return true;
  return false;
}

std::string whyNotCopied(const Program &program, NodeId body) {
  std::string problem;
  forEachNode(program, body, [&](NodeId id) {
    const Node &node = program[id];
    const auto *jump = node.as<Jump>();
    if ((jump && jump->kind == JumpKind::Goto) ||
        (node.hasLabel && !isInSwitch(program, id)))
      problem = "has labels";
    for (StmtId stmt : ownStmts(program, id))
      if (program[stmt].isOpaque)
        problem = "has statements that are not understood";
  });
  return problem;
}

} // namespace

std::vector<CallPlace> callsIn(const Program &program, NodeId root) {
  std::vector<CallPlace> result;
  forEachNode(program, root, [&](NodeId id) {
    const auto *leaf = program[id].as<Leaf>();
    if (!leaf)
      return;
    const std::vector<CallSite> &calls = program[leaf->stmt].calls;
    for (uint32_t i = 0; i < calls.size(); ++i)
      if (isValid(calls[i].callee) && isValid(program[calls[i].callee].body))
        result.push_back({id, leaf->stmt, i});
  });
  return result;
}

std::string whyNotInlinable(const Program &program,
                            const analysis::Effects &effects, FunctionId id) {
  const Function &function = program[id];
  std::string problem = whyNoVersion(program, id);
  if (!problem.empty())
    return problem;
  std::string name = "'" + function.name + "' ";
  if (effects.isRecursive[index(id)])
    return name + "calls itself";
  std::string attributes = versionAttributes(program, id);
  if (attributes.find("no") != std::string::npos)
    return name + "is to stay a function of its own";
  uint64_t bytes = 0;
  for (const Hole &hole : holesIn(program, function.text)) {
    if (!isValid(hole.object))
      continue;
    if (hole.isDeclarator)
      bytes += program[hole.object].size;
    if (program[hole.object].kind == ObjectKind::Static)
      return name + "has the static variable '" + program[hole.object].name +
             "'";
  }
  if (bytes > maxLocalBytes)
    return name + "has much on its stack";
  for (ObjectId param : function.params)
    if (program[param].isVolatile || program[param].isVariablyModified ||
        !program[param].type.needs.empty() || program[param].size == 0)
      return name + "has a parameter of variable size";
  // A variable for it could not be assigned.
  std::string_view result = function.resultType.before;
  if (std::size_t star = result.rfind('*'); star != std::string_view::npos)
    result.remove_prefix(star);
  if (result.find("const") != std::string_view::npos)
    return name + "returns a constant type";
  for (std::string_view word : identifiersIn(program.text(function.text)))
    if (wordsOfFrames().count(word))
      return name + "uses '" + std::string(word) + "'";
  if (declaresOtherThanVariables(program, id))
    return name + "declares a type";
  problem = whyNotCopied(program, function.body);
  return problem.empty() ? "" : name + problem;
}

namespace {

/// A variable that no called function can touch.
bool readsOwnVariable(const Program &program, const Access &access) {
  if (access.isVolatile || !isValid(access.address))
    return false;
  const Expr &address = program[access.address];
  if (address.kind != ExprKind::AddrOf)
    return false;
  const Object &object = program[address.object];
  return (object.kind == ObjectKind::Local ||
          object.kind == ObjectKind::Param) &&
         !object.isAddressTaken;
}

/// The statement does one thing after another: `x = 3, f(x)`.
bool hasSequence(const Program &program, const Stmt &stmt,
                 const CallSite &site) {
  TextRange before = stmt.text, after = stmt.text;
  before.end = site.text.begin;
  after.begin = site.text.end;
  constexpr std::string_view marks = ",;{?&|";
  auto has = [&](const TextRange &range) {
    return program.text(range).find_first_of(marks) != std::string_view::npos;
  };
  return !stmt.text.contains(site.text) || has(before) || has(after);
}

/// Nothing is done before the call that could not be done after it, nor the
/// other way round.
bool isOrderFree(const Program &program, const Stmt &stmt,
                 const CallSite &site) {
  if (hasSequence(program, stmt, site))
    return false;
  for (const Access &access : stmt.accesses) {
    bool isArgument = isValid(access.text.unit) && !access.text.empty() &&
                      site.text.contains(access.text);
    if (access.isVolatile ||
        (access.kind == AccessKind::Write
             ? isArgument
             : !isArgument && !readsOwnVariable(program, access)))
      return false;
  }
  return std::all_of(
      stmt.calls.begin(), stmt.calls.end(), [&](const CallSite &other) {
        return &other == &site ||
               (other.text.contains(site.text) && isValid(other.callee));
      });
}

/// `int a = f(), b;` is one text for two leaves.
bool sharesItsText(const Program &program, NodeId node) {
  NodeId parent = program[node].parent;
  if (!isValid(parent) || !program[parent].as<Block>())
    return false;
  const std::vector<NodeId> &children = program[parent].as<Block>()->children;
  return std::count_if(children.begin(), children.end(), [&](NodeId child) {
           return program[child].text.begin == program[node].text.begin;
         }) != 1;
}

} // namespace

std::string whyNotInPlace(const Program &program, const CallPlace &place) {
  const Stmt &stmt = program[place.stmt];
  const CallSite &site = stmt.calls[place.site];
  const Node &node = program[place.node];
  const Function &callee = program[site.callee];
  std::string problem = whyNotRedirected(
      program, {NodeId::None, place.stmt, place.site, place.node});
  if (!problem.empty())
    return problem;
  if (!site.must || stmt.isOpaque || node.hasLabel || node.hasOuterCase ||
      isInSwitch(program, place.node) || sharesItsText(program, place.node))
    return "the call of '" + callee.name + "' is part of something larger";
  if (stmt.kind == StmtKind::Declaration &&
      (!isValid(stmt.declares) ||
       program[stmt.declares].kind != ObjectKind::Local))
    return "the call of '" + callee.name + "' is in an unusual declaration";
  if (callee.text.end > program[node.function].text.begin)
    return "'" + callee.name + "' is defined after its caller";
  if (!isOrderFree(program, stmt, site))
    return "the statement that calls '" + callee.name +
           "' does other things whose order matters";
  if (argumentsOf(program, site).size() != callee.params.size() ||
      site.args.size() != callee.params.size())
    return "'" + callee.name + "' is called with other arguments";
  return "";
}

std::vector<TextRange> argumentsOf(const Program &program,
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

} // namespace hocket::inlining
