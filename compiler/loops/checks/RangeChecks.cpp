// SPDX-License-Identifier: Apache-2.0
//
// Address ranges as C text.

#include "loops/checks/RangeChecks.h"

#include "loops/checks/EntryText.h"

#include "ir/FunctionBody.h"
#include "ir/Tree.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace hocket::polyhedral {

using ir::Compare;

/// The variable is there on entry of the root, and is not changed in it.
bool RangeText::use(ir::ObjectId id) {
  const ir::Program &program = model_.program();
  const ir::Object &object = program[id];
  if (object.isVolatile || object.isThreadLocal ||
      ir::isDeclaredIn(program, id, model_.root()) ||
      !ir::isVisibleIn(program, id, program[model_.root()].function))
    return false;
  // Two variables of one name cannot both be meant by it.
  for (ir::ObjectId other : needs_.uses)
    if (other != id && program[other].name == object.name)
      return false;
  if (std::find(needs_.uses.begin(), needs_.uses.end(), id) ==
      needs_.uses.end())
    needs_.uses.push_back(id);
  return true;
}

void RangeText::noteLoad(ir::ExprId address, ir::StmtId at) {
  needs_.readsMemory = true;
  bool isFound = false;
  for (const analysis::EffectItem &item : model_.index().itemsOf(at))
    if (item.kind == ir::AccessKind::Read && item.address == address) {
      isFound = true;
      analysis::ObjectIds::List all;
      std::set_union(needs_.reads.ids.begin(), needs_.reads.ids.end(),
                     item.objects.ids.begin(), item.objects.ids.end(),
                     std::back_inserter(all));
      needs_.reads.ids = all.size() == item.objects.ids.size()
                             ? item.objects.ids
                             : analysis::ObjectIds(std::move(all));
      needs_.reads.unknown |= item.objects.unknown;
    }
  needs_.reads.unknown |= !isFound;
}

/// The load as the user wrote it, if that text means the same on entry.
std::optional<std::string> RangeText::loadText(ir::ExprId load, ir::StmtId at) {
  if (!isValid(at) || model_.index().isCopy(at))
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
    if (!isPlain || text.find("--") != std::string::npos ||
        !guardLoad(address, at, 0))
      return std::nullopt;
    const std::vector<ir::Hole> &holes = program[access.text.unit].holes;
    auto hole = std::lower_bound(
        holes.begin(), holes.end(), access.text.begin,
        [](const ir::Hole &h, uint32_t begin) { return h.begin < begin; });
    for (; hole != holes.end() && hole->end <= access.text.end; ++hole)
      if (model_.mayBeWritten(hole->object) || !use(hole->object))
        return std::nullopt;
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
  if (atom.between) {
    std::optional<std::string> from = baseText(atom.between->first);
    std::optional<std::string> to = baseText(atom.between->second);
    if (!from || !to)
      return std::nullopt;
    return "((long long)((const char *)(" + *to + ") - (const char *)(" +
           *from + ")))";
  }
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
  bool mayBeBeyond = !atom.isSigned && atom.bits == 64;
  return mayBeBeyond ? "@natural(" + text + ")" : "(long long)" + text;
}

/// The last number k has pace * k < way.
std::optional<RangeText::Interval> RangeText::ofNumber(const LoopShape &shape,
                                                       unsigned depth) {
  std::optional<Interval> way =
      shape.way ? ofPoly(*shape.way, depth + 1) : std::nullopt;
  if (!way)
    return std::nullopt;
  std::string last = over(plus(way->high, number(-1)), shape.pace);
  if (shape.unknownPace) {
    std::optional<Interval> pace = ofPoly(*shape.unknownPace, depth + 1);
    if (!pace)
      return std::nullopt;
    last = "@over(" + plus(way->high, number(-1)) + ", " + pace->low + ")";
  }
  // A loop that does not run touches nothing; a do loop always runs.
  return Interval{number(0),
                  shape.atLeastOnce ? greater(last, number(0)) : last};
}

/// The lesser or greater of two bounds is that of their texts.
std::optional<RangeText::Interval>
RangeText::ofBound(ir::NodeId loop, const Poly &bound, unsigned depth) {
  const ir::Program &program = model_.program();
  const ir::Loop &data = *program[loop].as<ir::Loop>();
  const ir::Expr &expr = program[data.counted->bound];
  bool isMin = expr.kind == ir::ExprKind::Min;
  if (!isMin && expr.kind != ir::ExprKind::Max)
    return ofPoly(bound, depth);
  std::optional<Interval> sides[2];
  for (std::size_t i : {0, 1}) {
    std::optional<Value> value =
        model_.valueAt(expr.operands[i], data.condition);
    if (value && !value->root && value->wrapBits == 0)
      sides[i] = ofPoly(value->poly, depth);
    if (!sides[i])
      return std::nullopt;
  }
  auto combined = [&](const std::string &a, const std::string &b) {
    return isMin ? lesser(a, b) : greater(a, b);
  };
  return Interval{combined(sides[0]->low, sides[1]->low),
                  combined(sides[0]->high, sides[1]->high)};
}

std::optional<RangeText::Interval> RangeText::ofIterator(const Atom &atom,
                                                         unsigned depth) {
  const LoopShape *shape = model_.loopShape(atom.loop);
  if (shape && shape->isNumbered)
    return ofNumber(*shape, depth);
  if (!shape || !shape->lower || !shape->bound)
    return std::nullopt;
  std::optional<Interval> lower = ofPoly(*shape->lower, depth + 1);
  std::optional<Interval> bound = ofBound(atom.loop, *shape->bound, depth + 1);
  if (!lower || !bound)
    return std::nullopt;
  switch (shape->compare) {
  case Compare::Lt:
    return stepped(*shape, {lower->low, plus(bound->high, number(-1))});
  case Compare::Le:
    return stepped(*shape, {lower->low, bound->high});
  case Compare::Gt:
    return stepped(*shape, {plus(bound->low, number(1)), lower->high});
  default:
    return stepped(*shape, {bound->low, lower->high});
  }
}

