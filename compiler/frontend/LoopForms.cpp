// SPDX-License-Identifier: Apache-2.0
//
// A loop is counted if its condition compares an induction variable with
// something that stays the same, or that is an induction variable too. Which
// variables those are, and how far an operand of the comparison is ahead of
// them (`++i < n`, `i + 4 <= n`, `n--`), shows in the IR (ir/Inductions.h); the
// syntax is needed for the text of the bound alone. That the bound's memory
// does not change, and that nothing wraps around, is left to later stages.

#include "frontend/LoopForms.h"

#include "frontend/StmtReader.h"

#include "ir/Inductions.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

class FormCounter {
public:
  FormCounter(UnitReader &unit, const LoopHead &head)
      : unit_(unit), program_(unit.builder.program), loop_(head.loop),
        condition_(head.condition), node_(head.node),
        data_(*program_[head.node].as<ir::Loop>()),
        inductions_(findInductions(program_, head.node)) {}

  Counted count() {
    counted_.isPlain = false;
    if (program_[node_].hasLabel || program_[node_].hasOuterCase)
      throw NotCounted{"a jump may enter it in the middle"};
    if (!condition_)
      throw NotCounted{"it has no condition"};
    readCondition(condition_);
    checkInit();
    counted_.lower =
        startOf(counted_.iterator, counted_.lowerText, "initial value");
    return counted_;
  }

private:
  ExprId valueOf(const clang::Expr *e) const {
    StmtReader reader(unit_, node_);
    ExprId value = reader.value(e);
    if (!reader.stmt.calls.empty() || reader.stmt.isOpaque)
      return unit_.builder.unknown(unit_.shapeOf(e->getType()));
    return value;
  }

  /// What the condition has added to the variable once it is over.
  int64_t addedByCondition(const Induction &induction) const {
    int64_t sum = 0;
    for (const InductionUpdate &update : induction.updates)
      if (update.stmt == data_.condition)
        sum += update.amount;
    return sum;
  }

