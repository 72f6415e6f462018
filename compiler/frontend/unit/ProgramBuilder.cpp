// SPDX-License-Identifier: Apache-2.0

#include "frontend/unit/ProgramBuilder.h"

#include "support/Policy.h"

namespace hocket::frontend {

using namespace ir;

/// Trees of more nodes become Unknown.
static constexpr uint32_t maxWeight = policy.analysis.expressionNodes;

ProgramBuilder::ProgramBuilder() {
  HiddenObjects &hidden = program.hidden;
  std::pair<ObjectId *, const char *> all[] = {{&hidden.io, "io"},
                                               {&hidden.errnoValue, "errno"},
                                               {&hidden.allocator, "allocator"},
                                               {&hidden.random, "random"},
                                               {&hidden.library, "library"},
                                               {&hidden.control, "control"},
                                               {&hidden.external, "external"}};
  for (auto [id, name] : all) {
    Object object;
    object.kind = ObjectKind::Hidden;
    object.name = name;
    *id = addObject(std::move(object));
  }
}

ObjectId ProgramBuilder::addObject(Object object) {
  object.id = static_cast<ObjectId>(program.objects.size());
  program.objects.push_back(std::move(object));
  return program.objects.back().id;
}

FunctionId ProgramBuilder::addFunction(Function function) {
  function.id = static_cast<FunctionId>(program.functions.size());
  program.functions.push_back(std::move(function));
  return program.functions.back().id;
}

StmtId ProgramBuilder::addStmt(Stmt stmt) {
  stmt.id = static_cast<StmtId>(program.stmts.size());
  program.stmts.push_back(std::move(stmt));
  return program.stmts.back().id;
}

NodeId ProgramBuilder::addNode(Node node) {
  node.id = static_cast<NodeId>(program.nodes.size());
  program.nodes.push_back(std::move(node));
  return program.nodes.back().id;
}

FieldId ProgramBuilder::field(const std::string &name) {
  auto [known, isNew] =
      fields_.try_emplace(name, static_cast<FieldId>(program.fields.size()));
  if (isNew)
    program.fields.push_back(name);
  return known->second;
}

Shape ProgramBuilder::shapeOf(ExprId expr) const {
  const Expr &e = program[expr];
  return {e.bits, e.isSigned, e.isPointer, e.isFloat};
}

static Expr makeExpr(ExprKind kind, Shape shape) {
  Expr e;
  e.kind = kind;
  e.bits = shape.bits;
  e.isSigned = shape.isSigned;
  e.isPointer = shape.isPointer;
  e.isFloat = shape.isFloat;
  return e;
}

ExprId ProgramBuilder::add(Expr e) {
  uint32_t weight = 1;
  for (ExprId operand : e.operands)
    weight += weights_[index(operand)];
  if (weight > maxWeight) {
    e.kind = ExprKind::Unknown;
    e.object = ObjectId::None;
    e.value = 0;
    e.operands.clear();
    weight = 1;
  }
  bool isUnique = e.kind != ExprKind::Unknown && e.kind != ExprKind::CallResult;
  Key key{static_cast<uint8_t>(e.kind),
          e.bits,
          static_cast<uint8_t>(e.isSigned | e.isPointer << 1 | e.isFloat << 2),
          e.value,
          e.object,
          e.operands};
  if (isUnique)
    if (auto found = unique_.find(key); found != unique_.end())
      return found->second;
  auto id = static_cast<ExprId>(program.exprs.size());
  program.exprs.push_back(std::move(e));
  weights_.push_back(weight);
  if (isUnique)
    unique_.emplace(std::move(key), id);
  return id;
}

ExprId ProgramBuilder::unknown(Shape shape, std::vector<ExprId> operands) {
  Expr e = makeExpr(ExprKind::Unknown, shape);
  e.operands = std::move(operands);
  return add(std::move(e));
}

ExprId ProgramBuilder::readLater(Shape shape, ExprId onEntry) {
  Expr e = makeExpr(ExprKind::Unknown, shape);
  e.value = 1;
  e.operands = {onEntry};
  return add(std::move(e));
}

ExprId ProgramBuilder::constant(Shape shape, int64_t value) {
  Expr e = makeExpr(ExprKind::Const, shape);
  e.value = value;
  return add(std::move(e));
}

ExprId ProgramBuilder::var(ObjectId id) {
  const Object &o = object(id);
  Expr e =
      makeExpr(ExprKind::Var, {o.bits, o.isSigned, o.isPointer, o.isFloat});
  e.object = id;
  return add(std::move(e));
}

ExprId ProgramBuilder::addressOf(ObjectId id) {
  Expr e = makeExpr(ExprKind::AddrOf, pointerShape());
  e.object = id;
  return add(std::move(e));
}

ExprId ProgramBuilder::load(Shape shape, ExprId address) {
  Expr e = makeExpr(ExprKind::Load, shape);
  e.operands = {address};
  return add(std::move(e));
}

ExprId ProgramBuilder::callResult(Shape shape, std::size_t call) {
  Expr e = makeExpr(ExprKind::CallResult, shape);
  e.value = static_cast<int64_t>(call);
  return add(std::move(e));
}

std::optional<int64_t> ProgramBuilder::constantValue(ExprId expr) const {
  const Expr &e = program[expr];
  if (e.kind != ExprKind::Const)
    return std::nullopt;
  return e.value;
}

/// `value` reduced to the shape's width: what an integer conversion gives.
/// Empty where an int64_t cannot hold it.
static std::optional<int64_t> truncate(Shape shape, int64_t value) {
  if (shape.bits == 0 || shape.bits > 64)
    return std::nullopt;
  if (shape.bits == 64) {
    if (!shape.isSigned && value < 0)
      return std::nullopt;
    return value;
  }
  unsigned unused = 64 - shape.bits;
  uint64_t shifted = static_cast<uint64_t>(value) << unused;
  return shape.isSigned ? static_cast<int64_t>(shifted) >> unused
                        : static_cast<int64_t>(shifted >> unused);
}

std::optional<int64_t> ProgramBuilder::fold(ExprKind kind, Shape shape,
                                            int64_t a, int64_t b) const {
  int64_t result = 0;
  bool overflow = true;
  switch (kind) {
  case ExprKind::Add:
    overflow = __builtin_add_overflow(a, b, &result);
    break;
  case ExprKind::Sub:
    overflow = __builtin_sub_overflow(a, b, &result);
    break;
  case ExprKind::Mul:
    overflow = __builtin_mul_overflow(a, b, &result);
    break;
  case ExprKind::Div:
  case ExprKind::Rem:
    if (b > 0) {
      overflow = false;
      result = kind == ExprKind::Div ? a / b : a % b;
    }
    break;
  case ExprKind::Shl:
    if (b >= 0 && b < 63)
      overflow = __builtin_mul_overflow(a, int64_t{1} << b, &result);
    break;
  default:
    break;
  }
  if (overflow)
    return std::nullopt;
  std::optional<int64_t> kept = truncate(shape, result);
  // A signed result that does not fit is undefined in C: leave it unfolded.
  if (shape.isSigned && kept != result)
    return std::nullopt;
  return kept;
}

ExprId ProgramBuilder::unary(ExprKind kind, Shape shape, ExprId operand) {
  if (shape.isFloat)
    return unknown(shape, {operand});
  if (std::optional<int64_t> v = constantValue(operand);
      v && kind == ExprKind::Neg)
    if (std::optional<int64_t> folded = fold(ExprKind::Sub, shape, 0, *v))
      return constant(shape, *folded);
  Expr e = makeExpr(kind, shape);
  e.operands = {operand};
  return add(std::move(e));
}

ExprId ProgramBuilder::binary(ExprKind kind, Shape shape, ExprId left,
                              ExprId right) {
  if (shape.isFloat || program[left].isFloat || program[right].isFloat)
    return unknown(shape, {left, right});
  std::optional<int64_t> a = constantValue(left), b = constantValue(right);
  if (a && b)
    if (std::optional<int64_t> folded = fold(kind, shape, *a, *b))
      return constant(shape, *folded);
  bool isSum = kind == ExprKind::Add || kind == ExprKind::Sub;
  if (isSum && b == 0 && shapeOf(left) == shape)
    return left;
  if (kind == ExprKind::Mul && (a == 0 || b == 0))
    return constant(shape, 0);
  if (kind == ExprKind::Mul && a == 1 && shapeOf(right) == shape)
    return right;
  Expr e = makeExpr(kind, shape);
  e.operands = {left, right};
  return add(std::move(e));
}

ExprId ProgramBuilder::select(Shape shape, ExprId condition, ExprId then,
                              ExprId otherwise) {
  if (shape.isFloat || program[condition].isFloat)
    return unknown(shape, {condition, then, otherwise});
  Expr e = makeExpr(ExprKind::Select, shape);
  e.operands = {condition, then, otherwise};
  return add(std::move(e));
}

ExprId ProgramBuilder::cast(Shape to, ExprId operand) {
  Shape from = shapeOf(operand);
  if (from.isFloat)
    return unknown(to, {operand});
  if (std::optional<int64_t> v = constantValue(operand))
    if (std::optional<int64_t> kept = truncate(to, *v))
      return constant(to, *kept);
  bool keepsValue = from.isSigned ? to.isSigned && to.bits >= from.bits
                                  : to.bits >= from.bits + to.isSigned;
  if (keepsValue)
    return operand;
  Expr e = makeExpr(ExprKind::Cast, to);
  e.operands = {operand};
  return add(std::move(e));
}

ExprId ProgramBuilder::offset(ExprId base, int64_t bytes) {
  if (bytes == 0)
    return base;
  // Constant offsets gather at the outside: (b + 8) + 8 is b + 16.
  const Expr &e = program[base];
  if (e.kind == ExprKind::Add && e.isPointer)
    if (std::optional<int64_t> inner = constantValue(e.operands[1]))
      return offset(e.operands[0], *inner + bytes);
  return binary(ExprKind::Add, pointerShape(), base,
                constant(offsetShape(), bytes));
}

ExprId ProgramBuilder::offset(ExprId base, ExprId bytes) {
  if (std::optional<int64_t> known = constantValue(bytes))
    return offset(base, *known);
  return binary(ExprKind::Add, pointerShape(), base, bytes);
}

ExprId ProgramBuilder::within(ExprId sum, ExprId base, int64_t extent) {
  Expr e = program[sum];
  if (e.kind != ExprKind::Add || !e.isPointer || e.operands[0] != base ||
      constantValue(e.operands[1]))
    return sum;
  e.value = extent;
  return add(std::move(e));
}

ObjectId ProgramBuilder::rootObject(ExprId address) const {
  const Expr *e = &program[address];
  while ((e->kind == ExprKind::Add || e->kind == ExprKind::Sub) &&
         program[e->operands[0]].isPointer)
    e = &program[e->operands[0]];
  return e->kind == ExprKind::AddrOf ? e->object : ObjectId::None;
}

} // namespace hocket::frontend
