// SPDX-License-Identifier: Apache-2.0
//
// Loops whose iterations are counted from 0, and the values of induction
// variables in them: entry + step * number, and what the iteration has added so
// far.
//
// The test that lets iteration k run compares linear functions of k, so that
// the trip count is ceil(way / pace): `way` is what lies between the two sides
// in the first test, `pace` what an iteration takes off it. Both are over
// integers: nothing may wrap around on the way, which C promises for signed int
// and wider and for pointers; for the rest isl has to prove it.

#include "symbolic/AffineModel.h"

#include "ir/Tree.h"

#include <algorithm>
#include <cstdlib>

namespace hocket::polyhedral {

using ir::Compare;
using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// The expression `object` in the value that the update stores.
ExprId variableIn(const ir::Program &program, ExprId expr, ObjectId object) {
  if (!isValid(expr))
    return ExprId::None;
  const ir::Expr &e = program[expr];
  if (e.kind == ExprKind::Var && e.object == object)
    return expr;
  for (ExprId operand : e.operands)
    if (ExprId found = variableIn(program, operand, object); isValid(found))
      return found;
  return ExprId::None;
}

ExprId variableIn(const ir::Program &program, const ir::Induction &induction) {
  for (const ir::InductionUpdate &update : induction.updates)
    for (const ir::Access &access : program[update.stmt].accesses)
      if (access.kind == ir::AccessKind::Write)
        if (ExprId found = variableIn(program, access.value, induction.object);
            isValid(found))
          return found;
  return ExprId::None;
}

} // namespace

/// What the loop's variable holds before the first iteration, its init done.
std::optional<Value> AffineModel::startOf(NodeId loop,
                                          const ir::Induction &induction) {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  if (stmtWrites(data.init, induction.object)) {
    std::optional<Value> set = definedBy(data.init, loop, induction.object);
    if (set || loop != scope_.root || scope_.ownInit)
      return set;
  }
  ExprId variable = variableIn(program(), induction);
  if (!isValid(variable))
    return std::nullopt;
  Point before{loop, StmtId::None};
  if (loop == scope_.root)
    return entryValue(variable, before);
  std::optional<Value> value = this->variable(variable, before);
  if (value && !value->root)
    makeExact(*value, program()[variable], before);
  return value;
}

/// The number of the iteration, from 0.
std::optional<Poly> AffineModel::numberOf(const LoopShape &shape) {
  Poly iterator = Poly::atom(shape.iterator);
  if (shape.isNumbered)
    return iterator;
  if (!shape.lower || (shape.step != 1 && shape.step != -1))
    return std::nullopt;
  return shape.step == 1 ? iterator.minus(*shape.lower)
                         : shape.lower->minus(iterator);
}

/// Each value of the variable in the loop lies between its first and the last
/// that the test compares. Those do not wrap, or the loop would have no shape.
bool AffineModel::isTested(NodeId loop, const ir::Induction &induction) const {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  if (isValid(induction.by)) // one way, as `by` has one sign
    return data.form != ir::LoopForm::Do && countOf(loop)->tested == 0 &&
           countOf(loop)->iterator == induction.object &&
           std::all_of(induction.updates.begin(), induction.updates.end(),
                       [&](const ir::InductionUpdate &update) {
                         return (update.amount > 0) == (induction.step > 0);
                       });
  bool isUp = induction.step > 0;
  auto isOneWay = [&](int64_t amount) {
    return isUp ? amount >= 0 : amount <= 0;
  };
  return data.form != ir::LoopForm::Do &&
         countOf(loop)->iterator == induction.object &&
         isOneWay(countOf(loop)->tested) &&
         std::all_of(induction.updates.begin(), induction.updates.end(),
                     [&](const ir::InductionUpdate &update) {
                       return isOneWay(update.amount);
                     });
}

/// \param ahead what the iteration has added to the variable already, in the
/// same units as its step.
std::optional<Value> AffineModel::inductionValue(NodeId loop,
                                                 const ir::Induction &induction,
                                                 int64_t ahead) {
  const LoopShape *shape = loopShape(loop);
  if (!shape)
    return std::nullopt;
  std::optional<Poly> number = numberOf(*shape);
  std::optional<Value> value = startOf(loop, induction);
  ir::Induction part = induction;
  part.step = ahead;
  std::optional<Poly> step = stepOf(induction);
  std::optional<Poly> offset = stepOf(part);
  if (!number || !value || !step || !offset)
    return std::nullopt;
  std::optional<Poly> way = number->times(*step);
  if (way)
    way = way->plus(*offset);
  std::optional<Poly> sum = way ? value->poly.plus(*way) : std::nullopt;
  if (!sum)
    return std::nullopt;
  value->poly = *sum;
  unsigned bits = program()[induction.object].bits;
  if (induction.mayWrap && !(shape->isNumbered && isTested(loop, induction)))
    value->wrapBits = value->wrapBits ? std::min(value->wrapBits, bits) : bits;
  return value;
}