  /// The conversions in a movedVariable are to types that hold all values of
  /// what they convert, and no signed variable is added to as an unsigned one:
  /// `(long)(unsigned)i` is not `i`.
  bool keepsValue(ExprId operand) const {
    const ir::Expr &e = program_[operand];
    if (e.isPointer || e.kind == ExprKind::Var || e.kind == ExprKind::Const)
      return true;
    auto holds = [&](const ir::Expr &from) {
      return e.isSigned ? e.bits >= from.bits + !from.isSigned
                        : !from.isSigned && e.bits >= from.bits;
    };
    if (e.kind == ExprKind::Cast && !holds(program_[e.operands[0]]))
      return false;
    return std::all_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId from) { return keepsValue(from); });
  }

  /// An operand that is an induction variable, give or take a constant. The
  /// distance is from the variable's value at the start of the iteration that
  /// is to be tested.
  const Induction *inductionIn(ExprId operand, int64_t &distance) const {
    std::optional<Moved> moved = movedVariable(program_, operand);
    const Induction *induction =
        moved ? inductionOf(inductions_, moved->object) : nullptr;
    if (!induction || !keepsValue(operand))
      return nullptr;
    distance = moved->amount;
    if (data_.form == LoopForm::Do)
      distance -= addedByCondition(*induction);
    return induction;
  }

  void readCondition(const clang::Expr *condition) {
    const clang::Expr *test = condition->IgnoreParenImpCasts();
    if (unit_.builder.constantValue(valueOf(condition)))
      throw NotCounted{"its condition is constant"};
    const auto *op = llvm::dyn_cast<BinaryOperator>(test);
    if (!op || !op->isComparisonOp())
      return readTruth(test);
    ExprId left = valueOf(op->getLHS()), right = valueOf(op->getRHS());
    int64_t distance = 0;
    bool isSwapped = !inductionIn(left, distance);
    setIterator(isSwapped ? right : left);
    counted_.compare = compareOf(op->getOpcode(), isSwapped);
    checkCompared(isSwapped ? op->getRHS() : op->getLHS());
    readBound(isSwapped ? op->getLHS() : op->getRHS(),
              isSwapped ? left : right);
    checkDirection();
  }

  /// `while (n--)`
  void readTruth(const clang::Expr *test) {
    ExprId value = valueOf(test);
    setIterator(value);
    if (program_[value].isPointer)
      throw NotCounted{"its condition does not compare with a bound"};
    counted_.compare = Compare::Ne;
    Shape shape = unit_.builder.shapeOf(value);
    counted_.bound = unit_.builder.constant(shape, 0);
    checkDirection();
  }

  void setIterator(ExprId operand) {
    const Induction *induction = inductionIn(operand, counted_.tested);
    if (!induction)
      throw NotCounted{
          "its condition compares nothing that each iteration moves by a "
          "constant"};
    counted_.iterator = induction->object;
    counted_.step = induction->step;
    counted_.stepBy = induction->by;
  }

  std::string name() const {
    return "'" + program_[counted_.iterator].name + "'";
  }

  /// The comparison is one of integers, on the variable's own value, or one of
  /// addresses.
  void checkCompared(const clang::Expr *own) const {
    Shape compared = unit_.shapeOf(own->getType());
    const Object &o = program_[counted_.iterator];
    if (compared.isFloat || compared.isPointer != o.isPointer)
      throw NotCounted{"its bound is of another kind than " + name()};
    if (o.isPointer)
      return;
    bool keepsValue = o.isSigned ? compared.isSigned && compared.bits >= o.bits
                                 : compared.bits >= o.bits + compared.isSigned;
    if (!keepsValue)
      throw NotCounted{name() + " is compared as an unsigned number"};
  }

  void readBound(const clang::Expr *bound, ExprId value) {
    int64_t distance = 0;
    const Induction *induction = inductionIn(value, distance);
    if (induction && induction->object != counted_.iterator) {
      if (isValid(induction->by) || isValid(counted_.stepBy))
        throw NotCounted{"its condition compares two variables of which one "
                         "moves by no constant"};
      counted_.boundVariable = induction->object;
      counted_.boundStep = induction->step;
      counted_.boundTested = distance;
      counted_.bound = startOf(induction->object, counted_.boundText, "bound");
      return;
    }
    if (bound->HasSideEffects(unit_.ast))
      throw NotCounted{"the bound has side effects"};
    counted_.bound = value;
    counted_.boundText = unit_.range(bound->getSourceRange());
    checkStays(counted_.bound);
  }

  void checkDirection() const {
    if (isValid(counted_.stepBy))
      return; // a matter of its value
    int64_t approach = counted_.step - counted_.boundStep;
    bool isUp = counted_.compare == Compare::Lt ||
                counted_.compare == Compare::Le ||
                (counted_.compare == Compare::Ne && approach > 0);
    if (approach == 0 || isUp != (approach > 0))
      throw NotCounted{"its step moves away from its bound"};
  }

  /// No variable of the expression is assigned in the loop.
  void checkStays(ExprId expr) const {
    const ir::Expr &e = program_[expr];
    if (e.kind == ExprKind::Var && isAssigned(e.object))
      throw NotCounted{"it changes its bound '" + program_[e.object].name +
                       "'"};
    for (ExprId operand : e.operands)
      checkStays(operand);
  }

  bool isAssigned(ObjectId object) const {
    std::vector<StmtId> stmts = allStmts(program_, node_);
    return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
      return stmt != data_.init && writes(stmt, object);
    });
  }

  bool writes(StmtId stmt, ObjectId object) const {
    const ir::Stmt &s = program_[stmt];
    return std::any_of(
        s.accesses.begin(), s.accesses.end(), [&](const Access &a) {
          return a.kind == AccessKind::Write && isValid(a.address) &&
                 program_[a.address].kind == ExprKind::AddrOf &&
                 program_[a.address].object == object;
        });
  }

  /// Each chunk runs the init for itself: it may only set variables that each
  /// chunk has for itself, to values that stay the same.
  void checkInit() const {
    if (!isValid(data_.init))
      return;
    const ir::Stmt &init = program_[data_.init];
    if (!init.calls.empty() || init.isOpaque)
      throw NotCounted{"its initialization has side effects"};
    for (const Access &access : init.accesses) {
      if (access.kind != AccessKind::Write)
        continue;
      bool isVariable = isValid(access.address) &&
                        program_[access.address].kind == ExprKind::AddrOf;
      if (!isVariable || !isValid(access.value) ||
          !isOwnToChunk(program_[access.address].object))
        throw NotCounted{"its initialization sets more than what it counts"};
      checkStays(access.value);
    }
  }

  bool isOwnToChunk(ObjectId object) const {
    return inductionOf(inductions_, object) ||
           (program_[object].scope == node_ && !isAssigned(object));
  }

  /// The expression that the init assigns to the variable, if it does.
  static const clang::Expr *initOf(const clang::Stmt *init,
                                   const std::string &variable) {
    if (const auto *declaration = llvm::dyn_cast_or_null<DeclStmt>(init)) {
      for (const Decl *decl : declaration->decls())
        if (const auto *var = llvm::dyn_cast<VarDecl>(decl))
          if (var->getNameAsString() == variable)
            return var->getInit();
      return nullptr;
    }
    const auto *e = llvm::dyn_cast_or_null<clang::Expr>(init);
    const auto *op =
        e ? llvm::dyn_cast<BinaryOperator>(e->IgnoreParens()) : nullptr;
    if (!op)
      return nullptr;
    if (op->getOpcode() == BO_Comma) {
      const clang::Expr *last = initOf(op->getRHS(), variable);
      return last ? last : initOf(op->getLHS(), variable);
    }
    const auto *ref =
        llvm::dyn_cast<DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts());
    bool isOurs = op->getOpcode() == BO_Assign && ref &&
                  ref->getDecl()->getNameAsString() == variable;
    return isOurs ? op->getRHS() : nullptr;
  }

  /// Value of an induction variable before the first iteration, and its text:
  /// as the init sets it, else the variable itself.
  ExprId startOf(ObjectId object, TextRange &text, const char *what) const {
    const auto *loop = llvm::dyn_cast<ForStmt>(loop_);
    const clang::Stmt *init = loop ? loop->getInit() : nullptr;
    bool isSet = isValid(data_.init) && (writes(data_.init, object) ||
                                         program_[object].scope == node_);
    if (!isSet)
      return unit_.builder.var(object);
    const clang::Expr *start = initOf(init, program_[object].name);
    if (!start || llvm::isa<InitListExpr>(start) ||
        start->HasSideEffects(unit_.ast) || namesInit(valueOf(start)))
      throw NotCounted{std::string("its initialization does not show the ") +
                       what};
    text = unit_.range(start->getSourceRange());
    return valueOf(start);
  }

  /// Something that the init itself has set: `i = 0, p = a + i`.
  bool namesInit(ExprId expr) const {
    const ir::Expr &e = program_[expr];
    if (e.kind == ExprKind::Unknown ||
        (e.kind == ExprKind::Var &&
         (writes(data_.init, e.object) || program_[e.object].scope == node_)))
      return true;
    return std::any_of(e.operands.begin(), e.operands.end(),
                       [&](ExprId operand) { return namesInit(operand); });
  }

  UnitReader &unit_;
  const Program &program_;
  const clang::Stmt *loop_;
  const clang::Expr *condition_;
  const NodeId node_;
  const ir::Loop &data_;
  const std::vector<Induction> inductions_;
  Counted counted_;
};

} // namespace

Compare compareOf(clang::BinaryOperatorKind op, bool isSwapped) {
  switch (op) {
  case BO_LT:
    return isSwapped ? Compare::Gt : Compare::Lt;
  case BO_LE:
    return isSwapped ? Compare::Ge : Compare::Le;
  case BO_GT:
    return isSwapped ? Compare::Lt : Compare::Gt;
  case BO_GE:
    return isSwapped ? Compare::Le : Compare::Ge;
  case BO_NE:
    return Compare::Ne;
  default:
    throw NotCounted{"its condition does not compare with a bound"};
  }
}

Counted countForm(UnitReader &unit, const LoopHead &head) {
  return FormCounter(unit, head).count();
}

} // namespace hocket::frontend
