// SPDX-License-Identifier: Apache-2.0
//
// A line of the dump: `[x.i:8:11] gimple_call <.FMA, s_23, _28, _30, s_36>`.
// Types are at the declarations in front of a function's first block; a name is
// a variable's with a version (`s_23`) or stands for itself (`_28`).
//
// A sum in order of a vector's elements has a place at its last element alone:
// the others are called stmp_s_9.18, and lead there.
#include "driver/fusing/GimpleDump.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <string>

namespace hocket::driver {

namespace {

using llvm::StringRef;

enum class Sort { Unknown, Integer, Float };

Sort sortOfType(StringRef type) {
  if (type.contains('*') || type.contains("<unnamed"))
    return Sort::Integer;
  Sort sort = Sort::Unknown;
  while (!type.empty()) {
    StringRef word =
        type.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    type = type.drop_front(std::max<std::size_t>(word.size(), 1));
    if (llvm::is_contained({"float", "double", "__fp16", "__bf16", "__float128",
                            "__float80", "__ibm128"},
                           word) ||
        word.starts_with("_Float"))
      return Sort::Float;
    if (llvm::is_contained({"int", "char", "short", "long", "unsigned",
                            "signed", "_Bool", "sizetype", "ssizetype",
                            "bitsizetype", "__int128", "void"},
                           word))
      sort = Sort::Integer;
  }
  return sort;
}

/// Without the version: `s` of `s_23(D)`.
StringRef variableOf(StringRef name) {
  name.consume_back("(D)");
  StringRef base = name.rtrim("0123456789");
  return base.size() < name.size() && base.size() > 1 && base.back() == '_'
             ? base.drop_back()
             : name;
}

enum class What { Nothing, Sum, Product, Fused, Odd };

What whatIsCalled(StringRef function) {
  bool isConditional = function.consume_front(".COND_");
  if (!isConditional && !function.consume_front("."))
    return What::Nothing;
  function.consume_front("LEN_");
  if (llvm::is_contained({"FMA", "FMS", "FNMA", "FNMS"}, function))
    return What::Fused;
  if (isConditional)
    return function == "ADD" || function == "SUB" ? What::Sum
           : function == "MUL"                    ? What::Product
                                                  : What::Nothing;
  bool mayAdd =
      function.starts_with("VEC_") || function.starts_with("FOLD_LEFT") ||
      function.contains("REDUC_PLUS") || function.starts_with("COMPLEX") ||
      function.starts_with("MASK_FOLD") ||
      function.starts_with("MASK_LEN_FOLD") || function.contains("ADDSUB") ||
      function.contains("SUBADD");
  return mayAdd ? What::Odd : What::Nothing;
}

What whatIs(StringRef code) {
  if (code == "plus_expr" || code == "minus_expr")
    return What::Sum;
  if (code == "mult_expr")
    return What::Product;
  if (code == "fma_expr")
    return What::Fused;
  return code.starts_with("reduc_plus") || code.starts_with("dot_prod") ||
                 code.starts_with("widen_")
             ? What::Odd
             : What::Nothing;
}

class Reader {
public:
  GimpleOperations run(StringRef dump) {
    while (!dump.empty()) {
      auto [line, rest] = dump.split('\n');
      dump = rest;
      read(line);
    }
    endFunction();
    return std::move(result_);
  }

private:
  void read(StringRef line) {
    if (line.starts_with(";; Function "))
      return endFunction();
    if (line.ltrim().starts_with("<bb "))
      inBody_ = true;
    if (inBody_)
      readStatement(line.trim());
    else
      readDeclaration(line);
  }

  void endFunction() {
    if (hasUnplaced_ || !pending_.empty()) {
      result_.isDoubtful |= lines_.empty();
      result_.doubtfulLines.insert(lines_.begin(), lines_.end());
    }
    hasUnplaced_ = false;
    lines_.clear();
    pending_.clear();
    types_.clear();
    inBody_ = false;
  }

