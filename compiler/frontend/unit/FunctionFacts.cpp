// SPDX-License-Identifier: Apache-2.0
//
// One walk over the syntax tree of a body, unevaluated operands included, for
// they name variables too.

#include "frontend/unit/FunctionFacts.h"

#include "frontend/unit/Lvalues.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <set>

namespace hocket::frontend {

using namespace clang;

namespace {

bool returnsTwice(const FunctionDecl *f) {
  if (f->hasAttr<ReturnsTwiceAttr>())
    return true;
  if (!f->getIdentifier())
    return false;
  return llvm::StringSwitch<bool>(f->getName())
      .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork",
             "getcontext", "__builtin_setjmp", true)
      .Default(false);
}

/// The end of a loop with a deadline (deadlines/MarkDeadlines.h): it does
/// nothing to the program.
bool isOwnCleanup(const CleanupAttr &cleanup) {
  const IdentifierInfo *name = cleanup.getFunctionDecl()->getIdentifier();
  return name && name->isStr("__hocket_turns_end");
}

class FactReader : public RecursiveASTVisitor<FactReader> {
public:
  FactReader(UnitReader &unit, const FunctionDecl *function,
             FunctionFacts &facts)
      : unit_(unit), function_(function), facts_(facts) {}

  bool VisitDeclRefExpr(DeclRefExpr *ref) {
    if (const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl())) {
      if (isOurs(var))
        addHole(var, ref->getLocation(), false);
    } else if (const auto *f = llvm::dyn_cast<FunctionDecl>(ref->getDecl())) {
      if (!direct_.contains(ref) && f->getBuiltinID() == 0)
        markFunction(f);
      else if (!direct_.contains(ref) && f->getDefinition())
        markFunction(f);
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *var) {
    if (llvm::isa<ParmVarDecl>(var))
      return true;
    if (const auto *cleanup = var->getAttr<CleanupAttr>();
        cleanup && !isOwnCleanup(*cleanup))
      facts_.hopeless = "a variable with a cleanup function";
    if (!var->hasLinkage())
      addHole(var, var->getLocation(), true);
    if (var->isStaticLocal() && var->getInit())
      markAddressesTaken(unit_, var->getInit());
    return true;
  }

  bool VisitCallExpr(CallExpr *call) {
    const auto *callee =
        llvm::dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (callee)
      direct_.insert(callee);
    if (const FunctionDecl *f = call->getDirectCallee(); f && returnsTwice(f))
      facts_.irregular = "a call that may return twice";
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      addWrite(op->getLHS(), op->getOpcode() == BO_Assign ? op->getRHS() : op);
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp())
      addWrite(op->getSubExpr(), nullptr);
    else if (op->getOpcode() == UO_AddrOf)
      markTaken(op->getSubExpr());
    else if (op->getOpcode() == UO_Deref)
      allowDecay(op->getSubExpr());
    return true;
  }

  /// Components of a vector by name: where they are is not understood.
  bool VisitExtVectorElementExpr(ExtVectorElementExpr *components) {
    markTaken(components->getBase());
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) {
    allowDecay(element->getBase());
    return true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_ArrayToPointerDecay &&
        !allowedDecays_.contains(cast))
      markTaken(cast->getSubExpr());
    return true;
  }

  bool VisitGCCAsmStmt(GCCAsmStmt *statement) {
    for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
      markAsmOperand(statement->getOutputExpr(i));
    for (unsigned i = 0; i < statement->getNumInputs(); ++i)
      if (statement->getInputExpr(i)->isGLValue())
        markAsmOperand(statement->getInputExpr(i));
    if (statement->isAsmGoto())
      facts_.irregular = "an asm goto";
    return true;
  }

  bool VisitLabelStmt(LabelStmt *label) {
    if (function_)
      factsOf(label->getDecl()).position = unit_.begin(label->getIdentLoc());
    return true;
  }
  bool VisitGotoStmt(GotoStmt *jump) {
    if (function_)
      factsOf(jump->getLabel())
          .gotos.push_back(unit_.begin(jump->getGotoLoc()));
    return true;
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) {
    facts_.irregular = "a computed goto";
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *) {
    facts_.irregular = "a computed goto";
    return true;
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *) {
    facts_.hopeless = "OpenMP directives";
    return true;
  }
  bool VisitOMPThreadPrivateDecl(OMPThreadPrivateDecl *) {
    facts_.hopeless = "OpenMP directives";
    return true;
  }
  bool VisitBlockExpr(BlockExpr *) {
    facts_.hopeless = "a block literal";
    return true;
  }

