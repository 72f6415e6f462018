// SPDX-License-Identifier: Apache-2.0
#include "frontend/floats/KnownValues.h"

#include "support/Policy.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace hocket::frontend {

using namespace clang;

namespace {

const ValueDecl *canonical(const ValueDecl *decl) {
  return llvm::cast<ValueDecl>(decl->getCanonicalDecl());
}

/// The object whose bytes an lvalue is, members and elements included.
const ValueDecl *objectOf(const Expr *lvalue) {
  const Expr *e = lvalue->IgnoreParenCasts();
  if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(e))
    return canonical(ref->getDecl());
  if (const auto *member = llvm::dyn_cast<MemberExpr>(e))
    return member->isArrow() ? nullptr : objectOf(member->getBase());
  if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
    const Expr *base = element->getBase()->IgnoreParenImpCasts();
    return base->getType()->isArrayType() ? objectOf(base) : nullptr;
  }
  return nullptr;
}

class StoreCollector : public RecursiveASTVisitor<StoreCollector> {
public:
  Stores stores;

  bool VisitVarDecl(VarDecl *var) {
    if (var->hasInit() && !llvm::isa<ParmVarDecl>(var))
      stores.values[canonical(var)].push_back(var->getInit());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      add(objectOf(op->getLHS()), op->getRHS());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->getOpcode() == UO_AddrOf)
      escape(op->getSubExpr());
    else if (op->isIncrementDecrementOp())
      add(objectOf(op->getSubExpr()), nullptr);
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) {
    subscripted_.insert(element->getBase()->IgnoreParenImpCasts());
    return true;
  }

  // After the subscript that it may be part of.
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    const Expr *array = cast->getSubExpr()->IgnoreParenImpCasts();
    if (cast->getCastKind() == CK_ArrayToPointerDecay &&
        !subscripted_.count(array))
      escape(array);
    return true;
  }

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    const FunctionDecl *body = callee ? callee->getDefinition() : nullptr;
    for (unsigned i = 0; body && i < call->getNumArgs(); ++i)
      if (i < body->getNumParams())
        add(body->getParamDecl(i), call->getArg(i));
    return true;
  }

private:
  void add(const ValueDecl *to, const Expr *value) {
    if (to)
      stores.values[to].push_back(value);
  }

  void escape(const Expr *lvalue) {
    if (const ValueDecl *object = objectOf(lvalue))
      stores.escaped.insert(object);
  }

  std::set<const Expr *> subscripted_;
};

} // namespace

const ValueDecl *rootOf(const Expr *lvalue) {
  const Expr *e = lvalue->IgnoreParenCasts();
  if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(e))
    return canonical(ref->getDecl());
  if (const auto *member = llvm::dyn_cast<MemberExpr>(e))
    return member->getMemberDecl();
  if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e))
    return rootOf(element->getBase());
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(e))
    return rootOf(op->getSubExpr());
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(e))
    return rootOf(op->getLHS()->getType()->isPointerType() ? op->getLHS()
                                                           : op->getRHS());
  return nullptr;
}

Stores findStores(ASTContext &ast) {
  StoreCollector collector;
  collector.TraverseDecl(ast.getTranslationUnitDecl());
  return std::move(collector.stores);
}

bool KnownValues::areKnown(const clang::Stmt *operands) {
  return std::all_of(operands->child_begin(), operands->child_end(),
                     [&](const clang::Stmt *child) {
                       const auto *e = llvm::dyn_cast_or_null<Expr>(child);
                       return e && isKnown(e);
                     });
}

bool KnownValues::isKnown(const Expr *e) {
  e = e->IgnoreParens();
  Expr::EvalResult constant;
  if (e->isPRValue() && e->getType()->isArithmeticType() &&
      e->EvaluateAsRValue(constant, ast_))
    return true;
  if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(e)) {
    const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl());
    return var && isKnownVariable(var);
  }
  if (const auto *call = llvm::dyn_cast<CallExpr>(e))
    return isKnownCall(call);
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(e))
    return op->getOpcode() != UO_Deref && op->getOpcode() != UO_AddrOf &&
           isKnown(op->getSubExpr());
  if (const auto *member = llvm::dyn_cast<MemberExpr>(e))
    return !member->isArrow() && isKnown(member->getBase());
  if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
    const Expr *base = element->getBase()->IgnoreParenImpCasts();
    return base->getType()->isArrayType() && mayBeFollowed(base) &&
           isKnown(base) && isKnown(element->getIdx());
  }
  bool isMade = llvm::isa<CastExpr>(e) || llvm::isa<BinaryOperator>(e) ||
                llvm::isa<ConditionalOperator>(e) || llvm::isa<InitListExpr>(e);
  return llvm::isa<ImplicitValueInitExpr>(e) || (isMade && areKnown(e));
}

/// What is stored in an array's elements is seen again by compilers only where
/// the loops that store and read are unrolled as a whole.
bool KnownValues::mayBeFollowed(const Expr *array) const {
  const ValueDecl *object = objectOf(array);
  const auto *var = llvm::dyn_cast_or_null<VarDecl>(object);
  auto stores = stores_.values.find(object);
  bool isFilled = stores != stores_.values.end() &&
                  stores->second.size() > (var && var->hasInit() ? 1u : 0u);
  const auto *size = ast_.getAsConstantArrayType(array->getType());
  return !isFilled ||
         (size && ast_.getConstantArrayElementCount(size) <=
                      static_cast<uint64_t>(policy.loops.unrolledWhole));
}

bool KnownValues::isKnownCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  bool isComputed = callee &&
                    (callee->getBuiltinID() != 0 || callee->getDefinition()) &&
                    call->getNumArgs() > 0;
  return isComputed && std::all_of(call->arg_begin(), call->arg_end(),
                                   [&](const Expr *e) { return isKnown(e); });
}

bool KnownValues::isKnownVariable(const VarDecl *var) {
  var = var->getCanonicalDecl();
  // Asked again while it is being found out: what it held.
  auto [known, isNew] = known_.try_emplace(var, true);
  if (isNew) {
    bool holds = holdsKnown(var);
    known_[var] = holds;
    return holds;
  }
  return known->second;
}

bool KnownValues::holdsKnown(const VarDecl *var) {
  if (var->getType().isVolatileQualified())
    return false;
  bool isConst = ast_.getBaseElementType(var->getType()).isConstQualified();
  if (!isConst &&
      (var->hasExternalFormalLinkage() || stores_.escaped.count(var)))
    return false;
  auto stores = stores_.values.find(var);
  if (stores == stores_.values.end())
    return var->hasGlobalStorage() && !var->hasExternalFormalLinkage();
  auto isKnownValue = [&](const Expr *e) { return !e || isKnown(e); };
  auto isGiven = [&](const Expr *e) { return e && isKnown(e); };
  return llvm::isa<ParmVarDecl>(var)
             ? std::any_of(stores->second.begin(), stores->second.end(),
                           isGiven)
             : std::all_of(stores->second.begin(), stores->second.end(),
                           isKnownValue);
}

} // namespace hocket::frontend
