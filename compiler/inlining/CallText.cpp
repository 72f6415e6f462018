// SPDX-License-Identifier: Apache-2.0
#include "inlining/CallText.h"

#include "inlining/Returns.h"
#include "ir/FunctionBody.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::inlining {

using namespace ir;

namespace {

/// The type without a `const` of the variable itself.
CType withoutConst(const Object &object) {
  CType type = object.type;
  if (!object.isConst)
    return type;
  std::size_t star = type.before.rfind('*');
  std::size_t at =
      type.before.find("const", star == std::string::npos ? 0 : star);
  if (at != std::string::npos)
    type.before.erase(at, 5);
  return type;
}

std::string squeezed(const CType &type) {
  std::string result;
  for (char c : type.before + "@" + type.after)
    if (c != ' ')
      result += c;
  return result;
}

/// Values of type `given` are the same in the place of the parameter's; that
/// what it points to is not to be changed through the parameter does not
/// matter.
bool isSameValue(const Object &param, const CType &given) {
  std::string wanted = squeezed(withoutConst(param)), type = squeezed(given);
  return wanted == type || (param.isPointer && wanted == "const" + type);
}

/// The callee declares something besides the parameter that the text names.
bool isHidden(const Program &program, const std::string &text, ObjectId param,
              FunctionId callee) {
  std::vector<std::string_view> names = identifiersIn(text);
  for (const Hole &hole : holesIn(program, program[callee].text))
    if (hole.isDeclarator && isValid(hole.object) && hole.object != param &&
        program[hole.object].kind != ObjectKind::Param &&
        std::count(names.begin(), names.end(), program[hole.object].name))
      return true;
  return false;
}

/// The type of a pointer to the first element of an array of one dimension;
/// empty for anything else.
CType elementPointer(const Object &array) {
  const std::string &after = array.type.after;
  CType type;
  if (array.isArray && after.find('[') == 0 &&
      after.find(']') == after.size() - 1)
    type.before = array.type.before + "*";
  return type;
}

/// `&x`, with nothing else around it than parentheses.
bool isAddressOf(std::string_view text, std::string_view name) {
  std::string rest;
  for (char c : text)
    if (c != ' ' && c != '(' && c != ')')
      rest += c;
  return rest == "&" + std::string(name);
}

bool isWrittenIn(const Program &program, ObjectId object, NodeId root) {
  std::vector<StmtId> stmts = allStmts(program, root);
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    const std::vector<Access> &accesses = program[stmt].accesses;
    return std::any_of(
        accesses.begin(), accesses.end(), [&](const Access &access) {
          return access.kind == AccessKind::Write && isValid(access.address) &&
                 program[access.address].kind == ExprKind::AddrOf &&
                 program[access.address].object == object;
        });
  });
}

/// So that what follows is found where it stands in the source.
std::string marker(const SourceLocation &location, bool isQuiet) {
  return "\n" + lineMarker(location, isQuiet) +
         std::string(location.column > 0 ? location.column - 1 : 0, ' ');
}

} // namespace

Filler CallText::fillerOf(const Scope &scope) const {
  return [&scope](ObjectId object) {
    auto it = scope.renamed.find(object);
    return it == scope.renamed.end() ? std::string() : it->second;
  };
}

std::string CallText::freshName(const std::string &like, UnitId unit) {
  std::set<std::string> &words = words_[unit];
  if (words.empty())
    for (std::string_view word : identifiersIn(program_[unit].text))
      words.insert(std::string(word));
  for (unsigned number = 1;; ++number)
    if (std::string name = like + "_" + std::to_string(number);
        words.insert(name).second)
      return name;
}

/// What can be written for the parameter instead of declaring it: a variable,
/// or the address of one, so that the variable is not said to be anywhere else.
/// Empty: nothing. \param text the argument where the call stands
std::string CallText::inPlaceOf(const BoundArgument &bound, FunctionId callee,
                                const std::string &text) const {
  ObjectId param = bound.param;
  const TextRange &argument = bound.text;
  std::span<const Hole> holes = holesIn(program_, argument);
  if (holes.size() != 1 || !isValid(holes.front().object))
    return "";
  const Object &given = program_[holes.front().object];
  const Object &wanted = program_[param];
  bool isOwn =
      given.kind == ObjectKind::Local || given.kind == ObjectKind::Param;
  bool isName = holes.front().begin == argument.begin &&
                holes.front().end == argument.end;
  bool isValue = isName && given.isScalar && !given.isAddressTaken &&
                 isSameValue(wanted, withoutConst(given));
  bool isAddress = isAddressOf(program_.text(argument), given.name) &&
                   isSameValue(wanted, given.pointerType);
  bool isArray = isName && isSameValue(wanted, elementPointer(given));
  bool isPossible = isOwn && (isValue || isAddress || isArray) &&
                    !given.isVolatile && wanted.isScalar &&
                    !wanted.isAddressTaken && !wanted.isRestrict &&
                    !asksForTypes(program_, callee) &&
                    !isHidden(program_, text, param, callee) &&
                    !isWrittenIn(program_, param, program_[callee].body);
  if (!isPossible)
    return "";
  return isArray ? "(&" + text + "[0])" : isAddress ? "(" + text + ")" : text;
}

