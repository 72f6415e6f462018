// SPDX-License-Identifier: Apache-2.0
//
// Recognizes plain loops, `for (i = a; i < b; i += c)` in its many spellings:
// the header alone decides how often it runs. The iterator is a local integer
// that nothing else assigns, the bound is free of side effects, the step is a
// constant that moves towards the bound, and no jump leaves. That the bound's
// memory does not change is left to later stages. All other loops: LoopForms.h.

#include "frontend/Loops.h"

#include "frontend/LoopForms.h"
#include "frontend/StmtReader.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

constexpr const char *notConstant =
    "its step is neither a constant nor a multiple of a local variable that "
    "it leaves alone";

const VarDecl *variable(const clang::Expr *e) {
  if (!e)
    return nullptr;
  const auto *ref = llvm::dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  return ref ? llvm::dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

/// A signed integer, such that 64 bits hold sums of two.
bool isSmall(const UnitReader &unit, const clang::Expr *e) {
  Shape shape = unit.shapeOf(e->getType());
  return e->getType()->isIntegerType() && shape.isSigned && shape.bits <= 32;
}

/// What is added to the iterator: d of `i + d`, `d + i` or `i - d`.
struct Distance {
  const clang::Expr *value = nullptr;
  bool isBehind = false; ///< `i - d`
};

Distance distanceIn(const UnitReader &unit, const clang::Expr *own,
                    const VarDecl *iterator) {
  const auto *sum = llvm::dyn_cast<BinaryOperator>(own->IgnoreParenImpCasts());
  if (!sum || !sum->isAdditiveOp() || !isSmall(unit, sum))
    return {};
  bool isBehind = sum->getOpcode() == BO_Sub;
  if (variable(sum->getLHS()) == iterator)
    return {sum->getRHS(), isBehind};
  if (!isBehind && variable(sum->getRHS()) == iterator)
    return {sum->getLHS(), false};
  return {};
}

class LoopCounter {
public:
  /// \param condition the comparison that counts, of the loop's condition.
  LoopCounter(UnitReader &unit, const FunctionFacts &facts, const ForStmt *loop,
              NodeId node, const clang::Expr *condition)
      : unit_(unit), facts_(facts), loop_(loop), node_(node),
        condition_(condition) {}

  Counted count() {
    findIterator();
    checkIterator();
    readInit();
    readStep();
    readBound();
    return counted_;
  }

private:
  const Node &node() const { return unit_.builder.program[node_]; }

  /// The variable that the step assigns.
  void findIterator() {
    const clang::Expr *step = loop_->getInc();
    if (!step)
      throw NotCounted{"it has no step"};
    step = step->IgnoreParens();
    if (const auto *op = llvm::dyn_cast<UnaryOperator>(step))
      iterator_ =
          op->isIncrementDecrementOp() ? variable(op->getSubExpr()) : nullptr;
    else if (const auto *op = llvm::dyn_cast<BinaryOperator>(step))
      iterator_ = op->isAssignmentOp() ? variable(op->getLHS()) : nullptr;
    if (!iterator_)
      throw NotCounted{"its step does more than move one variable"};
    counted_.iterator = unit_.object(iterator_);
  }

  std::string name() const { return "'" + iterator_->getNameAsString() + "'"; }

  void checkIterator() {
    const Object &o = unit_.builder.object(counted_.iterator);
    bool isLocal = o.kind == ObjectKind::Local || o.kind == ObjectKind::Param;
    if (!isLocal)
      throw NotCounted{"its variable " + name() + " is not local"};
    if (!o.isScalar || o.isFloat || o.isPointer ||
        iterator_->getType()->isBooleanType() || o.bits > 64)
      throw NotCounted{"its variable " + name() + " is not an integer"};
    if (o.isVolatile || o.isAddressTaken)
      throw NotCounted{"its variable " + name() + " may change elsewhere"};
    uint32_t begin = unit_.begin(loop_->getBody()->getBeginLoc());
    if (facts_.isWritten(iterator_, begin, node().text.end) ||
        (loop_->getCond() && isWrittenIn(iterator_, loop_->getCond())))
      throw NotCounted{"its body changes " + name()};
  }

  bool isWrittenIn(const VarDecl *var, const clang::Expr *e) const {
    TextRange text = unit_.range(e->getSourceRange());
    return facts_.isWritten(var, text.begin, text.end);
  }

  void checkPure(const clang::Expr *e, const char *what) const {
    if (e->HasSideEffects(unit_.ast))
      throw NotCounted{std::string(what) + " has side effects"};
  }

  /// Value of a pure expression, as of the loop's entry.
  ExprId valueOf(const clang::Expr *e) const {
    StmtReader reader(unit_, node_);
    ExprId value = reader.value(e);
    if (!reader.stmt.calls.empty() || reader.stmt.isOpaque)
      return unit_.builder.unknown(unit_.shapeOf(e->getType()));
    return value;
  }

  void readInit() {
    const clang::Stmt *init = loop_->getInit();
    const clang::Expr *lower = nullptr;
    if (const auto *declaration = llvm::dyn_cast<DeclStmt>(init)) {
      if (!declaration->isSingleDecl())
        throw NotCounted{"its initialization declares several variables"};
      const auto *var = llvm::dyn_cast<VarDecl>(declaration->getSingleDecl());
      if (var && var->getCanonicalDecl() == iterator_->getCanonicalDecl())
        lower = var->getInit();
      counted_.declaresIterator = lower != nullptr;
    } else if (const auto *e = llvm::dyn_cast<clang::Expr>(init)) {
      const auto *assign = llvm::dyn_cast<BinaryOperator>(e->IgnoreParens());
      if (assign && assign->getOpcode() == BO_Assign &&
          variable(assign->getLHS()) == iterator_)
        lower = assign->getRHS();
    }
    if (!lower || llvm::isa<InitListExpr>(lower))
      throw NotCounted{"its initialization does not set " + name() + " alone"};
    checkPure(lower, "the initial value");
    checkStart(lower);
    counted_.lower = valueOf(lower);
    counted_.lowerText = unit_.range(lower->getSourceRange());
  }

  /// Whoever runs a part of the loop has an iterator of his own, and works out
  /// the initial value anew: `for (i = i + 1; ...)` has none that stays.
  void checkStart(const clang::Stmt *lower) const {
    if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(lower))
      if (ref->getDecl() == iterator_)
        throw NotCounted{"its initial value is computed from " + name() +
                         " itself"};
    for (const clang::Stmt *child : lower->children())
      if (child)
        checkStart(child);
  }

  void setStep(const clang::Expr *amount, bool isNegative) {
    clang::Expr::EvalResult result;
    if (!amount->getType()->isIntegerType() ||
        !amount->EvaluateAsInt(result, unit_.ast))
      throw NotCounted{notConstant};
    const llvm::APSInt &number = result.Val.getInt();
    std::optional<int64_t> step = number.tryExtValue();
    if (!step || *step == 0 || *step == INT64_MIN)
      throw NotCounted{notConstant};
    counted_.step = isNegative ? -*step : *step;
  }

  void readStep() {
    const clang::Expr *step = loop_->getInc()->IgnoreParens();
    if (const auto *op = llvm::dyn_cast<UnaryOperator>(step)) {
      counted_.step = op->isIncrementOp() ? 1 : -1;
      return;
    }
    const auto *op = llvm::cast<BinaryOperator>(step);
    if (op->getOpcode() == BO_AddAssign || op->getOpcode() == BO_SubAssign)
      return setStep(op->getRHS(), op->getOpcode() == BO_SubAssign);
    const auto *sum =
        llvm::dyn_cast<BinaryOperator>(op->getRHS()->IgnoreParenImpCasts());
    bool isSum = op->getOpcode() == BO_Assign && sum && sum->isAdditiveOp();
    if (isSum && variable(sum->getLHS()) == iterator_)
      return setStep(sum->getRHS(), sum->getOpcode() == BO_Sub);
    if (isSum && variable(sum->getRHS()) == iterator_ &&
        sum->getOpcode() == BO_Add)
      return setStep(sum->getLHS(), false);
    throw NotCounted{notConstant};
  }

  void readBound() {
    if (!condition_)
      throw NotCounted{"it has no condition"};
    const auto *both =
        llvm::dyn_cast<BinaryOperator>(condition_->IgnoreParenImpCasts());
    if (both && both->getOpcode() == BO_LAnd)
      return readTwoBounds(both->getLHS(), both->getRHS());
    if (readDistance(condition_))
      return;
    const clang::Expr *bound = readComparison(condition_);
    counted_.bound = valueOf(bound);
    counted_.boundText = unit_.range(bound->getSourceRange());
  }

  /// `i + d < n`, where all is signed and nothing wraps: i < n - d.
  bool readDistance(const clang::Expr *condition) {
    const auto *op =
        llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
    if (!op || !op->isComparisonOp() ||
        unit_.ast.getLangOpts().isSignedOverflowDefined())
      return false;
    const clang::Expr *bound = op->getRHS();
    Distance ahead = distanceIn(unit_, op->getLHS(), iterator_);
    bool isSwapped = !ahead.value;
    if (isSwapped) {
      bound = op->getLHS();
      ahead = distanceIn(unit_, op->getRHS(), iterator_);
    }
    const clang::Expr *distance = ahead.value;
    if (!distance || distance->isIntegerConstantExpr(unit_.ast) ||
        !isSmall(unit_, bound->IgnoreParenImpCasts()) ||
        !unit_.shapeOf(bound->getType()).isSigned)
      return false;
    counted_.compare = compareOf(op->getOpcode(), isSwapped);
    checkDirection();
    for (const clang::Expr *part : {bound, distance}) {
      checkPure(part, "the bound");
      checkBoundStays(part);
    }
    ProgramBuilder &b = unit_.builder;
    Shape wide{64, true, false, false};
    counted_.bound =
        b.binary(ahead.isBehind ? ExprKind::Add : ExprKind::Sub, wide,
                 b.cast(wide, valueOf(bound)), b.cast(wide, valueOf(distance)));
    counted_.boundText = unit_.range(bound->getSourceRange());
    counted_.aheadText = unit_.range(distance->getSourceRange());
    counted_.isBehind = ahead.isBehind;
    return true;
  }

  /// `i < n && i < m`: the second bound must not mind being looked at where the
  /// first comparison is false.
  void readTwoBounds(const clang::Expr *left, const clang::Expr *right) {
    const clang::Expr *first = readComparison(left);
    Compare compare = counted_.compare;
    const clang::Expr *second = readComparison(right);
    if (counted_.compare != compare || compare == Compare::Ne)
      throw NotCounted{"its condition compares in two ways"};
    bool isPlain = llvm::isa<DeclRefExpr>(second->IgnoreParenImpCasts()) ||
                   second->isIntegerConstantExpr(unit_.ast);
    Shape a = unit_.shapeOf(first->getType());
    Shape b = unit_.shapeOf(second->getType());
    for (const Shape &shape : {a, b})
      isPlain &= shape.isSigned && !shape.isFloat && !shape.isPointer &&
                 shape.bits != 0 && shape.bits <= 64;
    if (!isPlain)
      throw NotCounted{"its second bound is no signed variable or constant"};
    Shape wide = a.bits < b.bits ? b : a;
    auto widened = [&](const clang::Expr *bound, const Shape &shape) {
      ExprId value = valueOf(bound);
      return shape.bits < wide.bits ? unit_.builder.cast(wide, value) : value;
    };
    bool isLeast = compare == Compare::Lt || compare == Compare::Le;
    counted_.bound =
        unit_.builder.binary(isLeast ? ExprKind::Min : ExprKind::Max, wide,
                             widened(first, a), widened(second, b));
    counted_.boundText = unit_.range(first->getSourceRange());
    counted_.otherBoundText = unit_.range(second->getSourceRange());
  }

  /// The bound of one comparison. Sets and checks how it compares.
  const clang::Expr *readComparison(const clang::Expr *condition) {
    const auto *op =
        llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
    if (!op || !op->isComparisonOp())
      throw NotCounted{"its condition does not compare with a bound"};
    bool isSwapped = variable(op->getLHS()) != iterator_;
    const clang::Expr *own = isSwapped ? op->getRHS() : op->getLHS();
    const clang::Expr *bound = isSwapped ? op->getLHS() : op->getRHS();
    if (variable(own) != iterator_)
      throw NotCounted{"its condition does not compare " + name()};
    counted_.compare = compareOf(op->getOpcode(), isSwapped);
    checkDirection();
    checkConversion(own);
    checkPure(bound, "the bound");
    checkBoundStays(bound);
    return bound;
  }

  void checkDirection() {
    bool isUp = counted_.step > 0;
    switch (counted_.compare) {
    case Compare::Ne:
      if (counted_.step != 1 && counted_.step != -1)
        throw NotCounted{"its step may jump over its bound"};
      return;
    case Compare::Lt:
    case Compare::Le:
      if (!isUp)
        throw NotCounted{"its step moves away from its bound"};
      return;
    default:
      if (isUp)
        throw NotCounted{"its step moves away from its bound"};
    }
  }

  /// The comparison is one of integers, on the iterator's own value: an
  /// iterator converted to unsigned must not be negative.
  void checkConversion(const clang::Expr *own) {
    Shape compared = unit_.shapeOf(own->getType());
    if (compared.isFloat || compared.isPointer)
      throw NotCounted{"its bound is not an integer"};
    const Object &o = unit_.builder.object(counted_.iterator);
    bool keepsValue = o.isSigned ? compared.isSigned && compared.bits >= o.bits
                                 : compared.bits >= o.bits + compared.isSigned;
    if (keepsValue)
      return;
    std::optional<int64_t> lower = unit_.builder.constantValue(counted_.lower);
    bool staysPositive = counted_.step > 0 && lower && *lower >= 0 &&
                         compared.bits >= o.bits && !compared.isSigned;
    if (!staysPositive)
      throw NotCounted{name() + " is compared as an unsigned number"};
  }

  /// Nothing that the bound names is assigned in the body, as far as syntax
  /// tells, and the iterator is no part of it.
  void checkBoundStays(const clang::Stmt *bound) {
    if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(bound))
      if (const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl())) {
        uint32_t begin = unit_.begin(loop_->getBody()->getBeginLoc());
        if (var == iterator_ || facts_.isWritten(var, begin, node().text.end))
          throw NotCounted{"it changes its bound '" + var->getNameAsString() +
                           "'"};
      }
    for (const clang::Stmt *child : bound->children())
      if (child)
        checkBoundStays(child);
  }

  UnitReader &unit_;
  const FunctionFacts &facts_;
  const ForStmt *loop_;
  const NodeId node_;
  const clang::Expr *condition_;
  const VarDecl *iterator_ = nullptr;
  Counted counted_;
};

