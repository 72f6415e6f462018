// SPDX-License-Identifier: Apache-2.0
//
// Address ranges as C text.

#include "polyhedral/RangeChecks.h"

#include "ir/Tree.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace hocket::polyhedral {

using ir::Compare;

namespace {

constexpr unsigned kMaxDepth = 8;
constexpr std::size_t kMaxText = 2000; ///< longer tests are not worth it

std::string number(int64_t value) {
  std::string text = std::to_string(value) + "LL";
  return value < 0 ? "(" + text + ")" : text;
}

std::string choose(const std::string &a, const char *op, const std::string &b) {
  if (a == b)
    return a;
  return "(" + a + " " + op + " " + b + " ? " + a + " : " + b + ")";
}

std::string lesser(const std::string &a, const std::string &b) {
  return choose(a, "<", b);
}
std::string greater(const std::string &a, const std::string &b) {
  return choose(a, ">", b);
}

} // namespace

/// The variable is there on entry of the root, and is not changed in it.
bool RangeText::use(ir::ObjectId id) {
  const ir::Program &program = model_.program();
  const ir::Object &object = program[id];
  if (object.isVolatile || object.isThreadLocal ||
      ir::isDeclaredIn(program, id, model_.root()))
    return false;
  // Two variables of one name cannot both be meant by it.
  for (ir::ObjectId other : uses_)
    if (other != id && program[other].name == object.name)
      return false;
  if (std::find(uses_.begin(), uses_.end(), id) == uses_.end())
    uses_.push_back(id);
  return true;
}

void RangeText::noteLoad(ir::ExprId address, ir::StmtId at) {
  readsMemory_ = true;
  bool isFound = false;
  for (const analysis::EffectItem &item : model_.index().itemsOf(at))
    if (item.kind == ir::AccessKind::Read && item.address == address) {
      isFound = true;
      reads_.ids.insert(reads_.ids.end(), item.objects.ids.begin(),
                        item.objects.ids.end());
      reads_.unknown |= item.objects.unknown;
    }
  reads_.unknown |= !isFound;
}

/// The load as the user wrote it, if that text means the same on entry.
std::optional<std::string> RangeText::loadText(ir::ExprId load, ir::StmtId at) {
  if (!isValid(at))
    return std::nullopt;
  const ir::Program &program = model_.program();
  ir::ExprId address = program[load].operands[0];
  for (const ir::Access &access : program[at].accesses) {
    if (access.kind != ir::AccessKind::Read || access.address != address ||
        !isValid(access.text.unit) || access.text.empty())
      continue;
    std::string text(program.text(access.text));
    bool isPlain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
      return std::isalnum(c) ||
             std::string_view("_.->[]() *&").find(c) != std::string_view::npos;
    });
    if (!isPlain || text.find("--") != std::string::npos)
      return std::nullopt;
    for (const ir::Hole &hole : program[access.text.unit].holes) {
      if (hole.begin < access.text.begin || hole.end > access.text.end)
        continue;
      if (model_.mayBeWritten(hole.object) || !use(hole.object))
        return std::nullopt;
    }
    // Also what is read on the way, as in `g->rows->data`.
    for (const ir::Access &inner : program[at].accesses)
      if (inner.kind == ir::AccessKind::Read &&
          inner.text.begin >= access.text.begin &&
          inner.text.end <= access.text.end)
        noteLoad(inner.address, at);
    return "(" + text + ")";
  }
  return std::nullopt;
}

std::optional<std::string> RangeText::parameterText(const Atom &atom) {
  const ir::Expr &expr = model_.program()[atom.expr];
  std::string text;
  if (expr.kind == ir::ExprKind::Var) {
    // The parameter is the value on entry, which is what the text reads there.
    if (!use(expr.object))
      return std::nullopt;
    text = model_.program()[expr.object].name;
  } else if (expr.kind == ir::ExprKind::Load) {
    std::optional<std::string> load = loadText(atom.expr, atom.at);
    if (!load)
      return std::nullopt;
    text = *load;
  } else {
    return std::nullopt;
  }
  return "(long long)" + text;
}

std::optional<RangeText::Interval> RangeText::ofIterator(const Atom &atom,
                                                         unsigned depth) {
  const LoopShape *shape = model_.loopShape(atom.loop);
  if (!shape || !shape->lower || !shape->bound)
    return std::nullopt;
  std::optional<Interval> lower = ofPoly(*shape->lower, depth + 1);
  std::optional<Interval> bound = ofPoly(*shape->bound, depth + 1);
  if (!lower || !bound)
    return std::nullopt;
  switch (shape->compare) {
  case Compare::Lt:
    return Interval{lower->low, "(" + bound->high + " - 1)"};
  case Compare::Le:
    return Interval{lower->low, bound->high};
  case Compare::Gt:
    return Interval{"(" + bound->low + " + 1)", lower->high};
  default:
    return Interval{bound->low, lower->high};
  }
}