CallText::Parameters CallText::bind(const CallInstance &call,
                                    const Scope &scope) {
  const Function &callee = program_[call.callee];
  std::vector<std::string> texts;
  std::set<std::string, std::less<>> taken;
  for (const BoundArgument &argument : call.arguments) {
    texts.push_back(fill(program_, argument.text, fillerOf(scope)));
    for (std::string_view word : identifiersIn(texts.back()))
      taken.insert(std::string(word));
  }
  Parameters result;
  result.inside.names = scope.names;
  std::set<ObjectId> used;
  for (const Hole &hole : holesIn(program_, program_[callee.body].text))
    used.insert(hole.object);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    ObjectId param = call.arguments[i].param;
    if (!used.count(param))
      continue;
    std::string name = program_[param].name;
    if (std::string text = inPlaceOf(call.arguments[i], callee.id, texts[i]);
        !text.empty()) {
      result.inside.renamed[param] = text;
      continue;
    }
    if (taken.count(name)) {
      name = freshName(name, callee.unit);
      result.inside.renamed[param] = name;
    }
    result.inside.names.insert(*kept_.insert(name).first);
    CType type = asksForTypes(program_, callee.id)
                     ? program_[param].type
                     : withoutConst(program_[param]);
    result.declarations += type.declare(name) + " = (" + texts[i] + "); ";
  }
  for (std::string_view name : declaredNames(program_, callee.id))
    result.inside.names.insert(name);
  return result;
}

/// A product that is an argument or a result might meet a sum.
bool CallText::mayBeFused(const CallInstance &call) const {
  if (!mayFuse_)
    return false;
  const Function &callee = program_[call.callee];
  auto hasProduct = [&](const TextRange &range) {
    return program_.text(range).find('*') != std::string_view::npos;
  };
  for (const BoundArgument &argument : call.arguments)
    if (program_[argument.param].isFloat && hasProduct(argument.text))
      return true;
  bool isFloat =
      std::any_of(callee.results.begin(), callee.results.end(),
                  [&](ExprId e) { return isValid(e) && program_[e].isFloat; });
  bool found = false;
  forEachNode(program_, callee.body, [&](NodeId id) {
    const auto *jump = program_[id].as<Jump>();
    found |=
        jump && isValid(jump->value) && hasProduct(program_[jump->value].text);
  });
  return isFloat && call.needsResult && found;
}

std::optional<std::string> CallText::body(FunctionId callee, const Scope &scope,
                                          const std::string &result) {
  NodeId root = program_[callee].body;
  std::optional<Replacements> replacements =
      replaceReturns(program_, callee, {result, fillerOf(scope)});
  if (!replacements)
    return std::nullopt;
  for (const CallPoint &inner : callsIn(program_, root))
    if (isChosen_(inner))
      if (std::optional<Replacement> text = write(inner, scope))
        replacements->push_back(std::move(*text));
  return fillReplaced(program_, program_[root].text, fillerOf(scope),
                      std::move(*replacements));
}

std::optional<Replacement> CallText::write(const CallPoint &place,
                                           const Scope &scope) {
  const Node &node = program_[place.node];
  const Stmt &stmt = program_[place.stmt];
  CallInstance call = callInstance(program_, place);
  const Function &callee = program_[call.callee];
  for (std::string_view name : outerNames(program_, call.callee))
    if (scope.names.count(name))
      return std::nullopt;
  if (mayBeFused(call))
    return std::nullopt;
  Parameters parameters = bind(call, scope);
  bool isWholeStmt =
      call.text.begin == stmt.text.begin && call.text.end == stmt.text.end;
  std::string result;
  if (!callee.returnsVoid && (call.needsResult || !isWholeStmt))
    result = freshName(callee.name, callee.unit);
  std::optional<std::string> copy =
      body(call.callee, parameters.inside, result);
  if (!copy)
    return std::nullopt;

  std::string text = marker(node.location, true);
  if (!result.empty())
    text += callee.resultType.declare(result) + "; ";
  text += "{ " + parameters.declarations +
          marker(program_[callee.body].location, true) + *copy + " }";
  SourceLocation rest = node.location;
  if (isWholeStmt && result.empty())
    rest.line = node.endLine;
  text += marker(rest, false);
  if (!isWholeStmt || !result.empty())
    text += fillReplaced(program_, node.text, fillerOf(scope),
                         {{call.text.begin, call.text.end,
                           result.empty() ? "(void)0" : result}});
  if (stmt.kind != StmtKind::Declaration)
    text = "{" + text + "}";
  return Replacement{node.text.begin, node.text.end, std::move(text)};
}

} // namespace hocket::inlining
