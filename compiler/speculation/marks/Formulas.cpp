// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/Formulas.h"

#include "ir/Identifiers.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string_view>

namespace hocket::speculation {

using namespace ir;

namespace {

/// Bytes of the operands that are noted.
constexpr uint32_t mostBytes = 16;

/// Empty: it is no number, or that is not known.
std::string typeOf(const Access &read) {
  // "char" stands for all that may be anything.
  const std::string &type = read.type == "char" ? read.declared : read.type;
  return isNumberType(type) && !read.isBitField && !read.isVolatile ? type : "";
}

/// A variable by its name.
bool isPlainName(const Program &program, const Access &access) {
  return isValid(access.address) &&
         program[access.address].kind == ExprKind::AddrOf &&
         namesIn(program.text(access.text)).size() == 1;
}

bool isWord(char c) { return std::isalnum((unsigned char)c) || c == '_'; }

bool isTypeWord(std::string_view word) {
  static constexpr std::string_view words[] = {
      "unsigned", "signed", "char", "short", "int", "long", "float", "double"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// What remains of a formula without the places in it are numbers, operators,
/// and names of types that mean the same anywhere.
bool isPlain(std::string_view text) {
  if (text.find("//") != text.npos || text.find("/*") != text.npos)
    return false;
  static constexpr std::string_view operators = "+-*/%&|^~<>?:!=() \t\n";
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && (isWord(text[end]) || text[end] == '.'))
      ++end;
    if (end == i) {
      bool isStep = i + 1 < text.size() && text[i] == text[i + 1] &&
                    (text[i] == '+' || text[i] == '-');
      if (isStep || operators.find(text[i++]) == operators.npos)
        return false;
      continue;
    }
    bool isNumber = std::isdigit((unsigned char)text[i]) ||
                    (text[i] == '.' && end - i > 1 &&
                     std::isdigit((unsigned char)text[i + 1]));
    if (!isNumber && !isTypeWord(text.substr(i, end - i)))
      return false;
    i = end;
  }
  return true;
}

/// Places in the formula, in the order of the text.
struct Place {
  TextRange text;
  std::string type;
  uint32_t size = 0; ///< 0: it is the target
};

class FormulaReader {
public:
  FormulaReader(const Program &program, const Stmt &stmt, const Access &write)
      : program_(program), stmt_(stmt), write_(write) {}

  std::optional<MemoryMark> read() {
    if (!isAlone() || !findPlaces())
      return std::nullopt;
    MemoryMark mark;
    mark.target = write_.text;
    mark.assigned = write_.assigned;
    mark.whole = stmt_.text;
    return compose(mark) ? std::optional(mark) : std::nullopt;
  }

private:
  /// The statement is the assignment and does nothing else.
  bool isAlone() const {
    auto writes = std::count_if(
        stmt_.accesses.begin(), stmt_.accesses.end(),
        [](const Access &a) { return a.kind == AccessKind::Write; });
    return stmt_.kind == StmtKind::Expression && stmt_.calls.empty() &&
           writes == 1 && write_.must && !write_.isBitField &&
           !write_.assigned.empty() && write_.text.begin == stmt_.text.begin &&
           write_.assigned.end == stmt_.text.end;
  }

  /// Outermost ones: what leads to them is no operand.
  bool findPlaces() {
    for (const Access &access : stmt_.accesses) {
      bool isOutermost =
          access.kind == AccessKind::Read &&
          write_.assigned.contains(access.text) &&
          std::none_of(stmt_.accesses.begin(), stmt_.accesses.end(),
                       [&](const Access &other) {
                         return other.kind == AccessKind::Read &&
                                isLonger(other.text, access.text) &&
                                write_.assigned.contains(other.text);
                       });
      if (!isOutermost || isFound(access.text))
        continue;
      bool isTarget = isOfTarget(access);
      std::string type = typeOf(access);
      // What is only read now and then may not be there.
      if (type.empty() || access.size == 0 ||
          (!isTarget && (ledToByTarget(access.text) ||
                         (!access.must && !isPlainName(program_, access)))))
        return false;
      places_.push_back({access.text, type, isTarget ? 0 : access.size});
    }
    std::sort(places_.begin(), places_.end(),
              [](const Place &a, const Place &b) {
                return a.text.begin < b.text.begin;
              });
    auto targets = std::count_if(places_.begin(), places_.end(),
                                 [](const Place &p) { return p.size == 0; });
    return targets > 0 && std::size_t(targets) < places_.size() &&
           bytes() <= mostBytes;
  }