std::optional<RangeText::Interval> RangeText::ofAtom(AtomId id,
                                                     unsigned depth) {
  const Atom &atom = model_.atom(id);
  switch (atom.kind) {
  case Atom::Kind::Iterator:
    return ofIterator(atom, depth);
  case Atom::Kind::Parameter:
    if (std::optional<std::string> text = parameterText(atom))
      return Interval{*text, *text};
    return std::nullopt;
  case Atom::Kind::Derived:
    return std::nullopt;
  }
  return std::nullopt;
}

/// The product of the intervals of a monomial's atoms.
std::optional<RangeText::Interval>
RangeText::ofMonomial(const Monomial &monomial, unsigned depth) {
  std::optional<Interval> product;
  for (AtomId id : monomial) {
    std::optional<Interval> factor = ofAtom(id, depth);
    if (!factor)
      return std::nullopt;
    if (!product) {
      product = factor;
      continue;
    }
    auto times = [](const std::string &a, const std::string &b) {
      return "(" + a + " * " + b + ")";
    };
    bool isPoint = factor->low == factor->high;
    bool wasPoint = product->low == product->high;
    std::string a = times(product->low, factor->low);
    std::string b = times(product->low, factor->high);
    std::string c = times(product->high, factor->low);
    std::string d = times(product->high, factor->high);
    // The extremes of a product are among the products of the extremes.
    if (isPoint && wasPoint)
      product = Interval{a, a};
    else if (isPoint || wasPoint)
      product = Interval{lesser(a, d), greater(a, d)};
    else
      product = Interval{lesser(lesser(a, b), lesser(c, d)),
                         greater(greater(a, b), greater(c, d))};
    if (product->low.size() > kMaxText || product->high.size() > kMaxText)
      return std::nullopt;
  }
  return product;
}

std::optional<RangeText::Interval> RangeText::ofPoly(const Poly &poly,
                                                     unsigned depth) {
  if (depth > kMaxDepth)
    return std::nullopt;
  if (poly.isConstant())
    return Interval{number(poly.constantTerm()), number(poly.constantTerm())};
  Interval sum;
  auto add = [](std::string &to, const std::string &term) {
    to += (to.empty() ? "" : " + ") + term;
  };
  for (const auto &[monomial, coefficient] : poly.terms()) {
    if (monomial.empty())
      continue;
    std::optional<Interval> product = ofMonomial(monomial, depth);
    if (!product)
      return std::nullopt;
    std::string factor = coefficient == 1 ? "" : number(coefficient) + " * ";
    if (coefficient < 0)
      std::swap(product->low, product->high);
    add(sum.low, factor + product->low);
    add(sum.high, factor + product->high);
  }
  if (int64_t constant = poly.constantTerm()) {
    add(sum.low, number(constant));
    add(sum.high, number(constant));
  }
  return Interval{"(" + sum.low + ")", "(" + sum.high + ")"};
}

std::optional<std::string> RangeText::baseText(const Root &root) {
  switch (root.kind) {
  case Root::Kind::Object:
    if (!use(root.object))
      return std::nullopt;
    return "&" + model_.program()[root.object].name;
  case Root::Kind::Pointer:
    if (!use(root.object))
      return std::nullopt;
    return model_.program()[root.object].name;
  case Root::Kind::Loaded: {
    std::optional<std::string> text = loadText(root.expr, root.at);
    if (!text)
      return std::nullopt;
    return text->substr(1, text->size() - 2);
  }
  case Root::Kind::Row:
  case Root::Kind::Allocation:
    break;
  }
  return std::nullopt;
}

std::optional<RangeCheck::Side>
RangeText::side(const std::vector<const MemoryAccess *> &accesses) {
  uses_.clear();
  readsMemory_ = false;
  reads_ = {};
  RangeCheck::Side result;
  std::optional<std::string> base = baseText(*accesses.front()->address->root);
  if (!base)
    return std::nullopt;
  result.base = *base;
  // Accesses that differ by a constant alone need one range.
  std::map<Poly, std::pair<int64_t, int64_t>> extents;
  for (const MemoryAccess *access : accesses) {
    if (access->item->size == 0)
      return std::nullopt;
    Poly poly = access->address->poly;
    int64_t begin = poly.constantTerm();
    int64_t end = begin + access->item->size;
    poly.add({}, -begin);
    auto [it, isNew] = extents.try_emplace(std::move(poly), begin, end);
    if (!isNew)
      it->second = {std::min(it->second.first, begin),
                    std::max(it->second.second, end)};
  }
  for (const auto &[poly, extent] : extents) {
    std::optional<Interval> range = ofPoly(poly, 0);
    if (!range)
      return std::nullopt;
    std::string low = "(" + range->low + " + " + number(extent.first) + ")";
    std::string end = "(" + range->high + " + " + number(extent.second) + ")";
    result.lo = result.lo.empty() ? low : lesser(result.lo, low);
    result.hi = result.hi.empty() ? end : greater(result.hi, end);
    if (result.lo.size() > kMaxText || result.hi.size() > kMaxText)
      return std::nullopt;
  }
  result.uses = uses_;
  result.readsMemory = readsMemory_;
  result.reads = reads_;
  return result;
}

} // namespace hocket::polyhedral
