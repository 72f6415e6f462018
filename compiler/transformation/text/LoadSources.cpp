// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/LoadSources.h"

#include "ir/Holes.h"
#include "ir/Tree.h"
#include "symbolic/Accesses.h"

#include <algorithm>

namespace hocket::transformation {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::StmtId;
using polyhedral::Value;

namespace {

class Finder {
public:
  Finder(NestModel &model, const SayPointer &pointer)
      : model_(model), values_(model.model()), program_(values_.program()),
        pointer_(pointer) {}

  std::optional<Source> run(ExprId expr, StmtId at) {
    const ir::Expr &load = program_[expr];
    if (load.kind != ExprKind::Load)
      return std::nullopt;
    const ExprId address = load.operands.front();
    auto isRead = [&](const ir::Access &access) {
      return access.kind == ir::AccessKind::Read && isValid(access.address) &&
             access.size * 8 == load.bits && !access.isBitField &&
             isValid(access.text.unit);
    };
    const std::vector<ir::Access> &own = program_[at].accesses;
    auto here =
        std::find_if(own.begin(), own.end(), [&](const ir::Access &one) {
          return isRead(one) && one.address == address;
        });
    if (here == own.end())
      return std::nullopt;
    if (std::optional<Source> source = sureAt(*here, at))
      return source;
    const std::optional<Value> place = values_.valueAt(address, at);
    if (!place || !place->base)
      return std::nullopt;
    for (StmtId stmt : values_.stmts())
      for (const ir::Access &access : program_[stmt].accesses)
        if (isRead(access) && access.declared == here->declared &&
            polyhedral::areSamePlace(values_.valueAt(access.address, stmt),
                                     place))
          if (std::optional<Source> source = sureAt(access, stmt))
            return source;
    return std::nullopt;
  }

private:
  std::optional<Source> sureAt(const ir::Access &access, StmtId at) {
    if (!access.must)
      return std::nullopt;
    return values_.index().isCopy(at) ? cellSource(access, at)
                                      : namedSource(access, at);
  }

  /// As the nest's own text says it.
  std::optional<Source> namedSource(const ir::Access &access, StmtId at) const {
    if (!isSteady(access.address))
      return std::nullopt;
    std::optional<std::vector<NodeId>> loops = loopsThatRun(access, at);
    if (!loops)
      return std::nullopt;
    return Source{&access, at,
                  "(" + std::string(program_.text(access.text)) + ")",
                  std::move(*loops)};
  }

  /// What a called function loads, where the caller knows the place.
  std::optional<Source> cellSource(const ir::Access &access, StmtId at) {
    if (access.declared.empty())
      return std::nullopt;
    std::optional<Value> place = values_.valueAt(access.address, at);
    if (!place || !place->base || !place->polynomial.isConstant() ||
        !polyhedral::isWhole(program_, access.address, *place))
      return std::nullopt;
    std::optional<SourcePointer> base = pointer_(*place->base);
    std::optional<std::vector<NodeId>> loops = loopsThatRun(access, at);
    if (!base || !loops)
      return std::nullopt;
    for (NodeId loop : base->loops)
      if (std::find(loops->begin(), loops->end(), loop) == loops->end())
        loops->push_back(loop);
    return Source{&access, at,
                  "(*(" + access.declared + "const *)((const char *)(" +
                      base->text + ") + " +
                      std::to_string(place->polynomial.constantTerm()) + "))",
                  std::move(*loops)};
  }

  /// Computed from numbers and variables that no iteration changes, and that
  /// the nest's text names: `&grid->rows`, `&row[y].count`. So it means the
  /// same before the nest.
  bool isSteady(ExprId address) const {
    const ir::Expr &expr = program_[address];
    switch (expr.kind) {
    case ExprKind::Const:
      return true;
    case ExprKind::AddrOf:
      return isNamedIn(model_, expr.object);
    case ExprKind::Var:
      return !values_.mayBeWritten(expr.object) &&
             isNamedIn(model_, expr.object);
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Neg:
    case ExprKind::Cast:
      return std::all_of(expr.operands.begin(), expr.operands.end(),
                         [this](ExprId one) { return isSteady(one); });
    default:
      return false;
    }
  }

  /// The bytes lie in a variable.
  bool isInVariable(const ir::Access &access) const {
    int64_t offset = 0;
    const ir::Expr *expr = &program_[access.address];
    for (; expr->kind == ExprKind::Add; expr = &program_[expr->operands[0]])
      offset += program_[expr->operands[1]].value;
    return expr->kind == ExprKind::AddrOf && offset >= 0 &&
           uint64_t(offset) + access.size <= program_[expr->object].size;
  }

  /// Loops that need an iteration for the load to happen, outermost first: none
  /// for a variable's own memory. Nothing if something else decides, too.
  std::optional<std::vector<NodeId>> loopsThatRun(const ir::Access &access,
                                                  StmtId at) const {
    std::vector<NodeId> loops;
    if (isInVariable(access))
      return loops;
    NodeId node = values_.index().nodeOf(at);
    const std::vector<NodeId> &inNest = model_.nest().loops;
    auto isOfNest = [&](NodeId loop) {
      return std::find(inNest.begin(), inNest.end(), loop) != inNest.end();
    };
    if (const ir::Loop *own = program_[node].as<ir::Loop>();
        own && (!isOfNest(node) || at == own->step))
      return std::nullopt;
    for (NodeId up = node; up != model_.nest().root;) {
      const NodeId below = up;
      up = program_[up].parent;
      // What a statement calls runs each time that the statement does.
      const bool isCall = values_.index().inlinedIn(up) == below;
      if (isCall ? !program_[up].as<ir::Leaf>()
                 : !program_[up].as<ir::Block>() && !isOfNest(up))
        return std::nullopt;
    }
    for (NodeId loop : inNest)
      if (loop != node && ir::isWithin(program_, node, loop))
        loops.push_back(loop);
    return loops;
  }

  NestModel &model_;
  polyhedral::AffineModel &values_;
  const ir::Program &program_;
  const SayPointer &pointer_;
};

} // namespace

std::optional<Source> sourceOf(NestModel &model, ExprId expr, StmtId at,
                               const SayPointer &pointer) {
  return Finder(model, pointer).run(expr, at);
}

bool isNamedIn(const NestModel &model, ir::ObjectId object) {
  const ir::Program &program = model.model().program();
  NodeId root = model.nest().root;
  std::span<const ir::Hole> holes = ir::holesIn(program, program[root].text);
  return !ir::isDeclaredIn(program, object, root) &&
         std::any_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
           return hole.object == object;
         });
}

} // namespace hocket::transformation
