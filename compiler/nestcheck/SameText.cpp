// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/SameText.h"

#include "ir/Holes.h"

#include <algorithm>
#include <cctype>

namespace hocket::nestcheck {

using ir::ObjectId;

namespace {

struct Word {
  uint32_t begin = 0, end = 0;
  std::string_view text;
  ObjectId object = ObjectId::None; ///< that it names
};

bool isPartOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// `# 12 "file.c"`, which the preprocessor puts anywhere.
bool isMarker(std::string_view rest) {
  return rest.size() > 2 && rest[0] == '#' && rest[1] == ' ' &&
         std::isdigit(static_cast<unsigned char>(rest[2]));
}

std::size_t lengthOfLiteral(std::string_view rest) {
  std::size_t end = 1;
  while (end < rest.size() && rest[end] != rest[0])
    end += rest[end] == '\\' ? 2 : 1;
  return std::min(end + 1, rest.size());
}

/// Numbers with all that belongs to them: 1.5e-3f, 0x1p+4.
std::size_t lengthOfNumber(std::string_view rest) {
  std::size_t end = 1;
  while (end < rest.size() && (isPartOfName(rest[end]) || rest[end] == '.' ||
                               ((rest[end] == '+' || rest[end] == '-') &&
                                std::string_view("eEpP").find(rest[end - 1]) !=
                                    std::string_view::npos)))
    ++end;
  return end;
}

std::size_t lengthOfOperator(std::string_view rest) {
  for (std::string_view one :
       {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
        "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
    if (rest.substr(0, one.size()) == one)
      return one.size();
  return 1;
}

std::size_t lengthOf(std::string_view rest) {
  const char c = rest[0];
  if (c == '"' || c == '\'')
    return lengthOfLiteral(rest);
  if (std::isdigit(static_cast<unsigned char>(c)) ||
      (c == '.' && rest.size() > 1 &&
       std::isdigit(static_cast<unsigned char>(rest[1]))))
    return lengthOfNumber(rest);
  if (!isPartOfName(c))
    return lengthOfOperator(rest);
  std::size_t end = 1;
  while (end < rest.size() && isPartOfName(rest[end]))
    ++end;
  return end;
}

std::vector<Word> wordsOf(const ir::Program &program,
                          const ir::TextRange &range) {
  std::string_view all = program[range.unit].text;
  std::span<const ir::Hole> holes = ir::holesIn(program, range);
  std::vector<Word> words;
  std::size_t hole = 0;
  for (uint32_t at = range.begin; at < range.end;) {
    std::string_view rest = all.substr(at, range.end - at);
    if (std::isspace(static_cast<unsigned char>(rest[0]))) {
      ++at;
      continue;
    }
    if ((at == 0 || all[at - 1] == '\n') && isMarker(rest)) {
      at += uint32_t(std::min(rest.find('\n'), rest.size()));
      continue;
    }
    Word word{at, at + uint32_t(lengthOf(rest)), {}, ObjectId::None};
    while (hole < holes.size() && holes[hole].begin < at)
      ++hole;
    if (hole < holes.size() && holes[hole].begin == at) {
      word.object = holes[hole].object;
      word.end = holes[hole].end;
    }
    word.text = all.substr(at, word.end - at);
    words.push_back(word);
    at = word.end;
  }
  return words;
}

/// Position behind the subscripts of an array that stand at `at`.
std::size_t behindSubscripts(const std::vector<Word> &words, std::size_t at,
                             const ir::Object &array) {
  if (!array.isArray)
    return at; // those of what it points to stand in the user's text, too
  auto count =
      std::count(array.type.after.begin(), array.type.after.end(), '[');
  for (; count > 0 && at < words.size() && words[at].text == "["; --count) {
    int depth = 0;
    do {
      depth += words[at].text == "[" ? 1 : words[at].text == "]" ? -1 : 0;
      ++at;
    } while (depth > 0 && at < words.size());
  }
  return at;
}

class Comparer {
public:
  Comparer(const ComparedTexts &programs, const ir::TextRange &before,
           const ir::TextRange &after,
           const std::function<bool(const TextPair &)> &standsFor)
      : programs_(programs), before_(wordsOf(programs.before, before)),
        after_(wordsOf(programs.after, after)), standsFor_(standsFor) {}

  std::optional<std::vector<TextPair>> run() {
    std::size_t b = 0, a = 0;
    while (b < before_.size() && a < after_.size()) {
      const Word &old = before_[b], &now = after_[a];
      if (isValid(now.object) && programs_.fresh.count(now.object)) {
        std::size_t end = standIn(b, now.object);
        if (end == b)
          return std::nullopt;
        b = end;
        a = behindSubscripts(after_, a + 1, programs_.after[now.object]);
        continue;
      }
      if (old.text != now.text || isValid(old.object) != isValid(now.object))
        return std::nullopt;
      if (isValid(old.object))
        pairs_.push_back({old.object, nullptr, ir::StmtId::None, now.object});
      ++b, ++a;
    }
    if (b != before_.size() || a != after_.size())
      return std::nullopt;
    return std::move(pairs_);
  }

private:
  /// \returns the position behind what the variable stands for, or the same.
  std::size_t standIn(std::size_t at, ObjectId fresh) {
    const Word &word = before_[at];
    if (isValid(word.object) && take({word.object, nullptr, anyStmt(), fresh}))
      return at + 1;
    for (ir::StmtId id : programs_.stmts)
      for (const ir::Access &access : programs_.before[id].accesses) {
        if (access.kind != ir::AccessKind::Read ||
            access.text.begin != word.begin || access.text.empty() ||
            !take({ObjectId::None, &access, id, fresh}))
          continue;
        while (at < before_.size() && before_[at].begin < access.text.end)
          ++at;
        return at;
      }
    return at;
  }

  ir::StmtId anyStmt() const {
    return programs_.stmts.empty() ? ir::StmtId::None : programs_.stmts.front();
  }

  bool take(const TextPair &pair) {
    if (!standsFor_(pair))
      return false;
    pairs_.push_back(pair);
    return true;
  }

  const ComparedTexts &programs_;
  const std::vector<Word> before_, after_;
  const std::function<bool(const TextPair &)> &standsFor_;
  std::vector<TextPair> pairs_;
};

} // namespace

std::optional<std::vector<TextPair>>
pairsOf(const ComparedTexts &programs, const ir::TextRange &before,
        const ir::TextRange &after,
        const std::function<bool(const TextPair &)> &standsFor) {
  return Comparer(programs, before, after, standsFor).run();
}

} // namespace hocket::nestcheck
