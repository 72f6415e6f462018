// SPDX-License-Identifier: Apache-2.0
#include "speculation/StaticsOutside.h"

#include "ir/Text.h"
#include "ir/Tree.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace hocket::speculation {

using namespace ir;

namespace {

/// Beyond this a table's text is left where it is.
constexpr std::size_t mostText = 400;

bool isOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Where a name stands in a text, as a whole word.
std::size_t findName(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos;
       at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if ((at == 0 || !isOfName(text[at - 1])) &&
        (end == text.size() || !isOfName(text[end])))
      return at;
  }
  return text.npos;
}

/// A text's lines, and those that say where it is from, as a macro of the
/// system's headers has: `# 29 "gauss.c" 3 4`.
struct Lines {
  std::string own;     ///< without them, in one line
  std::string markers; ///< all but what is in `own`; as many lines
  bool isPlain = true; ///< no other line begins so
};

Lines linesOf(std::string_view text) {
  Lines result;
  for (std::size_t end; !text.empty(); text.remove_prefix(end)) {
    end = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string_view line = text.substr(0, end);
    const bool isEnded = line.back() == '\n';
    if (line.front() == '#') {
      result.markers += line;
      result.isPlain &= line.size() > 2 && line[1] == ' ' &&
                        std::isdigit(static_cast<unsigned char>(line[2]));
      continue;
    }
    if (isEnded)
      line.remove_suffix(1);
    result.own += std::string(line) + (isEnded ? " " : "");
    result.markers += isEnded ? "\n" : "";
  }
  return result;
}

/// `static int a[3], *b = a;`
struct Declaration {
  TextRange text; ///< with its semicolon
  std::vector<StmtId> declarators;
};

class UnitMover {
public:
  UnitMover(const Program &program, UnitId unit)
      : program_(program), unit_(unit), text_(program[unit].text) {}

  /// Empty: nothing moves.
  std::string move() {
    for (const Function &function : program_.functions)
      if (isValid(function.body) && function.unit == unit_)
        moveOf(function);
    if (edits_.empty())
      return "";
    TextRange all{unit_, 0, uint32_t(text_.size())};
    return fillReplaced(program_, all, names(), edits_);
  }

private:
  Filler names() const {
    return [this](ObjectId id) {
      auto known = names_.find(id);
      return known == names_.end() ? std::string() : known->second;
    };
  }

  std::vector<Declaration> declarationsIn(const Function &function) const {
    std::vector<Declaration> all;
    forEachNode(program_, function.body, [&](NodeId id) {
      const Node &node = program_[id];
      const Leaf *leaf = node.as<Leaf>();
      if (!leaf || isValid(node.inlinedFrom))
        return;
      const Stmt &stmt = program_[leaf->stmt];
      if (stmt.kind != StmtKind::Declaration || !isValid(stmt.declares) ||
          program_[stmt.declares].kind != ObjectKind::Static)
        return;
      if (all.empty() || all.back().text.begin != node.text.begin)
        all.push_back({node.text, {}});
      all.back().declarators.push_back(leaf->stmt);
    });
    return all;
  }

  /// It means the same in front of the function.
  bool canMove(const Declaration &declaration) const {
    const Lines lines = linesOf(program_.text(declaration.text));
    const std::string &text = lines.own;
    static constexpr std::string_view strange[] = {
        "#", "&&", "\"", "({", "'", "//", "thread", "__label__"};
    if (text.size() > mostText || !lines.isPlain ||
        !text.starts_with("static") || text.back() != ';' ||
        std::any_of(
            std::begin(strange), std::end(strange),
            [&](std::string_view one) { return text.find(one) != text.npos; }))
      return false;
    bool isWritten = false;
    for (StmtId id : declaration.declarators) {
      const Stmt &stmt = program_[id];
      const Object &object = program_[stmt.declares];
      if (stmt.usesLocalName || stmt.isOpaque || !stmt.calls.empty() ||
          !object.type.isNameable || object.isThreadLocal ||
          findName(program_.text(stmt.text), object.name) == text.npos)
        return false;
      isWritten |= !object.isConst;
    }
    return isWritten;
  }

  /// C11 6.7.4p3: an inline function that other units have, too, names no
  /// static variable of the file.
  bool isShared(const Function &function) const {
    std::string_view head = std::string_view(text_).substr(
        function.text.begin,
        program_[function.body].text.begin - function.text.begin);
    return !function.isStatic && head.find("inline") != head.npos;
  }

  void moveOf(const Function &function) {
    if (isShared(function))
      return;
    std::string moved;
    for (const Declaration &declaration : declarationsIn(function)) {
      if (!canMove(declaration))
        continue;
      Replacements renamed;
      for (StmtId id : declaration.declarators) {
        const Stmt &stmt = program_[id];
        const Object &object = program_[stmt.declares];
        uint32_t at = stmt.text.begin +
                      uint32_t(findName(program_.text(stmt.text), object.name));
        const std::string name = newName(function, object);
        names_[object.id] = name;
        renamed.push_back({at, at + uint32_t(object.name.size()), name});
      }
      moved +=
          linesOf(fillReplaced(program_, declaration.text, names(), renamed))
              .own +
          " ";
      edits_.push_back({declaration.text.begin, declaration.text.end,
                        linesOf(program_.text(declaration.text)).markers});
    }
    if (!moved.empty())
      edits_.push_back({function.text.begin, function.text.begin, moved});
  }

  /// Its own where nothing else in the unit may be called so.
  std::string newName(const Function &function, const Object &object) const {
    std::string_view text = text_;
    const std::string &own = object.name;
    bool isAlone =
        findName(text.substr(0, function.text.begin), own) == text.npos &&
        findName(text.substr(function.text.end), own) == text.npos &&
        std::count_if(program_.objects.begin(), program_.objects.end(),
                      [&](const Object &other) {
                        return other.name == own && other.unit == unit_ &&
                               other.function == function.id &&
                               !isValid(other.cloneOf);
                      }) == 1;
    if (isAlone)
      return own;
    std::string name = function.name + "_" + own;
    auto isTaken = [&] {
      return text.find(name) != text.npos ||
             std::any_of(names_.begin(), names_.end(), [&](const auto &other) {
               return other.second == name;
             });
    };
    while (isTaken())
      name += "_";
    return name;
  }

  const Program &program_;
  const UnitId unit_;
  const std::string &text_;
  std::map<ObjectId, std::string> names_;
  Replacements edits_;
};

} // namespace

std::vector<std::string> textsWithStaticsOutside(const Program &program) {
  std::vector<std::string> texts;
  bool isMoved = false;
  for (std::size_t i = 0; i < program.units.size(); ++i) {
    const Unit &unit = program.units[i];
    std::string text = unit.parsed ? UnitMover(program, UnitId(i)).move() : "";
    isMoved |= !text.empty();
    texts.push_back(text.empty() ? unit.text : std::move(text));
  }
  return isMoved ? texts : std::vector<std::string>();
}

} // namespace hocket::speculation
