// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/AreaText.h"

#include <algorithm>

namespace hocket::transformation {

using polyhedral::LoopShape;
using polyhedral::MemoryAccess;
using polyhedral::Polynomial;
using polyhedral::Symbol;
using polyhedral::SymbolId;

namespace {

/// Names of locals, or numbers.
struct Ends {
  std::string low, high;
};

class Writer {
public:
  Writer(NestModel &model, EntryText &entry, const FreshName &freshName)
      : values_(model.model()), entry_(entry), freshName_(freshName) {}

  /// In bytes from the base; the end is exclusive.
  std::optional<Ends> endsOf(const Area &area) {
    std::optional<Ends> result;
    for (const MemoryAccess &access : area.accesses) {
      if (!access.address || access.item->size == 0 ||
          (access.address->wrapBits != 0 &&
           access.address->wrapBits <
               values_.program()[access.item->address].bits))
        return std::nullopt;
      const Polynomial &address = access.address->polynomial;
      std::optional<Ends> ends = intervalOf(address);
      if (!ends)
        return std::nullopt;
      ends->high += " + " + std::to_string(access.item->size);
      if (!result) {
        result = Ends{local("ht_low", ends->low), local("ht_high", ends->high)};
        continue;
      }
      declarations_ += lesser(result->low, ends->low, "<");
      declarations_ += lesser(result->high, ends->high, ">");
    }
    return result;
  }

  /// The subscript is at least 0 and ends before the extent does, in all
  /// iterations.
  std::optional<std::string> isWithin(const polyhedral::WithinExtent &one) {
    std::optional<Ends> subscript = intervalOf(one.subscript);
    std::optional<Ends> extent = intervalOf(one.extent);
    if (!subscript || !extent)
      return std::nullopt;
    return "(" + subscript->low + " >= 0 && " + subscript->high + " + " +
           std::to_string(one.size) + " <= " + extent->low + ")";
  }

  /// So that what cancels out in a `double` was exact.
  std::string areSmall() const {
    std::string result;
    for (const std::string &value : wide_)
      result += " && " + value + " > -(1LL << 40) && " + value + " < 1LL << 40";
    return result;
  }

  std::string declarations_;

private:
  std::string local(const char *like, const std::string &value) {
    std::string name = freshName_(like);
    declarations_ += "double " + name + " = " + value + ";\n";
    return name;
  }

  static std::string lesser(const std::string &name, const std::string &value,
                            const char *compare) {
    return "if (" + value + " " + compare + " " + name + ")\n" + name + " = " +
           value + ";\n";
  }

  std::optional<Ends> intervalOf(const Polynomial &polynomial) {
    Ends sum{std::to_string(polynomial.constantTerm()) + ".0", ""};
    sum.high = sum.low;
    for (const auto &[monomial, coefficient] : polynomial.terms()) {
      if (monomial.empty())
        continue;
      std::string factor = std::to_string(coefficient) + ".0";
      bool isNumber = true;
      std::optional<Ends> iterator;
      for (SymbolId id : monomial) {
        if (!values_.symbol(id).isVariant) {
          std::optional<std::string> value = entry_.symbol(id);
          if (!value)
            return std::nullopt;
          factor += " * (double)(" + *value + ")";
          if (values_.symbol(id).bits > 32)
            wide_.insert(*value);
          isNumber = false;
        } else if (iterator || !(iterator = intervalOf(id))) {
          return std::nullopt;
        }
      }
      addTerm(sum, factor, isNumber, coefficient < 0, iterator);
    }
    return Ends{local("ht_low", sum.low), local("ht_high", sum.high)};
  }

  void addTerm(Ends &sum, std::string factor, bool isNumber, bool isNegative,
               const std::optional<Ends> &iterator) {
    if (!iterator) {
      sum.low += " + " + factor;
      sum.high += " + " + factor;
      return;
    }
    const std::string &low = iterator->low, &high = iterator->high;
    if (isNumber) {
      sum.low += " + " + factor + " * " + (isNegative ? high : low);
      sum.high += " + " + factor + " * " + (isNegative ? low : high);
      return;
    }
    factor = local("ht_by", factor);
    sum.low += " + " + factor + " * (" + factor + " >= 0 ? " + low + " : " +
               high + ")";
    sum.high += " + " + factor + " * (" + factor + " >= 0 ? " + high + " : " +
                low + ")";
  }

