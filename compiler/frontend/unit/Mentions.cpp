// SPDX-License-Identifier: Apache-2.0
#include "frontend/unit/Mentions.h"

#include "frontend/unit/UnitReader.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
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

/// The compiler or the start of the program may call it, though no text does.
bool mayBeCalledUnseen(const FunctionDecl *decl) {
  return decl->getName() == "main" || decl->getName().starts_with("_") ||
         decl->getBuiltinID() != 0 ||
         llvm::any_of(decl->redecls(), [](const FunctionDecl *one) {
           return one->hasAttr<ConstructorAttr>() ||
                  one->hasAttr<DestructorAttr>() || one->hasAttr<UsedAttr>() ||
                  one->hasAttr<RetainAttr>() || one->hasAttr<SectionAttr>();
         });
}

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  Visitor(ASTContext &ast, std::size_t unit, Mentions &mentions)
      : ast_(ast), unit_(unit), mentions_(mentions) {}

  bool TraverseFunctionDecl(FunctionDecl *decl) {
    std::set<FunctionKey> *outer = current_;
    const FunctionKey key = keyOf(decl, unit_);
    mentions_.hasMain |= decl->isMain() && isDefinition(decl);
    // What a header of the library declares, the library may call, whoever
    // defines it.
    if (mayBeCalledUnseen(decl) || isOfSystem(decl))
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

  /// What the initializer of a variable with static storage names is in the
  /// program whether or not anything comes to the function around it.
  bool TraverseVarDecl(VarDecl *decl) {
    std::set<FunctionKey> *outer = current_;
    if (decl->hasGlobalStorage())
      current_ = nullptr;
    bool result = RecursiveASTVisitor::TraverseVarDecl(decl);
    current_ = outer;
    return result;
  }

  bool VisitVarDecl(VarDecl *decl) {
    if (const auto *cleanup = decl->getAttr<CleanupAttr>())
      mention(cleanup->getFunctionDecl());
    if (const auto *alias = decl->getAttr<AliasAttr>())
      addRoot(alias->getAliasee());
    // `extern char f[];` may be another unit's function.
    if (decl->hasExternalStorage()) {
      addRoot(UnitReader::nameOf(decl));
      if (const auto *label = decl->getAttr<AsmLabelAttr>())
        addRoot(label->getLabel());
    }
    return true;
  }

  /// It may fill any section with its text and its operands, whether or not
  /// anything comes to it.
  bool TraverseGCCAsmStmt(GCCAsmStmt *assembly,
                          DataRecursionQueue * = nullptr) {
    std::set<FunctionKey> *outer = std::exchange(current_, nullptr);
    addWordsOf(assembly->getAsmString()->getString());
    bool result = RecursiveASTVisitor::TraverseGCCAsmStmt(assembly);
    current_ = outer;
    return result;
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

  bool isOfSystem(const FunctionDecl *decl) const {
    return !isDefinition(decl) && decl->isExternallyVisible() &&
           ast_.getSourceManager().isInSystemHeader(decl->getLocation());
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

  /// Whole, and cut at what is part of names in assembly alone.
  void addWordsOf(llvm::StringRef text) {
    auto isOfWord = [](char c) {
      return llvm::isAlnum(c) || c == '_' || (c & 0x80) != 0;
    };
    for (bool isWhole : {false, true})
      for (llvm::StringRef rest = text; !rest.empty();) {
        llvm::StringRef word = rest.take_while([&](char c) {
          return isOfWord(c) || (isWhole && (c == '.' || c == '$'));
        });
        if (!word.empty())
          addRoot(word);
        rest = rest.drop_front(word.empty() ? 1 : word.size());
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
