// SPDX-License-Identifier: Apache-2.0
#include "frontend/floats/FoldedProducts.h"

#include "frontend/floats/KnownValues.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <cmath>

namespace hocket::frontend {

using namespace clang;

namespace {

bool isFloating(const Expr *e) {
  return e->getType()->hasFloatingRepresentation();
}

bool isSum(const BinaryOperator *op) {
  switch (op->getOpcode()) {
  case BO_Add:
  case BO_Sub:
  case BO_AddAssign:
  case BO_SubAssign:
    return isFloating(op);
  default:
    return false;
  }
}

bool isProduct(const BinaryOperator *op) {
  return isFloating(op) &&
         (op->getOpcode() == BO_Mul || op->getOpcode() == BO_MulAssign);
}

/// How many bits the mantissa of a value may need.
class Mantissa {
public:
  explicit Mantissa(const ASTContext &ast) : ast_(ast) {}

  /// Fused or not, the product is the same number: one factor is a power of
  /// two, or there is room for all bits.
  bool isExact(const BinaryOperator *product) const {
    unsigned left = bits(product->getLHS()), right = bits(product->getRHS());
    return left <= 1 || right <= 1 || left + right <= room(product);
  }

private:
  static constexpr unsigned unknown = 1000;
  /// Of a constant's exponent, so that products stay far from the ends of the
  /// range of `float`.
  static constexpr int widest = 30;

  unsigned room(const Expr *e) const {
    QualType type = e->getType();
    return type->isRealFloatingType() ? llvm::APFloat::semanticsPrecision(
                                            ast_.getFloatTypeSemantics(type))
                                      : unknown;
  }

  static unsigned bitsOf(llvm::APFloat value) {
    if (value.isZero())
      return 0;
    bool isRounded = false;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &isRounded);
    if (isRounded || !value.isFiniteNonZero() ||
        std::abs(ilogb(value)) > widest)
      return unknown;
    int exponent = 0;
    double mantissa = std::frexp(std::fabs(value.convertToDouble()), &exponent);
    auto whole = static_cast<uint64_t>(std::ldexp(mantissa, 53));
    return 53 - unsigned(llvm::countr_zero(whole));
  }

  unsigned bits(const Expr *e) const {
    e = e->IgnoreParens();
    llvm::APFloat value(0.0);
    if (e->getType()->isRealFloatingType() && e->EvaluateAsFloat(value, ast_))
      return bitsOf(value);
    if (const auto *cast = llvm::dyn_cast<CastExpr>(e)) {
      QualType from = cast->getSubExpr()->getType();
      if (cast->getCastKind() == CK_IntegralToFloating)
        return std::min(unsigned(ast_.getIntWidth(from)) -
                            unsigned(from->isSignedIntegerType()),
                        room(e));
      if (cast->getCastKind() == CK_FloatingCast)
        return std::min(bits(cast->getSubExpr()), room(e));
    }
    const auto *minus = llvm::dyn_cast<UnaryOperator>(e);
    if (minus && minus->getOpcode() == UO_Minus)
      return bits(minus->getSubExpr());
    return room(e);
  }

  const ASTContext &ast_;
};

/// What one loop, or one function, adds and changes.
struct Part {
  bool isLoop = false;
  /// Variables and members that a sum takes, or that it takes a copy of.
  std::set<const ValueDecl *> summed;
  /// ... that get new values.
  std::set<const ValueDecl *> changed;
};

/// Fills a Part.
class PartReader : public RecursiveASTVisitor<PartReader> {
public:
  explicit PartReader(Part &part) : part_(part) {}

  bool VisitBinaryOperator(BinaryOperator *op) {
    if (isSum(op)) {
      addSummed(op->getLHS());
      addSummed(op->getRHS());
    }
    if (op->isAssignmentOp())
      store(rootOf(op->getLHS()), op->getRHS());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp())
      if (const ValueDecl *root = rootOf(op->getSubExpr()))
        part_.changed.insert(root);
    return true;
  }

  bool VisitVarDecl(VarDecl *var) {
    if (var->hasInit())
      store(var->getCanonicalDecl(), var->getInit());
    return true;
  }

private:
  void store(const ValueDecl *to, const Expr *value) {
    if (!to)
      return;
    part_.changed.insert(to);
    if (part_.summed.count(to))
      addSummed(value);
  }

  /// Where the value is copied from.
  void addSummed(const Expr *e) {
    e = e->IgnoreParenCasts();
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(e)) {
      addSummed(choice->getTrueExpr());
      return addSummed(choice->getFalseExpr());
    }
    const auto *op = llvm::dyn_cast<UnaryOperator>(e);
    if (op && (op->getOpcode() == UO_Minus || op->getOpcode() == UO_Plus))
      return addSummed(op->getSubExpr());
    if (const ValueDecl *root = e->isLValue() ? rootOf(e) : nullptr)
      part_.summed.insert(root);
  }

  Part &part_;
};

Part readPart(const clang::Stmt *text, bool isLoop) {
  Part part;
  part.isLoop = isLoop;
  std::size_t before;
  do {
    before = part.summed.size();
    PartReader(part).TraverseStmt(const_cast<clang::Stmt *>(text));
  } while (part.summed.size() != before);
  return part;
}