/// The innermost loop around the point that changes the object after its init;
/// None if there is none within the root.
NodeId AffineModel::loopThatMoves(ObjectId object, Point point) const {
  NodeId cur = point.node;
  const ir::Loop *header = program()[cur].as<ir::Loop>();
  if (header && isValid(point.stmt) && point.stmt != header->init &&
      !ir::runsOnce(program(), cur) && loopWrites(cur, object))
    return cur;
  while (cur != scope_.root) {
    cur = program()[cur].parent;
    if (program()[cur].as<ir::Loop>() && !ir::runsOnce(program(), cur) &&
        loopWrites(cur, object))
      return cur;
  }
  return NodeId::None;
}

/// The variable at a point of an iteration that moves it.
AffineModel::InductionAt AffineModel::inductionAt(ObjectId object,
                                                  Point point) {
  NodeId loop = loopThatMoves(object, point);
  if (!isValid(loop))
    return {};
  const ir::Induction *induction =
      ir::inductionOf(index_.inductionsOf(loop), object);
  const ir::Counted *counted = countOf(loop);
  if (!induction || !counted)
    return {};
  bool isPlainIterator = counted->iterator == object && counted->isPlain;
  const LoopShape *shape = loopShape(loop);
  if (isPlainIterator && !(shape && shape->isNumbered))
    return {};
  return {true, inductionValue(loop, *induction,
                               movedBefore(loop, *induction, point))};
}

namespace {

/// Declarators of one declaration share its text: their order in the block
/// tells.
bool isEarlierDeclarator(const ir::Program &program, NodeId a, NodeId b) {
  NodeId parent = program[a].parent;
  const ir::Block *block =
      isValid(parent) ? program[parent].as<ir::Block>() : nullptr;
  if (a == b || !block || program[b].parent != parent)
    return false;
  const std::vector<NodeId> &children = block->children;
  return std::find(children.begin(), children.end(), a) <
         std::find(children.begin(), children.end(), b);
}

} // namespace

/// Sum of the updates that an iteration makes before it comes to the point. The
/// loop has no labels, and updates are on its spine: the text's order is that
/// of execution.
int64_t AffineModel::movedBefore(NodeId loop, const ir::Induction &induction,
                                 Point point) const {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  bool conditionIsFirst = data.form != ir::LoopForm::Do;
  auto place = [&](NodeId node, StmtId stmt) -> int64_t {
    if (node != loop)
      return 1 + int64_t(program()[node].text.begin);
    bool isFirst = stmt == data.condition && conditionIsFirst;
    return isFirst ? 0 : INT64_MAX;
  };
  // Arguments are evaluated where the call stands, as their statement begins.
  NodeId node = point.node;
  for (NodeId cur = node; cur != loop; cur = program()[cur].parent)
    if (NodeId up = program()[cur].parent; index_.inlinedIn(up) == cur)
      node = up;
  int64_t here = place(node, point.stmt), sum = 0;
  for (const ir::InductionUpdate &update : induction.updates) {
    NodeId node = index_.nodeOf(update.stmt);
    int64_t there = place(node, update.stmt);
    if (there < here || (there == here && node != loop && point.node != loop &&
                         isEarlierDeclarator(program(), node, point.node)))
      sum += update.amount;
  }
  return sum;
}

/// The values that the init leaves are the same for every chunk that runs it
/// again.
bool AffineModel::initStays(NodeId loop) {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  if (!isValid(data.init))
    return true;
  const std::vector<ir::Access> &accesses = program()[data.init].accesses;
  return std::all_of(accesses.begin(), accesses.end(),
                     [&](const ir::Access &access) {
                       return access.kind != ir::AccessKind::Write ||
                              isInvariantIn(access.value, loop) ||
                              value(access.value, {loop, data.init});
                     });
}

