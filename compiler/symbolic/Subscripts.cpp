// SPDX-License-Identifier: Apache-2.0
//
// An address says of its sums which are subscripts of an array of declared
// length (ir::Expr::value). For other arrays, those of variable length and rows
// behind a pointer: the address of `e[i][j]` is Add(Add(E, stride1 * i),
// stride2 * j). That no load stands between the two sums shows that e[i] is an
// array and not a pointer; its extent is stride1 / stride2. The text shows that
// the sums come from subscripts and not from pointer arithmetic.

#include "symbolic/Subscripts.h"

#include <algorithm>
#include <cctype>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;

namespace {

/// Drops `.name` members from the end of the text; false if one is no name.
unsigned dropMembers(std::string_view &text) {
  unsigned dropped = 0;
  for (;;) {
    std::size_t end = text.size();
    while (end > 0 &&
           (std::isalnum(static_cast<unsigned char>(text[end - 1])) ||
            text[end - 1] == '_'))
      --end;
    if (end == text.size() || end == 0 || text[end - 1] != '.')
      return dropped;
    text.remove_suffix(text.size() - end + 1);
    ++dropped;
  }
}

/// Number of bracketed subscripts at the end of the text.
unsigned countSubscripts(std::string_view text) {
  unsigned count = 0;
  for (;;) {
    while (!text.empty() && text.back() == ' ')
      text.remove_suffix(1);
    if (text.empty() || text.back() != ']')
      return count;
    unsigned depth = 0;
    std::size_t at = text.size();
    while (at > 0) {
      char c = text[--at];
      if (c == '"' || c == '\'')
        return count;
      depth += c == ']';
      depth -= c == '[';
      if (depth == 0)
        break;
    }
    if (depth != 0)
      return count;
    text = text.substr(0, at);
    ++count;
  }
}

/// a / b for single terms, as a polynomial.
std::optional<Polynomial> quotient(const Polynomial &a, const Polynomial &b) {
  if (a.terms().size() != 1 || b.terms().size() != 1)
    return std::nullopt;
  const auto &[monomialA, coefficientA] = *a.terms().begin();
  const auto &[monomialB, coefficientB] = *b.terms().begin();
  std::optional<Monomial> monomial = divide(monomialA, monomialB);
  if (!monomial || coefficientA % coefficientB != 0)
    return std::nullopt;
  Polynomial result;
  result.add(*monomial, coefficientA / coefficientB);
  return result;
}

struct Subscript {
  Polynomial stride, index;
};

isl::set both(const std::optional<isl::set> &a, const isl::set &b) {
  return a ? isl_ext::conjunction(*a, b) : b;
}

/// The sum is a subscript of an array of so many bytes, as it is declared.
bool hasExtent(const ir::Expr &sum) {
  return sum.value > 0 && sum.value <= INT32_MAX;
}

class Reader {
public:
  Reader(AffineModel &model, ir::StmtId stmt) : model_(model), stmt_(stmt) {}

  /// What the subscripts of arrays of declared length are within, in bytes.
  SubscriptBounds declared(ExprId address) {
    SubscriptBounds bounds;
    for (const ir::Expr *sum = &model_.program()[address];
         sum->kind == ExprKind::Add && sum->isPointer;
         sum = &model_.program()[sum->operands[0]])
      if (hasExtent(*sum) || sum->value == INT64_MAX)
        if (std::optional<Polynomial> step = linear(sum->operands[1]))
          addStep(*step, sum->value, bounds);
    return bounds;
  }

  /// { : 0 <= index }; the last array of a struct may have more elements than
  /// it says.
  isl::set notBefore(const Polynomial &index) {
    return isl_ext::conjunction(model_.notNegative(index),
                                model_.definitions(index));
  }

  /// { : 0 <= index < extent }
  isl::set within(const Polynomial &index, const isl::pw_aff &extent) {
    isl::pw_aff at = model_.toIsl(index);
    return isl_ext::conjunction(
        isl_ext::conjunction(at.ge_set(model_.constant(0)), at.lt_set(extent)),
        model_.definitions(index));
  }

