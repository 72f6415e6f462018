// SPDX-License-Identifier: Apache-2.0
//
// From Clang's locations to bytes of the preprocessed text. All tokens of the
// unit are in the one file, apart from those that the few macros of ParseUnit
// make, which stand for the name they replace.

#include "frontend/unit/UnitReader.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace hocket::frontend {

bool UnitReader::isInText(clang::SourceLocation location) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  return location.isValid() &&
         sources.getFileID(sources.getFileLoc(location)) ==
             sources.getMainFileID();
}

uint32_t UnitReader::begin(clang::SourceLocation location) const {
  if (!isInText(location))
    throw NotAnalysable{"a construct without a place in the text"};
  const clang::SourceManager &sources = ast.getSourceManager();
  return sources.getFileOffset(sources.getFileLoc(location));
}

uint32_t UnitReader::end(clang::SourceLocation location) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  uint32_t start = begin(location);
  return start + clang::Lexer::MeasureTokenLength(sources.getFileLoc(location),
                                                  sources, ast.getLangOpts());
}

ir::TextRange UnitReader::range(uint32_t begin, uint32_t end) const {
  if (begin > end)
    throw NotAnalysable{"a construct whose text is out of order"};
  return {unit, begin, end};
}

ir::TextRange UnitReader::range(clang::SourceRange r) const {
  return range(begin(r.getBegin()), end(r.getEnd()));
}

uint32_t UnitReader::pastSemicolon(uint32_t position) const {
  const std::string &text = builder.program.units[index(unit)].text;
  std::size_t i = position;
  while (i < text.size()) {
    if (text[i] == ';')
      return static_cast<uint32_t>(i + 1);
    if (text[i] == '#')
      i = std::min(text.find('\n', i), text.size());
    else if (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' ||
             text[i] == '\r' || text[i] == '\f' || text[i] == '\v')
      ++i;
    else
      break;
  }
  throw NotAnalysable{"a statement whose end is not in its text"};
}

SourceLocation UnitReader::location(clang::SourceLocation location) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  if (location.isInvalid())
    return {};
  clang::PresumedLoc at = sources.getPresumedLoc(sources.getFileLoc(location));
  if (at.isInvalid())
    return {};
  return {at.getFilename(), at.getLine(), at.getColumn()};
}

} // namespace hocket::frontend
