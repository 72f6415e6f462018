// SPDX-License-Identifier: Apache-2.0
#include "accelerators/Pragmas.h"

#include "ir/OwnPragmas.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace hocket::accelerators {

using llvm::StringRef;

namespace {

bool isIdentifier(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// As SoC specs name things.
bool isName(StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.';
  });
}

/// The parts between commas that stand in no brackets.
llvm::SmallVector<StringRef> partsOf(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[';
    depth -= text[i] == ')' || text[i] == ']';
    if (text[i] == ',' && depth == 0) {
      parts.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin).trim());
  return parts;
}

/// Evaluating it changes nothing and calls nothing.
bool isPlain(StringRef expression) {
  if (expression.empty() || expression.contains("++") ||
      expression.contains("--"))
    return false;
  int depth = 0;
  for (size_t i = 0; i < expression.size(); ++i) {
    char c = expression[i];
    if (!llvm::isAlnum(c) && !StringRef("_ \t+-*/%()[].<>").contains(c))
      return false;
    depth += c == '(' || c == '[';
    depth -= c == ')' || c == ']';
    if (depth < 0)
      return false;
    StringRef before = expression.take_front(i).rtrim();
    bool follows =
        !before.empty() && (llvm::isAlnum(before.back()) ||
                            StringRef("_)]").contains(before.back()));
    if (c == '(' && follows && !before.ends_with("sizeof"))
      return false; // a call, or something like it
  }
  return depth == 0;
}

class Reader {
public:
  explicit Reader(Pragma &pragma) : pragma_(pragma) {}

  void read(StringRef text) {
    text = text.trim();
    if (!text.consume_front("(") || !text.consume_back(")")) {
      fail("it is not of the form 'accelerator(NAME, cycles, in(...), "
           "out(...))'");
      return;
    }
    llvm::SmallVector<StringRef> parts = partsOf(text);
    if (!isName(parts[0]))
      fail("no accelerator is named");
    else
      pragma_.accelerator = parts[0].str();
    if (parts.size() < 2 || parts[1].getAsDouble(pragma_.cycles) ||
        !(pragma_.cycles >= 1 && pragma_.cycles <= 1e15))
      fail("how many cycles it takes is not said; expected a number behind "
           "the name");
    for (size_t i = 2; i < parts.size(); ++i)
      readClause(parts[i]);
  }

private:
  /// The first mistake counts.
  void fail(std::string why) {
    if (pragma_.problem.empty())
      pragma_.problem = std::move(why);
  }

  void readClause(StringRef clause) {
    const StringRef name = clause.take_until([](char c) { return c == '('; });
    StringRef inside = clause.drop_front(name.size());
    const StringRef kind = name.trim();
    if (!inside.consume_front("(") || !inside.consume_back(")") ||
        (kind != "in" && kind != "out" && kind != "runs")) {
      fail("'" + clause.str() + "' is none of in(...), out(...), runs(NAME)");
      return;
    }
    if (kind == "runs") {
      if (!isName(inside.trim()))
        fail("'" + clause.str() + "' names nothing that is to be run");
      pragma_.runs = inside.trim().str();
      return;
    }
    for (StringRef item : partsOf(inside))
      readSection(item, kind == "in");
  }

  void readSection(StringRef item, bool isIn) {
    Section section;
    auto [variable, rest] = item.split('[');
    section.variable = variable.trim().str();
    if (!isIdentifier(section.variable)) {
      fail("'" + item.str() + "' is no variable");
      return;
    }
    if (item.contains('[')) {
      rest = rest.rtrim();
      bool isClosed = rest.consume_back("]");
      auto [first, count] = rest.split(':');
      section.first = first.trim().str();
      section.count = count.trim().str();
      if (!isClosed || !isPlain(section.first) || !isPlain(section.count)) {
        fail("'" + item.str() + "' is no section of the form x[first:count]");
        return;
      }
    }
    add(std::move(section), isIn);
  }

  void add(Section section, bool isIn) {
    auto same = std::find_if(pragma_.sections.begin(), pragma_.sections.end(),
                             [&](const Section &other) {
                               return other.variable == section.variable &&
                                      other.first == section.first &&
                                      other.count == section.count;
                             });
    if (same == pragma_.sections.end())
      same = pragma_.sections.insert(same, std::move(section));
    (isIn ? same->isIn : same->isOut) = true;
  }

  Pragma &pragma_;
};

} // namespace

std::vector<Pragma> findPragmas(std::string_view text) {
  std::vector<Pragma> found;
  for (const ir::OwnPragma &own : ir::ownPragmas(text, "accelerator")) {
    Pragma &pragma = found.emplace_back();
    pragma.begin = own.begin;
    pragma.end = own.end;
    Reader(pragma).read(own.text);
  }
  return found;
}

} // namespace hocket::accelerators