/// The distance between the two sides of the first test, in the direction in
/// which the loop walks; the loop runs while pace * k < way.
std::optional<Poly> AffineModel::wayOf(NodeId loop) {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  const ir::Counted &counted = *countOf(loop);
  const std::vector<ir::Induction> &inductions = index_.inductionsOf(loop);
  const ir::Induction *own = ir::inductionOf(inductions, counted.iterator);
  if (!own)
    return std::nullopt;
  std::optional<Value> from = startOf(loop, *own);
  std::optional<Value> to;
  if (isValid(counted.boundVariable)) {
    const ir::Induction *other =
        ir::inductionOf(inductions, counted.boundVariable);
    to = other ? startOf(loop, *other) : std::nullopt;
  } else {
    to = value(counted.bound, {loop, data.condition});
    if (to && !to->root &&
        !makeExact(*to, program()[counted.bound], {loop, data.condition}))
      return std::nullopt;
  }
  if (!from || !to || from->root.has_value() != to->root.has_value() ||
      from->wrapBits != 0 || to->wrapBits != 0)
    return std::nullopt;
  std::optional<Poly> way = to->poly.minus(from->poly);
  std::optional<Poly> tested =
      Poly::constant(counted.boundTested - counted.tested);
  way = way && tested ? way->plus(*tested) : std::nullopt;
  if (way && from->root && from->root->key != to->root->key) {
    std::optional<Poly> between = distanceBetween(*from->root, *to->root);
    way = between ? way->plus(*between) : std::nullopt;
  }
  if (way && counted.step < counted.boundStep)
    way = Poly().minus(*way);
  if (way && (counted.compare == Compare::Le || counted.compare == Compare::Ge))
    way->add({}, 1);
  return way && isLinear(*way) ? way : std::nullopt;
}

/// Bytes from one pointer to the other, one number for the whole root.
std::optional<Poly> AffineModel::distanceBetween(const Root &from,
                                                 const Root &to) {
  for (const Root *root : {&from, &to})
    if (root->kind == Root::Kind::Allocation || root->kind == Root::Kind::Row)
      return std::nullopt;
  Atom atom;
  atom.name = "(" + to.key + "-" + from.key + ")";
  atom.between = std::make_pair(from, to);
  return Poly::atom(intern(std::move(atom)));
}

namespace {

/// The polynomial divided by a number that divides all its coefficients.
std::optional<Poly> dividedBy(const Poly &poly, int64_t divisor) {
  Poly result;
  for (const auto &[monomial, coefficient] : poly.terms()) {
    if (coefficient % divisor != 0)
      return std::nullopt;
    result.add(monomial, coefficient / divisor);
  }
  return result;
}

} // namespace

/// The trip count as a polynomial over atoms, one of them made for it if need
/// be.
std::optional<Poly> AffineModel::tripsOf(const LoopShape &shape) {
  if (!shape.way || shape.unknownPace)
    return shape.way ? unknownTrips(shape) : std::nullopt;
  std::optional<Poly> exact = dividedBy(*shape.way, shape.pace);
  if (exact && !shape.atLeastOnce)
    return exact;
  isl::pw_aff trips =
      toIsl(*shape.way).scale_down(isl::val(ctx_, shape.pace)).ceil();
  if (shape.atLeastOnce)
    trips = trips.max(constant(1));
  return derived((shape.atLeastOnce ? "trips1/" : "trips/") +
                     std::to_string(shape.pace),
                 trips, {*shape.way});
}

/// No value that is compared wraps around before the loop ends. What the test
/// sees last is within a step of the bound.
bool AffineModel::endsUnwrapped(NodeId loop, const LoopShape &shape) {
  const ir::Counted &counted = *countOf(loop);
  const ir::Object &iterator = program()[counted.iterator];
  const ir::Induction *own =
      ir::inductionOf(index_.inductionsOf(loop), counted.iterator);
  isl::set given = domain(loop).set;
  if (shape.way)
    given = given.intersect(definitions(*shape.way));
  if (counted.compare == Compare::Ne) {
    // Signed numbers that pass the bound by would overflow in the end.
    bool mayRunAway = iterator.isPointer || own->mayWrap || shape.pace != 1 ||
                      shape.unknownPace;
    if (mayRunAway && (!shape.way || !meetsBound(loop, shape, given)))
      return false;
  }
  bool boundMayWrap = false;
  if (isValid(counted.boundVariable)) {
    const ir::Induction *other =
        ir::inductionOf(index_.inductionsOf(loop), counted.boundVariable);
    boundMayWrap = !other || other->mayWrap;
  }
  if (!boundMayWrap && (iterator.isPointer || !own->mayWrap))
    return true;
  return staysInType(loop, shape, given);
}

