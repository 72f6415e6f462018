// SPDX-License-Identifier: Apache-2.0
#include "frontend/ReadUnit.h"

#include "frontend/ReachedFunctions.h"
#include "frontend/TreeReader.h"
#include "frontend/floats/FoldedProducts.h"
#include "frontend/unit/FunctionFacts.h"
#include "frontend/unit/InitialNumbers.h"
#include "frontend/unit/Mentions.h"
#include "frontend/unit/UnitReader.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

/// Variables that the unit defines; the others appear when they are named.
void readVariable(UnitReader &unit, const VarDecl *decl) {
  const VarDecl *definition = decl->getDefinition();
  if (!definition)
    definition = const_cast<VarDecl *>(decl)->getActingDefinition();
  if (decl != definition)
    return;
  ObjectId id = unit.object(decl);
  if (const clang::Expr *init = decl->getAnyInitializer())
    markAddressesTaken(unit, init);
  unit.readInitialPointers(id, decl);
  noteInitialNumbers(unit, id, decl);
}

/// A variably modified type can be written elsewhere only if the variables of
/// its sizes still have the values that they had where it was declared.
/// \param first object that the function's body brought.
void checkSizes(ProgramBuilder &builder, FunctionId id,
                const FunctionFacts &facts, std::size_t first) {
  for (std::size_t i = first; i < builder.program.objects.size(); ++i) {
    Object &o = builder.program.objects[i];
    if (o.function != id || !o.isVariablyModified)
      continue;
    for (ObjectId size : o.type.needs) {
      const Object &n = builder.object(size);
      bool isOwn = n.kind == ObjectKind::Local || n.kind == ObjectKind::Param;
      if (!isOwn || n.isAddressTaken || facts.assigned.contains(size))
        o.type.isNameable = o.pointerType.isNameable = false;
    }
  }
}

/// What has been added to the program while a body is read.
class Begun {
public:
  Begun(ProgramBuilder &builder, UnitId unit, FunctionId function)
      : builder_(builder), unit_(unit), function_(function),
        nodes_(builder.program.nodes.size()),
        stmts_(builder.program.stmts.size()),
        objects_(builder.program.objects.size()),
        holes_(builder.program.units[index(unit)].holes.size()) {}

  std::size_t firstObject() const { return objects_; }

  /// The function keeps its name and the reason.
  void takeBack(const std::string &why) {
    builder_.program.nodes.resize(nodes_);
    builder_.program.stmts.resize(stmts_);
    builder_.program.units[index(unit_)].holes.resize(holes_);
    Function &function = builder_.function(function_);
    function.body = NodeId::None;
    function.results.clear();
    function.problem = why;
    for (std::size_t i = objects_; i < builder_.program.objects.size(); ++i)
      if (builder_.program.objects[i].function == function_)
        builder_.program.objects[i].scope = NodeId::None;
  }

private:
  ProgramBuilder &builder_;
  const UnitId unit_;
  const FunctionId function_;
  const std::size_t nodes_, stmts_, objects_, holes_;
};

void readBody(UnitReader &unit, const FunctionDecl *decl, FunctionId id) {
  ProgramBuilder &builder = unit.builder;
  Begun begun(builder, unit.unit, id);
  builder.function(id).unit = unit.unit;
  builder.function(id).location = unit.location(decl->getLocation());
  unit.currentFunction = id;
  std::string problem = unit.cannotRead(decl);
  FunctionFacts read;
  try {
    for (const ParmVarDecl *param : decl->parameters()) {
      ObjectId object = unit.object(param);
      builder.function(id).params.push_back(object);
    }
    read = readFacts(unit, decl);
    unit.facts = &read;
    if (problem.empty())
      problem = read.hopeless;
    if (!problem.empty())
      throw NotAnalysable{problem};
    builder.function(id).text = unit.range(decl->getSourceRange());
    TreeReader tree(unit, read, id);
    NodeId body = tree.readBody(llvm::cast<CompoundStmt>(decl->getBody()));
    builder.function(id).body = body;
    std::vector<Hole> &all = builder.program.units[index(unit.unit)].holes;
    all.insert(all.end(), read.holes.begin(), read.holes.end());
    checkSizes(builder, id, read, begun.firstObject());
  } catch (const NotAnalysable &reason) {
    begun.takeBack(reason.why);
  }
  unit.facts = nullptr;
  unit.currentFunction = FunctionId::None;
}

void readFunction(UnitReader &unit, const FunctionDecl *decl,
                  const ReachedFunctions &reached) {
  if (decl->hasAttr<ConstructorAttr>() || decl->hasAttr<DestructorAttr>() ||
      decl->hasAttr<UsedAttr>()) {
    Function &f = unit.builder.function(unit.function(decl));
    f.isAddressTaken = true;
    f.isRunAtExit |= decl->hasAttr<DestructorAttr>();
  }
  if (!decl->isThisDeclarationADefinition() || decl->hasSkippedBody() ||
      !decl->getBody())
    return;
  // A header's static function that nobody uses is not part of the program.
  bool isHeaders =
      unit.ast.getSourceManager().isInSystemHeader(decl->getLocation());
  if (isHeaders && !decl->isUsed() && !decl->isReferenced())
    return;
  const FunctionKey key = keyOf(decl, index(unit.unit));
  if (!reached.contains(key))
    return;
  FunctionId id = unit.function(decl);
  unit.builder.function(id).isMentionedElsewhere |=
      reached.mentionedByOthers.count(key) != 0;
  if (isValid(unit.builder.function(id).unit))
    return; // inline, and read from another unit
  readBody(unit, decl, id);
}

} // namespace

void readUnit(UnitReader &unit, const ReachedFunctions &reached) {
  const TranslationUnitDecl *all = unit.ast.getTranslationUnitDecl();
  for (const Decl *decl : all->decls())
    if (const auto *var = llvm::dyn_cast<VarDecl>(decl))
      readVariable(unit, var);
  KnownProducts products = findKnownProducts(unit.ast);
  unit.foldedProducts = std::move(products.folded);
  unit.knownProducts = std::move(products.all);
  for (const Decl *decl : all->decls()) {
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(decl))
      readFunction(unit, function, reached);
    unit.hasAssembly |= llvm::isa<FileScopeAsmDecl>(decl);
  }
}

} // namespace hocket::frontend