/// The interval without what the step leaves out at the end of it.
RangeText::Interval RangeText::stepped(const LoopShape &shape,
                                       Interval range) const {
  bool startsAtOne = !model_.isVariant(*shape.lower);
  if (shape.step > 1 && startsAtOne)
    range.high = "@last(" + range.low + ", " + range.high + ", " +
                 number(shape.step) + ")";
  // Down from `high`: the mirror image.
  if (shape.step < -1 && startsAtOne)
    range.low = times("-1LL", "@last(" + times("-1LL", range.high) + ", " +
                                  times("-1LL", range.low) + ", " +
                                  number(-shape.step) + ")");
  return range;
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
  case Atom::Kind::Element:
    return ofElement(id, depth);
  case Atom::Kind::Bounded:
    return ofBounded(id, depth);
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
  for (const auto &[monomial, coefficient] : poly.terms()) {
    if (monomial.empty())
      continue;
    std::optional<Interval> product = ofMonomial(monomial, depth);
    if (!product)
      return std::nullopt;
    auto scaled = [&](const std::string &value) {
      return times(number(coefficient), value);
    };
    if (coefficient < 0)
      std::swap(product->low, product->high);
    sum = {plus(sum.low, scaled(product->low)),
           plus(sum.high, scaled(product->high))};
    if (sum.low.size() > kMaxText || sum.high.size() > kMaxText)
      return std::nullopt;
  }
  int64_t constant = poly.constantTerm();
  return Interval{plus(sum.low, number(constant)),
                  plus(sum.high, number(constant))};
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

namespace {

/// Smallest and greatest constant of polynomials that differ in it alone.
using Extents = std::map<Poly, std::pair<int64_t, int64_t>>;

void widen(Extents &extents, Poly poly, uint32_t size) {
  int64_t begin = poly.constantTerm();
  int64_t end = begin + size;
  poly.add({}, -begin);
  auto [it, isNew] = extents.try_emplace(std::move(poly), begin, end);
  if (!isNew)
    it->second = {std::min(it->second.first, begin),
                  std::max(it->second.second, end)};
}

} // namespace

void RangeText::start() { needs_ = {}; }

/// The bytes that the accesses touch together, relative to their root: `low`
/// is the first, `high` the one behind the last.
std::optional<RangeText::Interval>
RangeText::offsets(const std::vector<const MemoryAccess *> &accesses) {
  const Root &root = *accesses.front()->root;
  // Accesses that differ by a constant alone need one range.
  Extents extents;
  const Reach *reach = nullptr;
  for (const MemoryAccess *access : accesses) {
    if (access->reach) {
      if (reach && reach != access->reach)
        return std::nullopt;
      reach = access->reach;
      continue;
    }
    if (access->address && access->item->size != 0) {
      widen(extents, access->address->poly, access->item->size);
      continue;
    }
    // Anywhere, but in the object.
    const uint64_t size = root.kind == Root::Kind::Object
                              ? model_.program()[root.object].size
                              : 0;
    if (size == 0 || size > UINT32_MAX)
      return std::nullopt;
    widen(extents, Poly(), static_cast<uint32_t>(size));
  }
  Interval result;
  if (reach) {
    std::optional<Interval> range = ofReach(*reach);
    if (!range)
      return std::nullopt;
    result = *range;
  }
  for (const auto &[poly, extent] : extents) {
    std::optional<Interval> range = ofPoly(poly, 0);
    if (!range)
      return std::nullopt;
    std::string low = plus(range->low, number(extent.first));
    std::string end = plus(range->high, number(extent.second));
    result.low = result.low.empty() ? low : lesser(result.low, low);
    result.high = result.high.empty() ? end : greater(result.high, end);
    if (result.low.size() > kMaxText || result.high.size() > kMaxText)
      return std::nullopt;
  }
  return result;
}

std::optional<RangeCheck::Side>
RangeText::side(const std::vector<const MemoryAccess *> &accesses) {
  start();
  if (accesses.empty())
    return std::nullopt;
  std::optional<std::string> base = baseText(*accesses.front()->root);
  if (!base)
    return std::nullopt;
  std::optional<Interval> range = offsets(accesses);
  if (!range)
    return std::nullopt;
  RangeCheck::Side result;
  result.base = *base;
  result.guard = withGuards("1");
  result.lo = range->low;
  result.hi = range->high;
  result.uses = needs_.uses;
  result.readsMemory = needs_.readsMemory;
  result.reads = needs_.reads;
  return result;
}

std::optional<EntryCondition> RangeText::within(const Poly &poly, int64_t size,
                                                const Poly &extent) {
  start();
  std::optional<Interval> value = ofPoly(poly, 0);
  std::optional<Interval> limit = ofPoly(extent, 0);
  if (!value || !limit || limit->low != limit->high)
    return std::nullopt;
  EntryCondition condition;
  condition.text =
      withGuards(both(atMost(number(0), value->low),
                      atMost(plus(value->high, number(size)), limit->low)));
  condition.uses = needs_.uses;
  condition.readsMemory = needs_.readsMemory;
  condition.reads = needs_.reads;
  return condition;
}

} // namespace hocket::polyhedral
