// SPDX-License-Identifier: Apache-2.0
#include "frontend/unit/UnitReader.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/TargetInfo.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

UnitReader::UnitReader(ASTContext &ast, ProgramBuilder &builder, UnitId unit,
                       bool strictAliasing)
    : ast(ast), builder(builder), unit(unit), strictAliasing_(strictAliasing),
      ownOptions_(builder.program.units[index(unit)].text) {
  builder.program.pointerBytes = static_cast<uint8_t>(
      ast.getTargetInfo().getPointerWidth(LangAS::Default) / 8);
}

std::string UnitReader::cannotRead(const FunctionDecl *decl) const {
  if (decl->hasAttr<WeakAttr>())
    return "a weak definition, which another may replace";
  if (decl->hasAttr<IFuncAttr>())
    return "an indirect function";
  if (decl->hasAttr<NakedAttr>())
    return "a naked function";
  ir::TextRange text = range(decl->getSourceRange());
  return ownOptions_.why(decl->getNameAsString(), text.begin, text.end);
}

} // namespace hocket::frontend
