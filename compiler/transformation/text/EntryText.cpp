// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/EntryText.h"

#include "symbolic/ParameterNames.h"
#include "transformation/text/AstText.h"

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

/// A number of 64 bits without a sign that a long long may not hold. Where a
/// loop of the nest ends with it and begins with a constant, it does: the loop
/// would not come to its end.
bool EntryText::mayBeHuge(polyhedral::SymbolId id) const {
  const Symbol symbol = values_.symbol(id);
  if (symbol.isSigned || symbol.bits != 64)
    return false;
  const std::vector<NodeId> &loops = model_.nest().loops;
  return std::none_of(loops.begin(), loops.end(), [&](NodeId loop) {
    const polyhedral::LoopShape *shape = values_.loopShape(loop);
    if (!shape || shape->step < 1 || !shape->lower || !shape->bound ||
        !shape->lower->isConstant() || shape->compare == ir::Compare::Ne)
      return false;
    std::optional<Polynomial> rest =
        shape->bound->minus(Polynomial::symbol(id));
    return rest && rest->isConstant();
  });
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
    if (mayBeHuge(id))
      wideLoads_.insert(*local);
    return text;
  }
  if (!isNamedIn(model_, program_[symbol.expr].object))
    return std::nullopt;
  const std::string &name = program_[program_[symbol.expr].object].name;
  std::string text = "(long long)" + name;
  if (!symbol.isSigned)
    unsigned_[text] = name;
  if (mayBeHuge(id))
    wideNames_.insert(name);
  return text;
}

namespace {

/// Numbers that a long long does not hold, nor what is added to them.
std::string areSmall(const std::set<std::string> &numbers) {
  std::string result;
  for (const std::string &number : numbers)
    result += (result.empty() ? "" : " && ") + number +
              " <= 1152921504606846976ULL"; // 2^60
  return result;
}

} // namespace

std::string EntryText::namesAreSmall() const { return areSmall(wideNames_); }

std::string EntryText::loadsAreSmall() const { return areSmall(wideLoads_); }

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
    if (!isNamedIn(model_, base.object) || program_[base.object].isRegister)
      return std::nullopt;
    return "&" + program_[base.object].name;
  case Base::Kind::Pointer:
    if (!isNamedIn(model_, base.object))
      return std::nullopt;
    return program_[base.object].name;
  case Base::Kind::Loaded:
    return load(base.key, base.expr, base.at, true);
  default:
    return std::nullopt;
  }
}

/// The pointer's text, and the loops that have to run for it to be there.
std::optional<SourcePointer> EntryText::sourcePointer(const Base &base) {
  std::optional<std::string> text = pointer(base);
  if (!text)
    return std::nullopt;
  SourcePointer result{*text, {}};
  for (const Load &load : loads_)
    if (load.name == *text)
      result.loops = load.loops;
  return result;
}

std::string EntryText::typeOfPointer(const Base &base) const {
  auto known = pointers_.find(base.key);
  return known == pointers_.end() ? "" : known->second;
}

std::optional<std::string> EntryText::load(const std::string &key, ExprId expr,
                                           StmtId at, bool isPointer) {
  if (auto known = locals_.find(key); known != locals_.end())
    return known->second;
  std::optional<Source> source;
  if (isValid(at))
    source = sourceOf(model_, expr, at,
                      [this](const Base &base) { return sourcePointer(base); });
  if (!source)
    return std::nullopt;
  const std::string &text = source->text;
  std::string local = freshName_(isPointer ? "ht_p" : "ht_n");
  Load one;
  one.name = local;
  one.loops = std::move(source->loops);
  const std::string &type = source->access->declared;
  if (isPointer) {
    one.declaration = (type.empty() ? "const void *" : type) + "const " +
                      local + " = " + text + ";\n";
    pointers_[key] = type;
  } else if (type.empty()) {
    one.declaration =
        "const long long " + local + " = (long long)" + text + ";\n";
  } else {
    one.declaration = "const " + type + local + " = " + text + ";\n";
    integers_.push_back({local, type, source->access->address, source->at});
  }
  loads_.push_back(std::move(one));
  return locals_[key] = local;
}

bool EntryText::canSay(const std::vector<std::string> &params) {
  return std::all_of(
      params.begin(), params.end(),
      [this](const std::string &name) { return param(name).has_value(); });
}

/// What a loop's body loads is there once it has an iteration, be it the first
/// time that it is come to or later: `for (j = 0; j < i; j++)` has none in the
/// first iteration of the loop over i.
std::optional<std::string> EntryText::open() {
  // Conditions may need loads themselves.
  std::map<NodeId, isl::set> conditions;
  for (std::size_t k = 0; k < loads_.size(); ++k)
    for (NodeId loop : std::vector<NodeId>(loads_[k].loops)) {
      if (conditions.count(loop))
        continue;
      std::optional<isl::set> runs = model_.runsAtAll(loop);
      if (!runs || !canSay(isl_ext::involvedParamsOf(*runs)))
        return std::nullopt;
      conditions.emplace(loop, std::move(*runs));
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
  isl::set known = values_.universe();
  for (NodeId loop : model_.nest().loops) {
    auto condition = conditions.find(loop);
    if (condition == conditions.end())
      continue;
    std::string runs = conditionText(*this, condition->second.gist(known));
    for (std::size_t k = 0; k < loads_.size(); ++k)
      if (!isDone[k] && runs.find(loads_[k].name) != std::string::npos)
        return std::nullopt; // it would be needed to know whether it happens
    text += "if (" + runs + ") {\n";
    ++blocks_;
    known = known.intersect(condition->second);
    tested.push_back(loop);
    declareReady();
  }
  return text;
}

std::string conditionText(EntryText &entry, const isl::set &holds) {
  auto name = [&](const std::string &param) { return *entry.param(param); };
  return AstText(name, name).text(isl::ast_build(holds.ctx()).expr_from(holds));
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
