// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/EntryText.h"

#include "ir/Holes.h"
#include "ir/Tree.h"
#include "symbolic/ParameterNames.h"

#include <algorithm>

namespace hocket::transformation {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::StmtId;
using polyhedral::Base;
using polyhedral::Polynomial;
using polyhedral::Symbol;

EntryText::EntryText(NestModel &model, const FreshName &freshName)
    : model_(model), values_(model.model()), program_(values_.program()),
      freshName_(freshName) {}

std::optional<std::string> EntryText::param(const std::string &name) {
  std::optional<polyhedral::Monomial> product =
      polyhedral::parametersOf(values_, name);
  if (!product)
    return std::nullopt;
  std::string text;
  for (polyhedral::SymbolId id : *product) {
    std::optional<std::string> factor = symbol(id);
    if (!factor)
      return std::nullopt;
    text += (text.empty() ? "" : " * ") + *factor;
  }
  return product->size() > 1 ? "(" + text + ")" : text;
}

std::optional<std::string> EntryText::symbol(polyhedral::SymbolId id) {
  const Symbol symbol = values_.symbol(id);
  if (symbol.kind != Symbol::Kind::Parameter || symbol.between ||
      !isValid(symbol.expr))
    return std::nullopt;
  if (program_[symbol.expr].kind != ExprKind::Var) {
    std::optional<std::string> local =
        load(symbol.name, symbol.expr, symbol.at, false);
    if (!local)
      return std::nullopt;
    std::string text = "(long long)" + *local;
    if (!symbol.isSigned)
      unsigned_[text] = *local;
    return text;
  }
  if (!isNamedHere(program_[symbol.expr].object))
    return std::nullopt;
  const std::string &name = program_[program_[symbol.expr].object].name;
  std::string text = "(long long)" + name;
  if (!symbol.isSigned)
    unsigned_[text] = name;
  return text;
}

std::string EntryText::signedVariable(const std::string &param) const {
  std::optional<polyhedral::Monomial> product =
      polyhedral::parametersOf(values_, param);
  if (!product || product->size() != 1)
    return "";
  const Symbol &symbol = values_.symbol(product->front());
  if (!isValid(symbol.expr) || !symbol.isSigned)
    return "";
  if (program_[symbol.expr].kind == ExprKind::Var)
    return program_[program_[symbol.expr].object].name;
  auto local = locals_.find(symbol.name);
  return local == locals_.end() ? "" : local->second;
}

std::string EntryText::unsignedVariable(const std::string &text) const {
  auto known = unsigned_.find(text);
  return known == unsigned_.end() ? "" : known->second;
}

std::optional<std::string> EntryText::pointer(const Base &base) {
  switch (base.kind) {
  case Base::Kind::Object:
    if (!isNamedHere(base.object) || program_[base.object].isRegister)
      return std::nullopt;
    return "&" + program_[base.object].name;
  case Base::Kind::Pointer:
    if (!isNamedHere(base.object))
      return std::nullopt;
    return program_[base.object].name;
  case Base::Kind::Loaded:
    return load(base.key, base.expr, base.at, true);
  default:
    return std::nullopt;
  }
}

std::string EntryText::typeOfPointer(const Base &base) const {
  auto known = pointers_.find(base.key);
  return known == pointers_.end() ? "" : known->second;
}

std::optional<std::string> EntryText::load(const std::string &key, ExprId expr,
                                           StmtId at, bool isPointer) {
  if (auto known = locals_.find(key); known != locals_.end())
    return known->second;
  if (!isValid(at) || values_.index().isCopy(at))
    return std::nullopt;
  const ir::Access *access = accessOf(expr, at);
  if (!access)
    return std::nullopt;
  std::string text = "(" + std::string(program_.text(access->text)) + ")";
  std::optional<std::vector<NodeId>> loops = loopsThatRun(*access, at);
  if (!loops)
    return std::nullopt;
  std::string local = freshName_(isPointer ? "ht_p" : "ht_n");
  Load one;
  one.name = local;
  one.loops = std::move(*loops);
  const std::string &type = access->declared;
  if (isPointer) {
    one.declaration = (type.empty() ? "const void *" : type) + "const " +
                      local + " = " + text + ";\n";
    pointers_[key] = type;
  } else if (type.empty()) {
    one.declaration =
        "const long long " + local + " = (long long)" + text + ";\n";
  } else {
    one.declaration = "const " + type + local + " = " + text + ";\n";
    integers_.push_back({local, type, access->address, at});
  }
  loads_.push_back(std::move(one));
  return locals_[key] = local;
}

/// The nest's text names it, so that it means the same before: what a called
/// function names may be another unit's, and what is declared inside is not
/// there yet.
bool EntryText::isNamedHere(ir::ObjectId object) const {
  NodeId root = model_.nest().root;
  std::span<const ir::Hole> holes = ir::holesIn(program_, program_[root].text);
  return !ir::isDeclaredIn(program_, object, root) &&
         std::any_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
           return hole.object == object;
         });
}