  /// The innermost `count` subscripts, outermost first.
  std::optional<std::vector<Subscript>> read(ExprId address, unsigned count) {
    std::vector<Subscript> result;
    for (; count > 0; --count) {
      const ir::Expr &sum = model_.program()[address];
      if (sum.kind != ExprKind::Add || !sum.isPointer)
        return std::nullopt;
      std::optional<Subscript> subscript = one(sum.operands[1]);
      if (!subscript)
        return std::nullopt;
      result.push_back(*subscript);
      address = sum.operands[0];
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

private:
  void addStep(const Polynomial &step, int64_t extent,
               SubscriptBounds &bounds) {
    if (extent == INT64_MAX) {
      bounds.within = both(bounds.within, notBefore(step));
      return;
    }
    bounds.parts.push_back({step, extent});
    const int64_t at = step.constantTerm();
    if (step.isConstant() && at >= 0 && at < extent) {
      bounds.within = both(bounds.within, model_.universe());
      return;
    }
    std::optional<Polynomial> last = Polynomial::constant(extent - 1);
    std::optional<Polynomial> left = last ? last->minus(step) : std::nullopt;
    bounds.within = both(
        bounds.within,
        left ? isl_ext::conjunction(notBefore(step), model_.notNegative(*left))
             : within(step, model_.constant(long(extent))));
  }

  std::optional<Polynomial> linear(ExprId id) {
    std::optional<Value> value = model_.valueAt(id, stmt_);
    if (!value || value->base || !model_.isLinear(value->polynomial) ||
        (value->wrapBits != 0 && value->wrapBits < 64))
      return std::nullopt;
    return value->polynomial;
  }

  std::optional<Subscript> one(ExprId term) {
    const ir::Expr &product = model_.program()[term];
    if (product.kind != ExprKind::Mul) // of chars
      return std::nullopt;
    std::optional<Polynomial> stride = linear(product.operands[0]);
    std::optional<Polynomial> index = linear(product.operands[1]);
    if (!stride || !index || model_.isVariant(*stride))
      return std::nullopt;
    return Subscript{*stride, *index};
  }

  AffineModel &model_;
  ir::StmtId stmt_;
};

} // namespace

/// So many subscripts, from the innermost on, are of arrays of declared length.
static bool areDeclared(const ir::Program &program, ExprId address,
                        unsigned count) {
  for (; count > 0; --count) {
    const ir::Expr &sum = program[address];
    if (sum.kind != ExprKind::Add || !sum.isPointer || !hasExtent(sum))
      return false;
    address = sum.operands[0];
  }
  return true;
}

/// By the strides and the text: what inner subscripts are within.
static std::optional<isl::set> rowBounds(AffineModel &model, Reader &reader,
                                         const analysis::EffectItem &item) {
  const ir::Program &program = model.program();
  std::string_view text = program.text(item.text);
  unsigned members = dropMembers(text);
  unsigned count = countSubscripts(text);
  if (count < 2)
    return std::nullopt;
  ExprId address = item.address;
  for (; members > 0; --members) {
    // A first member adds nothing.
    const ir::Expr &sum = program[address];
    if (sum.kind == ExprKind::Add &&
        program[sum.operands[1]].kind == ExprKind::Const)
      address = sum.operands[0];
  }
  if (areDeclared(program, address, count - 1))
    return std::nullopt; // declared() has told
  std::optional<std::vector<Subscript>> subscripts =
      reader.read(address, count);
  if (!subscripts)
    return std::nullopt;
  isl::set bounds = model.universe();
  for (std::size_t d = 1; d < subscripts->size(); ++d) {
    const Subscript &inner = (*subscripts)[d];
    std::optional<Polynomial> extent =
        quotient((*subscripts)[d - 1].stride, inner.stride);
    if (!extent)
      return std::nullopt;
    bounds = bounds.intersect(reader.within(inner.index, model.toIsl(*extent)))
                 .intersect(model.definitions(*extent));
  }
  return bounds;
}

SubscriptBounds subscriptBounds(AffineModel &model,
                                const analysis::EffectItem &item,
                                ir::StmtId stmt) {
  if (!isValid(item.address))
    return {};
  Reader reader(model, stmt);
  SubscriptBounds bounds = reader.declared(item.address);
  if (item.via.empty() && isValid(item.text.unit) && item.offset == 0)
    if (std::optional<isl::set> rows = rowBounds(model, reader, item))
      bounds.within = both(bounds.within, *rows);
  return bounds;
}

} // namespace hocket::polyhedral
