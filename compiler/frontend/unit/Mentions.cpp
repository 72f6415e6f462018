// SPDX-License-Identifier: Apache-2.0
#include "frontend/unit/Mentions.h"

#include "frontend/unit/UnitReader.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

#include <utility>

namespace hocket::frontend {
namespace {

using namespace clang;

SourceLocation place(const ASTContext &ast, clang::SourceLocation location) {
  const SourceManager &sources = ast.getSourceManager();
  PresumedLoc at = sources.getPresumedLoc(sources.getFileLoc(location));
  if (at.isInvalid())
    return {};
  return {at.getFilename(), at.getLine(), at.getColumn()};
}

/// The C library, the compiler or the start of the program may call it, though
/// no text does.
bool mayBeCalledUnseen(const FunctionDecl *decl) {
  if (decl->getName() == "main" || decl->getName().starts_with("_") ||
      decl->getBuiltinID() != 0)
    return true;
  for (const FunctionDecl *one : decl->redecls()) {
    if (one->hasAttr<ConstructorAttr>() || one->hasAttr<DestructorAttr>() ||
        one->hasAttr<UsedAttr>() || one->hasAttr<RetainAttr>() ||
        one->hasAttr<SectionAttr>())
      return true;
    // It replaces a function that the library may use, too.
    if (!one->isThisDeclarationADefinition() &&
        decl->getASTContext().getSourceManager().isInSystemHeader(
            one->getLocation()))
      return true;
  }
  return false;
}

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  Visitor(ASTContext &ast, std::size_t unit, Mentions &mentions)
      : ast_(ast), unit_(unit), mentions_(mentions) {}

  bool TraverseFunctionDecl(FunctionDecl *decl) {
    std::set<FunctionKey> *outer = current_;
    const FunctionKey key = keyOf(decl, unit_);
    mentions_.hasMain |= decl->isMain() && isDefinition(decl);
    if (isDefinition(decl) && mayBeCalledUnseen(decl))
      mentions_.roots.insert(key);
    current_ = &mentions_.of[key];
    addOtherNames(decl, key);
    const bool outerLoop = std::exchange(hasLoop_, false);
    bool result = RecursiveASTVisitor::TraverseFunctionDecl(decl);
    if (hasLoop_ && !isMeantForSome(decl))
      mentions_.withLoops.push_back({key, place(ast_, decl->getLocation())});
    current_ = outer;
    hasLoop_ = outerLoop;
    return result;
  }

  bool VisitDeclRefExpr(DeclRefExpr *ref) {
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(ref->getDecl()))
      mention(function);
    return true;
  }

  bool VisitVarDecl(VarDecl *decl) {
    if (const auto *cleanup = decl->getAttr<CleanupAttr>())
      mention(cleanup->getFunctionDecl());
    if (const auto *alias = decl->getAttr<AliasAttr>())
      addRoot(alias->getAliasee());
    return true;
  }

  bool VisitGCCAsmStmt(GCCAsmStmt *assembly) {
    mentionWordsOf(assembly->getAsmString()->getString());
    return true;
  }

  bool VisitFileScopeAsmDecl(FileScopeAsmDecl *) {
    mentions_.hasAssembly = true;
    return true;
  }

  bool VisitForStmt(ForStmt *) { return noteLoop(); }
  bool VisitWhileStmt(WhileStmt *) { return noteLoop(); }
  bool VisitDoStmt(DoStmt *) { return noteLoop(); }

private:
  static bool isDefinition(const FunctionDecl *decl) {
    return decl->isThisDeclarationADefinition();
  }

  /// Of a header: not every unit is expected to use it.
  bool isMeantForSome(const FunctionDecl *decl) const {
    return ast_.getSourceManager().isInSystemHeader(decl->getLocation()) ||
           decl->isInlineSpecified() || decl->hasAttr<UnusedAttr>();
  }

  bool noteLoop() {
    hasLoop_ = true;
    return true;
  }

  void mention(const FunctionDecl *decl) {
    (current_ ? *current_ : mentions_.roots).insert(keyOf(decl, unit_));
  }

  void mentionWordsOf(llvm::StringRef text) {
    std::set<FunctionKey> &to = current_ ? *current_ : mentions_.roots;
    while (!text.empty()) {
      llvm::StringRef word = text.take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
      if (!word.empty()) {
        to.insert({word.str()});
        to.insert({word.str(), unit_});
      }
      text = text.drop_front(word.empty() ? 1 : word.size());
    }
  }

  void addRoot(llvm::StringRef name) {
    mentions_.roots.insert({name.str()});
    mentions_.roots.insert({name.str(), unit_});
  }

  /// `asm("name")`: either name is the function's. What an alias or an indirect
  /// function stands for is reached, whoever may call it.
  void addOtherNames(const FunctionDecl *decl, const FunctionKey &key) {
    if (const auto *label = decl->getAttr<AsmLabelAttr>()) {
      FunctionKey other{label->getLabel().str(), key.unit};
      mentions_.of[key].insert(other);
      mentions_.of[other].insert(key);
    }
    if (const auto *alias = decl->getAttr<AliasAttr>())
      addRoot(alias->getAliasee());
    if (const auto *weak = decl->getAttr<WeakRefAttr>())
      addRoot(weak->getAliasee());
    if (const auto *indirect = decl->getAttr<IFuncAttr>())
      addRoot(indirect->getResolver());
  }

  ASTContext &ast_;
  const std::size_t unit_;
  Mentions &mentions_;
  std::set<FunctionKey> *current_ = nullptr; ///< null: at file scope
  bool hasLoop_ = false;
};

} // namespace

FunctionKey keyOf(const FunctionDecl *decl, std::size_t unit) {
  return {UnitReader::nameOf(decl),
          decl->isExternallyVisible() ? FunctionKey::AllUnits : unit};
}

void addMentions(ASTContext &ast, std::size_t unit, Mentions &mentions) {
  Visitor visitor(ast, unit, mentions);
  visitor.TraverseDecl(ast.getTranslationUnitDecl());
}

} // namespace hocket::frontend
