// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/EntryValues.h"

#include "symbolic/ParameterNames.h"

#include <algorithm>

namespace hocket::transformation {

using ir::ExprId;
using ir::ExprKind;
using polyhedral::Symbol;

namespace {

class Writer {
public:
  Writer(NestModel &model, const FreshName &freshName)
      : model_(model), values_(model.model()), program_(values_.program()),
        freshName_(freshName) {}

  bool add(const std::string &param) {
    std::optional<polyhedral::Monomial> product =
        polyhedral::parametersOf(values_, param);
    if (!product)
      return false;
    std::string text;
    for (polyhedral::SymbolId id : *product) {
      std::optional<std::string> factor = textOf(values_.symbol(id));
      if (!factor)
        return false;
      text += (text.empty() ? "" : " * ") + *factor;
    }
    result_.texts[param] = product->size() > 1 ? "(" + text + ")" : text;
    const Symbol &symbol = values_.symbol(product->front());
    if (product->size() == 1 && isVariable(symbol)) {
      result_.names[param] = program_[program_[symbol.expr].object].name;
      if (!symbol.isSigned)
        result_.isUnsignedVariable.insert(param);
    }
    return true;
  }

  EntryValues result_;

private:
  bool isVariable(const Symbol &symbol) const {
    return isValid(symbol.expr) && program_[symbol.expr].kind == ExprKind::Var;
  }

  std::optional<std::string> textOf(const Symbol &symbol) {
    if (symbol.between || !isValid(symbol.expr) ||
        (isValid(symbol.at) && values_.index().isCopy(symbol.at)))
      return std::nullopt;
    if (isVariable(symbol))
      return "(long long)" + program_[program_[symbol.expr].object].name;
    auto [it, isNew] = loads_.try_emplace(symbol.name);
    if (isNew) {
      std::optional<std::string> text = loadText(symbol);
      if (!text)
        return std::nullopt;
      it->second = freshName_("hk_n");
      result_.declarations +=
          "const long long " + it->second + " = (long long)(" + *text + ");\n";
    }
    return it->second.empty() ? std::nullopt
                              : std::optional<std::string>(it->second);
  }

  /// As the user wrote it where it is loaded.
  std::optional<std::string> loadText(const Symbol &symbol) const {
    const ir::Expr &load = program_[symbol.expr];
    if (load.kind != ExprKind::Load || !isValid(symbol.at) ||
        !isSure(load.operands.front()))
      return std::nullopt;
    for (const ir::Access &access : program_[symbol.at].accesses)
      if (access.kind == ir::AccessKind::Read &&
          access.address == load.operands.front() &&
          access.size * 8 == load.bits && !access.isBitField &&
          isValid(access.text.unit))
        return std::string(program_.text(access.text));
    return std::nullopt;
  }

  /// The variable that an address is constant steps from.
  ExprId originOf(ExprId address) const {
    const ir::Expr *expr = &program_[address];
    while (expr->kind == ExprKind::Add &&
           program_[expr->operands[1]].kind == ExprKind::Const) {
      address = expr->operands[0];
      expr = &program_[address];
    }
    return expr->kind == ExprKind::Var || expr->kind == ExprKind::AddrOf
               ? address
               : ExprId::None;
  }

  /// A variable's own memory; or that behind a pointer through which the nest
  /// loads in any case: the header of its outermost loop does.
  bool isSure(ExprId address) const {
    ExprId origin = originOf(address);
    if (!isValid(origin))
      return false;
    if (program_[origin].kind == ExprKind::AddrOf)
      return true;
    const ir::Loop &root = *program_[model_.nest().root].as<ir::Loop>();
    for (ir::StmtId stmt : {root.init, root.condition})
      for (const ir::Access &access : program_[stmt].accesses)
        if (access.must && originOf(access.address) == origin)
          return true;
    return false;
  }

  NestModel &model_;
  polyhedral::AffineModel &values_;
  const ir::Program &program_;
  const FreshName &freshName_;
  std::map<std::string, std::string> loads_;
};

} // namespace

std::optional<EntryValues> entryValues(NestModel &model,
                                       const std::vector<std::string> &params,
                                       const FreshName &freshName) {
  Writer writer(model, freshName);
  for (const std::string &param : params)
    if (!writer.add(param))
      return std::nullopt;
  return std::move(writer.result_);
}

} // namespace hocket::transformation