  /// `  vector(8) double vect_s_18.18;`, or the head of the function.
  void readDeclaration(StringRef line) {
    auto add = [&](StringRef declaration) {
      auto [type, name] = declaration.trim().rsplit(' ');
      if (!name.empty())
        types_[name.str()] = sortOfType(type);
    };
    if (line.starts_with("  ") && line.ends_with(";"))
      return add(line.drop_back());
    auto [head, parameters] = line.split(" (");
    if (!parameters.consume_back(")"))
      return;
    llvm::SmallVector<StringRef, 8> parts;
    parameters.split(parts, ", ");
    for (StringRef part : parts)
      add(part);
  }

  /// `[x.i:8:11 discrim 2] `, taken away.
  static std::optional<TextPlace> takePlace(StringRef &line) {
    if (!line.consume_front("["))
      return std::nullopt;
    auto [place, rest] = line.split("] ");
    line = rest.ltrim();
    place = place.split(" discrim").first;
    auto [front, column] = place.rsplit(':');
    StringRef number = front.rsplit(':').second;
    TextPlace result;
    if (number.getAsInteger(10, result.line) ||
        column.getAsInteger(10, result.column) || result.column == 0)
      return std::nullopt;
    return result;
  }

  void readStatement(StringRef line) {
    std::optional<TextPlace> place = takePlace(line);
    if (place)
      lines_.insert(place->line);
    bool isCall = line.consume_front("gimple_call <");
    if (!isCall && !line.consume_front("gimple_assign <"))
      return;
    llvm::SmallVector<StringRef, 8> words;
    line.take_until([](char c) { return c == '>'; }).split(words, ", ");
    if (words.size() < 3)
      return;
    What what = isCall ? whatIsCalled(words[0]) : whatIs(words[0]);
    if (what != What::Nothing && isFloat(words))
      count(what, place, words);
  }

  Sort sortOf(StringRef value) const {
    value = value.ltrim("{ ");
    if (value.empty())
      return Sort::Unknown;
    if (llvm::isDigit(value.front()) || value.front() == '-')
      return value.find_first_of(".eIN") == StringRef::npos ? Sort::Integer
                                                            : Sort::Float;
    auto known = types_.find(variableOf(value).str());
    return known == types_.end() ? Sort::Unknown : known->second;
  }

  /// In doubt yes: types that the user has named.
  bool isFloat(llvm::ArrayRef<StringRef> words) const {
    for (StringRef value : words.drop_front())
      if (Sort sort = sortOf(value); sort != Sort::Unknown)
        return sort == Sort::Float;
    return true;
  }

  void count(What what, const std::optional<TextPlace> &place,
             llvm::ArrayRef<StringRef> words) {
    std::string name = variableOf(words[1]).str();
    if (!place) {
      hasUnplaced_ |=
          what != What::Sum || !StringRef(name).starts_with("stmp_");
      ++pending_[name];
      return;
    }
    OperationCounts &counts = result_.counts[*place];
    counts.sums += what == What::Sum || what == What::Odd;
    counts.products += what == What::Product || what == What::Odd;
    counts.fused += what == What::Fused || what == What::Odd;
    for (StringRef value : words.drop_front(2))
      if (auto led = pending_.find(variableOf(value).str());
          what == What::Sum && led != pending_.end()) {
        counts.sums += led->second;
        pending_.erase(led);
      }
  }

  GimpleOperations result_;
  std::map<std::string, Sort> types_;
  /// Sums without a place, by their variable.
  std::map<std::string, unsigned> pending_;
  std::set<unsigned> lines_; ///< of the function's statements
  bool inBody_ = false;
  bool hasUnplaced_ = false;
};

} // namespace

GimpleOperations readGimpleDump(StringRef dump) { return Reader().run(dump); }

/// A copy of a nest has some line of it, or of what is around it.
std::optional<OperationCounts>
GimpleOperations::at(const TextPlace &place) const {
  constexpr unsigned near = 40;
  auto line =
      doubtfulLines.lower_bound(place.line > near ? place.line - near : 0);
  if (isDoubtful || (line != doubtfulLines.end() && *line <= place.line + near))
    return std::nullopt;
  auto found = counts.find(place);
  return found == counts.end() ? OperationCounts() : found->second;
}

} // namespace hocket::driver