private:
  /// Is it a variable that the body may name from outside a prototype?
  bool isOurs(const VarDecl *var) const {
    const auto *param = llvm::dyn_cast<ParmVarDecl>(var);
    return !param || (function_ && param->getDeclContext() == function_);
  }

  void addHole(const VarDecl *var, clang::SourceLocation location,
               bool isDeclarator) {
    ir::ObjectId object = unit_.object(var);
    if (!function_)
      return;
    if (!unit_.isInText(location))
      return spelledOddly();
    uint32_t begin = unit_.begin(location), end = unit_.end(location);
    const std::string &text =
        unit_.builder.program.units[index(unit_.unit)].text;
    if (text.compare(begin, end - begin, var->getNameAsString()) != 0)
      return spelledOddly();
    facts_.holes.push_back({begin, end, object, isDeclarator});
  }

  void spelledOddly() {
    if (facts_.hopeless.empty())
      facts_.hopeless = "a name that is spelled in an unusual way";
  }

  void addWrite(const Expr *lvalue, const Expr *stored) {
    while (const UnaryOperator *half = halfOf(lvalue)) {
      lvalue = half->getSubExpr();
      stored = nullptr;
    }
    const auto *ref = llvm::dyn_cast<DeclRefExpr>(lvalue->IgnoreParens());
    if (!ref || !function_)
      return;
    const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl());
    if (!var || !isOurs(var))
      return;
    facts_.writes[var->getCanonicalDecl()].push_back(
        unit_.begin(ref->getLocation()));
    facts_.stores[var->getCanonicalDecl()].push_back(stored);
    facts_.assigned.insert(unit_.object(var));
  }

  void markFunction(const FunctionDecl *f) {
    ir::Function &function = unit_.builder.function(unit_.function(f));
    function.isAddressTaken = true;
    unit_.builder.object(function.object).isAddressTaken = true;
  }

  void markTaken(const Expr *lvalue) {
    const DeclRefExpr *ref = rootReference(lvalue);
    if (!ref)
      return;
    if (const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl()))
      if (isOurs(var))
        unit_.builder.object(unit_.object(var)).isAddressTaken = true;
  }

  void markAsmOperand(const Expr *operand) {
    markTaken(operand->IgnoreParenImpCasts());
    addWrite(operand->IgnoreParenImpCasts(), nullptr);
  }

  void allowDecay(const Expr *base) {
    if (const auto *cast =
            llvm::dyn_cast<ImplicitCastExpr>(base->IgnoreParens()))
      if (cast->getCastKind() == CK_ArrayToPointerDecay)
        allowedDecays_.insert(cast);
  }

  LabelFacts &factsOf(const LabelDecl *label) {
    for (LabelFacts &known : facts_.labels)
      if (known.label == label)
        return known;
    facts_.labels.push_back({label, 0, {}});
    return facts_.labels.back();
  }

  UnitReader &unit_;
  const FunctionDecl *function_; ///< null: an initializer at file scope
  FunctionFacts &facts_;
  std::set<const Expr *> direct_;        ///< names of functions called
  std::set<const Expr *> allowedDecays_; ///< directly under `[]` or `*`
};

} // namespace

bool FunctionFacts::isWritten(const VarDecl *var, uint32_t begin,
                              uint32_t end) const {
  auto found = writes.find(var->getCanonicalDecl());
  if (found == writes.end())
    return false;
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](uint32_t at) { return begin <= at && at < end; });
}

/// A number of parameters and constants alone.
static bool isOverParameters(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(e))
    return llvm::isa<EnumConstantDecl>(ref->getDecl()) ||
           (llvm::isa<ParmVarDecl>(ref->getDecl()) &&
            !ref->getType().isVolatileQualified());
  if (const auto *cast = llvm::dyn_cast<CStyleCastExpr>(e))
    return !cast->getTypeAsWritten()->isVariablyModifiedType() &&
           isOverParameters(cast->getSubExpr());
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(e))
    return op->isArithmeticOp() && isOverParameters(op->getSubExpr());
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(e))
    return !op->isAssignmentOp() && isOverParameters(op->getLHS()) &&
           isOverParameters(op->getRHS());
  if (const auto *select = llvm::dyn_cast<ConditionalOperator>(e))
    return isOverParameters(select->getCond()) &&
           isOverParameters(select->getTrueExpr()) &&
           isOverParameters(select->getFalseExpr());
  if (const auto *size = llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(e))
    return !size->getTypeOfArgument()->isVariablyModifiedType();
  return llvm::isa<IntegerLiteral, CharacterLiteral, ConstantExpr>(e);
}

/// Sizes in the parameter's type, which are evaluated when the function is
/// entered, and do more than name parameters. Nobody uses the value of the
/// outermost one, of `double a[m->rows][n]`: what it only reads is not read.
static std::vector<const Expr *> otherSizes(const ASTContext &ast,
                                            const ParmVarDecl *param) {
  std::vector<const Expr *> result;
  bool isOutermost = true;
  for (QualType type = param->getOriginalType(); type->isVariablyModifiedType();
       isOutermost = false) {
    const ArrayType *array = ast.getAsArrayType(type);
    if (!array && !type->isAnyPointerType())
      break;
    const auto *variable = llvm::dyn_cast_or_null<VariableArrayType>(array);
    const Expr *size = variable ? variable->getSizeExpr() : nullptr;
    if (size && !isOverParameters(size) &&
        (!isOutermost || size->HasSideEffects(ast)))
      result.push_back(size);
    type = array ? array->getElementType() : type->getPointeeType();
  }
  return result;
}

FunctionFacts readFacts(UnitReader &unit, const FunctionDecl *function) {
  FunctionFacts facts;
  FactReader reader(unit, function, facts);
  reader.TraverseStmt(function->getBody());
  for (const ParmVarDecl *param : function->parameters())
    for (const Expr *size : otherSizes(unit.ast, param)) {
      markAddressesTaken(unit, size);
      facts.hopeless =
          "a parameter whose type has a size of more than parameters";
    }
  auto before = [](const ir::Hole &a, const ir::Hole &b) {
    return a.begin < b.begin;
  };
  auto same = [](const ir::Hole &a, const ir::Hole &b) {
    return a.begin == b.begin;
  };
  std::vector<ir::Hole> &holes = facts.holes;
  std::stable_sort(holes.begin(), holes.end(), before);
  holes.erase(std::unique(holes.begin(), holes.end(), same), holes.end());
  return facts;
}

void markAddressesTaken(UnitReader &unit, const Expr *initializer) {
  FunctionFacts unused;
  FactReader reader(unit, nullptr, unused);
  reader.TraverseStmt(const_cast<Expr *>(initializer));
}

} // namespace hocket::frontend
