// SPDX-License-Identifier: Apache-2.0
//
// One unit into the program: its file-scope variables, then its functions in
// order of text. A function that cannot be described keeps its name and the
// reason; what was begun of its tree is taken back.

#include "frontend/UnitReader.h"

#include "frontend/FunctionFacts.h"
#include "frontend/TreeReader.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

UnitReader::UnitReader(ASTContext &ast, ProgramBuilder &builder, UnitId unit,
                       bool strictAliasing)
    : ast(ast), builder(builder), unit(unit), strictAliasing_(strictAliasing),
      ownOptions_(builder.program.units[index(unit)].text) {
  builder.pointerBits = static_cast<uint8_t>(
      ast.getTargetInfo().getPointerWidth(LangAS::Default));
}

void UnitReader::read() {
  for (const Decl *decl : ast.getTranslationUnitDecl()->decls())
    if (const auto *var = llvm::dyn_cast<VarDecl>(decl))
      readVariable(var);
  for (const Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(decl))
      readFunction(function);
    hasAssembly |= llvm::isa<FileScopeAsmDecl>(decl);
  }
}

/// Variables that the unit defines; the others appear when they are named.
void UnitReader::readVariable(const VarDecl *decl) {
  const VarDecl *definition = decl->getDefinition();
  if (!definition)
    definition = const_cast<VarDecl *>(decl)->getActingDefinition();
  if (decl != definition)
    return;
  ObjectId id = object(decl);
  if (const clang::Expr *init = decl->getAnyInitializer())
    markAddressesTaken(*this, init);
  readInitialPointers(id, decl);
}

/// Why a body is not read though it is there; empty if it may be.
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

void UnitReader::readFunction(const FunctionDecl *decl) {
  if (decl->hasAttr<ConstructorAttr>() || decl->hasAttr<DestructorAttr>() ||
      decl->hasAttr<UsedAttr>()) {
    Function &f = builder.function(function(decl));
    f.isAddressTaken = true;
  }
  if (!decl->isThisDeclarationADefinition() || decl->hasSkippedBody() ||
      !decl->getBody())
    return;
  // A header's static function that nobody uses is not part of the program.
  bool isHeaders = ast.getSourceManager().isInSystemHeader(decl->getLocation());
  if (isHeaders && !decl->isUsed() && !decl->isReferenced())
    return;
  FunctionId id = function(decl);
  if (isValid(builder.function(id).unit))
    return; // inline, and read from another unit
  readBody(decl, id);
}

void UnitReader::readBody(const FunctionDecl *decl, FunctionId id) {
  std::size_t nodes = builder.program.nodes.size();
  std::size_t stmts = builder.program.stmts.size();
  firstObject_ = builder.program.objects.size();
  std::size_t holes = builder.program.units[index(unit)].holes.size();
  builder.function(id).unit = unit;
  builder.function(id).location = location(decl->getLocation());
  currentFunction = id;
  std::string problem = cannotRead(decl);
  FunctionFacts read;
  try {
    for (const ParmVarDecl *param : decl->parameters()) {
      ObjectId object = this->object(param);
      builder.function(id).params.push_back(object);
    }
    read = readFacts(*this, decl);
    facts = &read;
    if (problem.empty())
      problem = read.hopeless;
    if (!problem.empty())
      throw NotAnalysable{problem};
    builder.function(id).text = range(decl->getSourceRange());
    TreeReader tree(*this, read, id);
    NodeId body = tree.readBody(llvm::cast<CompoundStmt>(decl->getBody()));
    builder.function(id).body = body;
    std::vector<Hole> &all = builder.program.units[index(unit)].holes;
    all.insert(all.end(), read.holes.begin(), read.holes.end());
    checkSizes(id);
  } catch (const NotAnalysable &reason) {
    builder.program.nodes.resize(nodes);
    builder.program.stmts.resize(stmts);
    builder.program.units[index(unit)].holes.resize(holes);
    builder.function(id).body = NodeId::None;
    builder.function(id).results.clear();
    builder.function(id).problem = reason.why;
    forgetScopes(id);
  }
  facts = nullptr;
  currentFunction = FunctionId::None;
}

/// A variably modified type can be written elsewhere only if the variables of
/// its sizes still have the values that they had where it was declared.
void UnitReader::checkSizes(FunctionId id) {
  for (std::size_t i = firstObject_; i < builder.program.objects.size(); ++i) {
    Object &o = builder.program.objects[i];
    if (o.function != id || !o.isVariablyModified)
      continue;
    for (ObjectId size : o.type.needs) {
      const Object &n = builder.object(size);
      bool isOwn = n.kind == ObjectKind::Local || n.kind == ObjectKind::Param;
      if (!isOwn || n.isAddressTaken || facts->assigned.contains(size))
        o.type.isNameable = o.pointerType.isNameable = false;
    }
  }
}

void UnitReader::forgetScopes(FunctionId id) {
  for (std::size_t i = firstObject_; i < builder.program.objects.size(); ++i)
    if (builder.program.objects[i].function == id)
      builder.program.objects[i].scope = NodeId::None;
}

} // namespace hocket::frontend