  /// Of a structure of the operands.
  uint32_t bytes() const {
    uint32_t sum = 0, most = 1;
    auto align = [&](uint32_t size) { sum += (size - sum % size) % size; };
    for (const Place &place : places_)
      if (place.size > 0) {
        align(place.size);
        sum += place.size;
        most = std::max(most, place.size);
      }
    align(most);
    return sum;
  }

  bool isOfTarget(const Access &access) const {
    return program_.text(access.text) == program_.text(write_.text);
  }

  bool ledToByTarget(const TextRange &operand) const {
    return std::any_of(stmt_.accesses.begin(), stmt_.accesses.end(),
                       [&](const Access &access) {
                         return access.kind == AccessKind::Read &&
                                operand.contains(access.text) &&
                                isOfTarget(access);
                       });
  }

  static bool isLonger(const TextRange &a, const TextRange &b) {
    return a.contains(b) && (a.begin != b.begin || a.end != b.end);
  }

  bool isFound(const TextRange &text) const {
    return std::any_of(places_.begin(), places_.end(), [&](const Place &p) {
      return p.text.begin == text.begin && p.text.end == text.end;
    });
  }

  /// The text with the places in it by number. Nothing in the rest has a name.
  bool compose(MemoryMark &mark) const {
    uint32_t at = mark.assigned.begin;
    for (const Place &place : places_) {
      if (place.text.begin < at || !addPlain(mark, at, place.text.begin))
        return false;
      at = place.text.end;
      if (place.size == 0) {
        mark.type = mark.computed = place.type;
        mark.formula += "@0";
        continue;
      }
      mark.operands.push_back({place.text, place.type});
      mark.formula += "@" + std::to_string(mark.operands.size());
    }
    mark.op = std::string(program_.text(
        {mark.target.unit, mark.target.end, mark.assigned.begin}));
    std::erase_if(mark.op, [](char c) { return c == ' ' || c == '\t'; });
    return addPlain(mark, at, mark.assigned.end) && mark.op == "=";
  }

  bool addPlain(MemoryMark &mark, uint32_t begin, uint32_t end) const {
    std::string text(program_.text({mark.target.unit, begin, end}));
    std::replace(text.begin(), text.end(), '\n', ' ');
    mark.formula += text;
    return isPlain(text);
  }

  const Program &program_;
  const Stmt &stmt_;
  const Access &write_;
  std::vector<Place> places_;
};

} // namespace

bool isNumberType(const std::string &type) {
  static constexpr std::string_view types[] = {
      "int",          "unsigned int",       "long",  "unsigned long",
      "long long",    "unsigned long long", "float", "double",
      "short",        "unsigned short",     "char",  "signed char",
      "unsigned char"};
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

MemoryMark formulaOf(const Program &program, const Stmt &stmt,
                     const Access &write) {
  std::optional<MemoryMark> mark = FormulaReader(program, stmt, write).read();
  if (!mark)
    return {};
  mark->kind = MarkKind::Defer;
  return std::move(*mark);
}

bool isOperandOf(const TextRange &text, const MemoryMark &formula) {
  return !formula.assigned.contains(text) ||
         std::any_of(formula.operands.begin(), formula.operands.end(),
                     [&](const MarkOperand &operand) {
                       return operand.text.contains(text);
                     });
}

} // namespace hocket::speculation