/// Unsigned and narrow iterators: their values, from the first that is compared
/// to the last, as integers, are values of the type.
bool AffineModel::staysInType(NodeId loop, const LoopShape &shape,
                              const isl::set &given) {
  const ir::Counted &counted = *countOf(loop);
  const ir::Object &iterator = program()[counted.iterator];
  const ir::Expr &bound = program()[counted.bound];
  bool isBelow = counted.compare == Compare::Lt && counted.tested == 0 &&
                 counted.step > 0 && !iterator.isSigned && !bound.isSigned &&
                 bound.bits <= iterator.bits;
  if (isValid(counted.boundVariable))
    // Where i < j the one may rise by 1 and the other fall by 1.
    return isBelow && counted.step == 1 && counted.boundStep == -1 &&
           counted.boundTested == 0;
  if (isBelow && !shape.unknownPace && (shape.pace == 1 || iterator.bits == 64))
    return true; // as endsByItself
  if (!shape.way)
    return false;
  const ir::Induction *own =
      ir::inductionOf(index_.inductionsOf(loop), counted.iterator);
  std::optional<Value> from = startOf(loop, *own);
  if (!from || from->wrapBits != 0 || !isLinear(from->poly))
    return false;
  Poly first = from->poly;
  first.add({}, counted.tested);
  // A test that fails at once sees the first value; else the last is less than
  // a step beyond what lies `way` from the first.
  Poly pace = shape.unknownPace.value_or(*Poly::constant(shape.pace));
  pace.add({}, -1);
  std::optional<Poly> beyond = shape.way->plus(pace);
  bool isUp = counted.compare == Compare::Lt ||
              counted.compare == Compare::Le ||
              (counted.compare == Compare::Ne && counted.step > 0);
  std::optional<Poly> end;
  if (beyond)
    end = isUp ? first.plus(*beyond) : first.minus(*beyond);
  return end && isLinear(*end) &&
         fitsType(first, loop, given.intersect(definitions(first))) &&
         fitsType(*end, loop,
                  given.intersect(definitions(*end))
                      .intersect(toIsl(*shape.way).gt_set(constant(0))));
}

/// The polynomial is a value of the type of the loop's iterator.
bool AffineModel::fitsType(const Poly &poly, NodeId loop,
                           const isl::set &given) {
  const ir::Counted &counted = *countOf(loop);
  const ir::Object &iterator = program()[counted.iterator];
  ir::Expr type;
  type.isSigned = iterator.isSigned;
  isl::val size =
      isl_ext::powerOfTwo(ctx_, iterator.bits - (iterator.isSigned ? 1 : 0));
  isl::val low = iterator.isSigned ? size.neg() : isl::val(ctx_, 0L);
  isl::pw_aff self = toIsl(poly);
  isl::set outside = self.lt_set(universe().pw_aff_on_domain(low))
                         .unite(self.ge_set(universe().pw_aff_on_domain(size)));
  if (proves(given, outside))
    return true;
  if (withTypeRanges(given.subtract(outside)).is_empty())
    return false;
  RangeAssumption range =
      typeRange(Value{std::nullopt, poly, iterator.bits}, type);
  range.meaning = "'" + iterator.name + "' does not wrap around";
  return assume(std::move(range), loop);
}

std::optional<LoopShape> AffineModel::makeNumberedShape(NodeId loop) {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  const ir::Counted &counted = *countOf(loop);
  LoopShape shape;
  if (!ir::inductionOf(index_.inductionsOf(loop), counted.iterator) ||
      !initStays(loop) ||
      (isValid(counted.stepBy) && !paceIsPositive(loop, shape)))
    return std::nullopt;
  shape.isNumbered = true;
  shape.pace = std::abs(counted.step - counted.boundStep);
  shape.atLeastOnce = data.form == ir::LoopForm::Do;
  shape.way = wayOf(loop);
  bool isBoundFixed = shape.way || isValid(counted.boundVariable) ||
                      isInvariantIn(counted.bound, loop);
  if (!isBoundFixed || !endsUnwrapped(loop, shape))
    return std::nullopt;
  shape.lower = Poly();
  shape.bound = tripsOf(shape);

  Atom atom;
  atom.kind = Atom::Kind::Iterator;
  atom.name = "k" + std::to_string(ir::index(loop));
  atom.isVariant = true;
  atom.loop = loop;
  shape.iterator = intern(std::move(atom));
  shape.constraints = numbers(shape);
  bool isKnown = shape.way && (!shape.unknownPace || shape.bound);
  shape.exact = isKnown && !program()[data.body].exits.any() && !data.search;
  return shape;
}

/// Of the iterations that run.
isl::set AffineModel::numbers(const LoopShape &shape) {
  isl::pw_aff number = toIsl(Poly::atom(shape.iterator));
  isl::set result = number.ge_set(constant(0));
  if (shape.unknownPace)
    result = result.intersect(toIsl(*shape.unknownPace).ge_set(constant(1)))
                 .intersect(definitions(*shape.unknownPace));
  if (!shape.way)
    return result;
  // With an unknown pace: at least 1.
  isl::pw_aff walked =
      shape.unknownPace ? number : number.scale(isl::val(ctx_, shape.pace));
  isl::set runs = walked.lt_set(toIsl(*shape.way));
  if (shape.atLeastOnce)
    runs = runs.unite(number.eq_set(constant(0)));
  result = result.intersect(runs).intersect(definitions(*shape.way));
  if (shape.bound)
    result = result.intersect(definitions(*shape.bound));
  if (shape.bound && shape.unknownPace)
    result = result.intersect(number.lt_set(toIsl(*shape.bound)));
  return result;
}

} // namespace hocket::polyhedral