/// As the user wrote it where it is loaded; null: that does not always happen
/// there, or not by one name.
const ir::Access *EntryText::accessOf(ExprId expr, StmtId at) const {
  const ir::Expr &load = program_[expr];
  if (load.kind != ExprKind::Load || !isValid(originOf(load.operands.front())))
    return nullptr;
  for (const ir::Access &access : program_[at].accesses)
    if (access.kind == ir::AccessKind::Read && access.must &&
        access.address == load.operands.front() &&
        access.size * 8 == load.bits && !access.isBitField &&
        isValid(access.text.unit))
      return &access;
  return nullptr;
}

/// The variable that an address is constant steps from, which no iteration
/// changes.
ExprId EntryText::originOf(ExprId address) const {
  const ir::Expr *expr = &program_[address];
  while (expr->kind == ExprKind::Add &&
         program_[expr->operands[1]].kind == ExprKind::Const) {
    address = expr->operands[0];
    expr = &program_[address];
  }
  bool isVariable =
      expr->kind == ExprKind::AddrOf ||
      (expr->kind == ExprKind::Var && !values_.mayBeWritten(expr->object));
  return isVariable && isNamedHere(expr->object) ? address : ExprId::None;
}

/// The bytes lie in a variable.
bool EntryText::isInVariable(const ir::Access &access) const {
  int64_t offset = 0;
  const ir::Expr *expr = &program_[access.address];
  for (; expr->kind == ExprKind::Add; expr = &program_[expr->operands[0]])
    offset += program_[expr->operands[1]].value;
  return expr->kind == ExprKind::AddrOf && offset >= 0 &&
         uint64_t(offset) + access.size <= program_[expr->object].size;
}

/// Loops that need an iteration for the load to happen, outermost first: none
/// for a variable's own memory. Nothing if something else decides, too.
std::optional<std::vector<NodeId>>
EntryText::loopsThatRun(const ir::Access &access, StmtId at) const {
  std::vector<NodeId> loops;
  if (isInVariable(access))
    return loops;
  NodeId node = values_.index().nodeOf(at);
  const std::vector<NodeId> &inNest = model_.nest().loops;
  auto isOfNest = [&](NodeId loop) {
    return std::find(inNest.begin(), inNest.end(), loop) != inNest.end();
  };
  if (const ir::Loop *own = program_[node].as<ir::Loop>();
      own && (!isOfNest(node) || at == own->step))
    return std::nullopt;
  for (NodeId up = node; up != model_.nest().root;) {
    up = program_[up].parent;
    if (!program_[up].as<ir::Block>() && !isOfNest(up))
      return std::nullopt;
  }
  for (NodeId loop : inNest)
    if (loop != node && ir::isWithin(program_, node, loop))
      loops.push_back(loop);
  return loops;
}

/// The condition that the loop has an iteration the first time it is come to.
std::optional<std::string> EntryText::runs(NodeId loop) {
  std::optional<Polynomial> extent = model_.firstExtent(loop);
  if (!extent)
    return std::nullopt;
  std::optional<std::string> text = polynomialText(*this, *extent);
  return text ? std::optional<std::string>(*text + " > 0") : std::nullopt;
}

std::optional<std::string> EntryText::open() {
  // Conditions may need loads themselves.
  std::map<NodeId, std::string> conditions;
  for (std::size_t k = 0; k < loads_.size(); ++k)
    for (NodeId loop : std::vector<NodeId>(loads_[k].loops)) {
      std::optional<std::string> condition = runs(loop);
      if (!condition)
        return std::nullopt;
      conditions[loop] = *condition;
    }
  std::string text;
  std::vector<NodeId> tested;
  std::vector<char> isDone(loads_.size(), false);
  auto isTested = [&](NodeId loop) {
    return std::find(tested.begin(), tested.end(), loop) != tested.end();
  };
  auto declareReady = [&] {
    for (std::size_t k = 0; k < loads_.size(); ++k) {
      const std::vector<NodeId> &loops = loads_[k].loops;
      if (isDone[k] || !std::all_of(loops.begin(), loops.end(), isTested))
        continue;
      text += loads_[k].declaration;
      isDone[k] = true;
    }
  };
  declareReady();
  // Outer before inner: a loop's own bounds are known once those around run.
  for (NodeId loop : model_.nest().loops) {
    auto condition = conditions.find(loop);
    if (condition == conditions.end())
      continue;
    for (std::size_t k = 0; k < loads_.size(); ++k)
      if (!isDone[k] &&
          condition->second.find(loads_[k].name) != std::string::npos)
        return std::nullopt; // it would be needed to know whether it happens
    text += "if (" + condition->second + ") {\n";
    ++blocks_;
    tested.push_back(loop);
    declareReady();
  }
  return text;
}

std::optional<std::string> polynomialText(EntryText &entry,
                                          const Polynomial &value) {
  std::string text = std::to_string(value.constantTerm());
  for (const auto &[monomial, coefficient] : value.terms()) {
    if (monomial.empty())
      continue;
    std::string term = std::to_string(coefficient) + "LL";
    for (polyhedral::SymbolId id : monomial) {
      std::optional<std::string> factor = entry.symbol(id);
      if (!factor)
        return std::nullopt;
      term += " * " + *factor;
    }
    text += " + " + term;
  }
  return "(" + text + ")";
}

} // namespace hocket::transformation