void checkExits(const Program &program, NodeId node) {
  const Exits &inside = program[program[node].as<ir::Loop>()->body].exits;
  const Exits &outside = program[node].exits;
  if (inside.byBreak)
    throw NotCounted{"a 'break' may leave it"};
  if (outside.byReturn)
    throw NotCounted{"a 'return' may leave it"};
  if (outside.byGoto)
    throw NotCounted{"a 'goto' may leave it"};
}

const clang::Expr *conditionOf(const clang::Stmt *loop) {
  if (const auto *s = llvm::dyn_cast<ForStmt>(loop))
    return s->getCond();
  if (const auto *s = llvm::dyn_cast<WhileStmt>(loop))
    return s->getConditionVariable() ? nullptr : s->getCond();
  return llvm::cast<DoStmt>(loop)->getCond();
}

Counted countAny(UnitReader &unit, const FunctionFacts &facts,
                 const LoopHead &head) {
  const auto *plain = llvm::dyn_cast<ForStmt>(head.loop);
  if (!plain || !plain->getInc() || !plain->getInit())
    return countForm(unit, head);
  try {
    return LoopCounter(unit, facts, plain, head.node, head.condition).count();
  } catch (const NotCounted &reason) {
    try {
      return countForm(unit, head);
    } catch (const NotCounted &) {
      throw reason; // says more about a header that looks plain
    }
  }
}