  /// Of an iterator, as if its loop ran.
  std::optional<Ends> intervalOf(SymbolId id) {
    if (auto known = iterators_.find(id); known != iterators_.end())
      return known->second;
    const Symbol symbol = values_.symbol(id);
    const LoopShape *found = symbol.kind == Symbol::Kind::Iterator
                                 ? values_.loopShape(symbol.loop)
                                 : nullptr;
    if (!found || found->isNormalized || !found->lower || !found->bound)
      return std::nullopt;
    const LoopShape shape = *found;
    std::optional<Ends> first = intervalOf(*shape.lower);
    std::optional<Ends> last = intervalOf(*shape.bound);
    if (!first || !last)
      return std::nullopt;
    Ends ends = shape.step > 0 ? Ends{first->low, last->high}
                               : Ends{last->low, first->high};
    // The bound itself is not among the values.
    if (shape.compare == ir::Compare::Lt)
      ends.high += " - 1";
    if (shape.compare == ir::Compare::Gt)
      ends.low += " + 1";
    ends.low = local("ht_low", ends.low);
    ends.high = local("ht_high", ends.high);
    declarations_ += lesser(ends.high, ends.low, ">");
    return iterators_.emplace(id, ends).first->second;
  }

  polyhedral::AffineModel &values_;
  EntryText &entry_;
  const FreshName &freshName_;
  std::map<SymbolId, Ends> iterators_;
  std::set<std::string> wide_; ///< values of more than 32 bits
};

} // namespace

std::optional<AreaTest> areaTest(NestModel &model, const AliasTests &tests,
                                 EntryText &entry, const FreshName &freshName) {
  AreaTest result;
  Writer writer(model, entry, freshName);
  std::map<std::string, Ends> ends;
  auto pointerTo = [&](const Area &area) -> std::optional<std::string> {
    std::optional<std::string> pointer = entry.pointer(area.base);
    if (pointer)
      return "(const char *)(" + *pointer + ")";
    return std::nullopt;
  };
  auto findEnds = [&](const std::string &key, const Area &area) {
    if (!ends.count(key))
      if (std::optional<Ends> found = writer.endsOf(area))
        ends[key] = *found;
    return ends.count(key) != 0;
  };
  auto isStart = [&](const Area &area) {
    return polyhedral::startsObject(model.model().index(), area.base);
  };
  auto require = [&](const std::string &condition) {
    result.condition += (result.condition.empty() ? "" : " && ") + condition;
  };
  for (const auto &[a, b] : tests.apart) {
    auto first = tests.areas.find(a), second = tests.areas.find(b);
    if (first == tests.areas.end() || second == tests.areas.end())
      return std::nullopt;
    std::optional<std::string> atA = pointerTo(first->second);
    std::optional<std::string> atB = pointerTo(second->second);
    if (!atA || !atB)
      return std::nullopt;
    if (isStart(first->second) && isStart(second->second)) {
      require("(" + *atA + " != " + *atB + ")");
      continue;
    }
    if (!findEnds(a, first->second) || !findEnds(b, second->second))
      return std::nullopt;
    const std::string from = " + (long long)";
    require("(" + *atA + from + ends[a].high + " <= " + *atB + from +
            ends[b].low + " || " + *atB + from + ends[b].high + " <= " + *atA +
            from + ends[a].low + ")");
  }
  for (const polyhedral::WithinExtent &one : tests.within) {
    std::optional<std::string> condition = writer.isWithin(one);
    if (!condition)
      return std::nullopt;
    require(*condition);
  }
  result.condition += writer.areSmall();
  result.declarations = std::move(writer.declarations_);
  return result;
}

} // namespace hocket::transformation