class ProductFinder {
public:
  explicit ProductFinder(ASTContext &ast)
      : stores_(findStores(ast)), values_(ast, stores_), mantissa_(ast) {}

  KnownProducts found;

  void findIn(const clang::Stmt *body) {
    walk(body, readPart(body, /*isLoop=*/false), /*feeds=*/false);
  }

private:
  /// \param feeds a sum may take the value of `s`
  void walk(const clang::Stmt *s, const Part &part, bool feeds) {
    if (!s)
      return;
    bool isLoop = llvm::isa<ForStmt>(s) || llvm::isa<WhileStmt>(s) ||
                  llvm::isa<DoStmt>(s);
    if (isLoop && !part.isLoop)
      return walk(s, readPart(s, true), false);
    if (const auto *e = llvm::dyn_cast<Expr>(s))
      return walkExpr(e, part, feeds);
    if (const auto *declaration = llvm::dyn_cast<DeclStmt>(s)) {
      for (const Decl *decl : declaration->decls())
        if (const auto *var = llvm::dyn_cast<VarDecl>(decl))
          walk(var->getInit(), part,
               part.summed.count(var->getCanonicalDecl()) != 0);
      return;
    }
    // What a function returns its callers may add.
    for (const clang::Stmt *child : s->children())
      walk(child, part, llvm::isa<ReturnStmt>(s));
  }

  void walkExpr(const Expr *e, const Part &part, bool feeds) {
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(e))
      return walkBinary(op, part, feeds);
    const auto *cast = llvm::dyn_cast<CastExpr>(e);
    const auto *op = llvm::dyn_cast<UnaryOperator>(e);
    const auto *call = llvm::dyn_cast<CallExpr>(e);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    // What is rounded to another type no sum takes.
    bool isCopy = llvm::isa<ParenExpr>(e) ||
                  llvm::isa<ConditionalOperator>(e) ||
                  llvm::isa<InitListExpr>(e) || (op && op->isArithmeticOp()) ||
                  (cast && cast->getCastKind() != CK_FloatingCast &&
                   cast->getCastKind() != CK_FloatingToIntegral);
    bool isOwn = callee && callee->getDefinition();
    for (const clang::Stmt *child : e->children())
      walk(child, part, isOwn || (isCopy && feeds));
  }

  void walkBinary(const BinaryOperator *op, const Part &part, bool feeds) {
    if (op->isAssignmentOp())
      if (const ValueDecl *to = rootOf(op->getLHS()))
        feeds |= part.summed.count(to) != 0;
    // A product of complex numbers has sums in it.
    bool isComplex = op->getType()->isAnyComplexType();
    if (isProduct(op) && (feeds || isComplex) && varies(op, Part()) &&
        values_.isKnown(op->getLHS()) && values_.isKnown(op->getRHS()) &&
        (isComplex || !mantissa_.isExact(op))) {
      found.all.insert(op);
      if (varies(op, part))
        found.folded.insert(op);
    }
    bool passes = op->getOpcode() == BO_Assign || op->getOpcode() == BO_Comma;
    walk(op->getLHS(), part, isSum(op));
    walk(op->getRHS(), part, isSum(op) || (passes && feeds));
  }

  /// It is computed more than once: what stays the same in a loop is computed
  /// before it, and rounded.
  bool varies(const clang::Stmt *s, const Part &part) const {
    const auto *ref = llvm::dyn_cast<DeclRefExpr>(s);
    if (ref && (!part.isLoop || part.changed.count(llvm::cast<ValueDecl>(
                                    ref->getDecl()->getCanonicalDecl()))))
      return true;
    return std::any_of(
        s->child_begin(), s->child_end(),
        [&](const clang::Stmt *child) { return child && varies(child, part); });
  }

  const Stores stores_;
  KnownValues values_;
  Mantissa mantissa_;
};

} // namespace

KnownProducts findKnownProducts(ASTContext &ast) {
  ProductFinder finder(ast);
  for (const Decl *decl : ast.getTranslationUnitDecl()->decls())
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(decl))
      if (function->isThisDeclarationADefinition() &&
          !function->hasSkippedBody() && function->getBody())
        finder.findIn(function->getBody());
  return std::move(finder.found);
}

bool multipliesComplex(const clang::Stmt *text) {
  if (!text)
    return false;
  // A real factor scales both parts.
  auto isComplex = [](const Expr *e) {
    return e->IgnoreParenImpCasts()->getType()->isAnyComplexType();
  };
  const auto *op = llvm::dyn_cast<BinaryOperator>(text);
  return (op && isProduct(op) && isComplex(op->getLHS()) &&
          isComplex(op->getRHS())) ||
         std::any_of(
             text->child_begin(), text->child_end(),
             [](const clang::Stmt *child) { return multipliesComplex(child); });
}

bool namesAny(const clang::Stmt *text,
              const std::set<const Expr *> &expressions) {
  if (!text || expressions.empty())
    return false;
  const auto *e = llvm::dyn_cast<Expr>(text);
  return (e && expressions.count(e)) ||
         std::any_of(text->child_begin(), text->child_end(),
                     [&](const clang::Stmt *child) {
                       return namesAny(child, expressions);
                     });
}

} // namespace hocket::frontend