/// What the loop would be without what may end it early: jumps out of its body,
/// and all but the first of what its condition asks for (`i < n && ...`).
std::optional<Search> findSearch(UnitReader &unit, const FunctionFacts &facts,
                                 const LoopHead &head) {
  if (!head.condition || unit.builder.program[head.node].exits.byGoto)
    return std::nullopt;
  Search search;
  LoopHead first = head;
  first.condition = head.condition->IgnoreParens();
  while (const auto *both = llvm::dyn_cast<BinaryOperator>(first.condition)) {
    if (both->getOpcode() != BO_LAnd)
      break;
    TextRange rest = unit.range(both->getRHS()->getSourceRange());
    if (search.until.empty())
      search.until = rest;
    search.until.begin = rest.begin;
    first.condition = both->getLHS();
  }
  try {
    search.header = countAny(unit, facts, first);
    return search;
  } catch (const NotCounted &) {
    return std::nullopt;
  }
}

} // namespace

void countLoop(UnitReader &unit, const FunctionFacts &facts,
               const clang::Stmt *loop, NodeId node) {
  std::optional<Counted> counted;
  std::optional<Search> search;
  std::string why;
  LoopHead head{loop, conditionOf(loop), node};
  try {
    checkExits(unit.builder.program, node);
    counted = countAny(unit, facts, head);
  } catch (const NotCounted &reason) {
    why = reason.why;
    search = findSearch(unit, facts, head);
  }
  auto *data = unit.builder.node(node).as<ir::Loop>();
  data->counted = counted;
  data->notCounted = why;
  data->search = search;
}

} // namespace hocket::frontend
