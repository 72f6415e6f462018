// SPDX-License-Identifier: Apache-2.0
#include "forkjoin/LinearStates.h"

#include <algorithm>
#include <utility>

namespace hocket::polyhedral {

using namespace ir;

isl::set LinearStates::nowhere() const {
  return isl::set::empty(isl::space::unit(ctx()));
}

isl::set LinearStates::entry() const {
  isl::set state = isl::set::universe(isl::space::unit(ctx()));
  for (ObjectId param : function().params) {
    const Object &object = program()[param];
    if (!isTracked(param))
      continue;
    std::optional<Linear> same =
        sum(onEntry(param), Linear::of(nameOf(param)), -1);
    if (same && !same->terms.empty())
      state = state.intersect(atLeastZero(*same))
                  .intersect(atLeastZero(*sum({}, *same, -1)));
    if (object.isPointer) {
      Linear here = onEntry(param);
      state = state.intersect(atLeastZero(here))
                  .intersect(atLeastZero(*sum({}, here, -1)));
    } else if (!object.isSigned) {
      state = state.intersect(atLeastZero(onEntry(param)));
    }
  }
  return state;
}

/// Where `linear` is not 0.
isl::set LinearStates::assumeNot(const Linear &linear, const isl::set &state) {
  std::optional<Linear> above = sum(linear, Linear::of(1), -1);
  std::optional<Linear> below = sum(Linear::of(-1), linear, -1);
  if (!above || !below)
    return state;
  return join(state.intersect(atLeastZero(*above)),
              state.intersect(atLeastZero(*below)));
}

isl::set LinearStates::assumeCompared(const Expr &expr, bool truth,
                                      isl::set state) {
  // b - a
  std::optional<Linear> d =
      difference(expr.operands[1], expr.operands[0], state);
  if (!d)
    return state;
  std::optional<Linear> minus = sum({}, *d, -1);
  if (!minus)
    return state;
  bool isEqual = expr.kind == ExprKind::Eq || expr.kind == ExprKind::Ne;
  if (isEqual)
    return (expr.kind == ExprKind::Eq) == truth
               ? state.intersect(atLeastZero(*d)).intersect(atLeastZero(*minus))
               : assumeNot(*d, state);
  // a < b: b - a - 1 >= 0; not so: a - b >= 0
  int64_t strict = (expr.kind == ExprKind::Lt) == truth ? 1 : 0;
  std::optional<Linear> holds =
      sum(truth ? *d : *minus, Linear::of(strict), -1);
  return holds ? state.intersect(atLeastZero(*holds)) : state;
}

isl::set LinearStates::assume(ExprId id, bool truth, isl::set state) {
  if (!isValid(id))
    return state;
  const Expr &expr = program()[id];
  switch (expr.kind) {
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr: {
    bool isBoth = (expr.kind == ExprKind::LogicalAnd) == truth;
    isl::set first = assume(expr.operands[0], truth, state);
    if (isBoth)
      return assume(expr.operands[1], truth, first);
    isl::set rest = assume(expr.operands[0], !truth, state);
    return join(tidy(first, "t"),
                tidy(assume(expr.operands[1], truth, rest), "t"));
  }
  case ExprKind::LogicalNot:
    return assume(expr.operands[0], !truth, state);
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Eq:
  case ExprKind::Ne:
    return tidy(assumeCompared(expr, truth, state), "t");
  case ExprKind::Const:
    return (expr.value != 0) == truth ? state : nowhere();
  default:
    break;
  }
  if (expr.isPointer || expr.isFloat)
    return state;
  Linear test = value(id, state);
  if (truth)
    return tidy(assumeNot(test, state), "t");
  return tidy(state.intersect(atLeastZero(test))
                  .intersect(atLeastZero(*sum({}, test, -1))),
              "t");
}

isl::set LinearStates::after(const Stmt &stmt, isl::set state) {
  std::map<ObjectId, std::optional<Linear>> given;
  std::set<ObjectId> maybe;
  for (const Access &access : stmt.accesses) {
    if (access.kind != AccessKind::Write || !isValid(access.address))
      continue;
    const Expr &address = program()[access.address];
    if (address.kind != ExprKind::AddrOf || !isTracked(address.object))
      continue;
    const Object &object = program()[address.object];
    std::optional<Linear> value;
    if (isValid(access.value) && access.size == object.size) {
      if (!object.isPointer)
        value = this->value(access.value, state);
      else if (std::optional<Place> to = place(access.value, state);
               to && to->base == baseOfVariable(object.id))
        value = to->offset;
    }
    auto [it, isFirst] = given.emplace(object.id, value);
    if (!isFirst)
      it->second.reset();
    if (!access.must)
      maybe.insert(object.id);
  }
  if (given.empty())
    return tidy(state, "t");
  isl::set next = state;
  for (const auto &[object, value] : given)
    next = isl_ext::renameParam(
        next, isl_ext::named(ctx(), nameOf(object)),
        isl_ext::named(ctx(), "o" + std::to_string(index(object))));
  for (const auto &[object, value] : given) {
    if (!value)
      continue;
    Linear old;
    old.constant = value->constant;
    for (const auto &[name, coefficient] : value->terms) {
      bool isChanged = name.front() == 'v' &&
                       given.count(ObjectId(std::stoul(name.substr(1)))) != 0;
      old.terms[(isChanged ? "o" : name.substr(0, 1)) + name.substr(1)] =
          coefficient;
    }
    std::optional<Linear> equal = sum(Linear::of(nameOf(object)), old, -1);
    if (equal)
      next = next.intersect(atLeastZero(*equal))
                 .intersect(atLeastZero(*sum({}, *equal, -1)));
  }
  next = tidy(tidy(next, "o"), "t");
  return maybe.empty() ? next : join(tidy(state, "t"), next);
}

isl::set LinearStates::forget(isl::set state,
                              const std::set<ObjectId> &variables) {
  for (ObjectId object : variables)
    state = isl_ext::renameParam(
        state, isl_ext::named(ctx(), nameOf(object)),
        isl_ext::named(ctx(), "o" + std::to_string(index(object))));
  return tidy(state, "o");
}

namespace {

isl::set hull(const isl::set &set) {
  isl::ctx ctx = set.ctx();
  isl::set all = isl_ext::managed(ctx, isl_set_remove_divs(set.copy()));
  all = isl_ext::managed(ctx, isl_set_coalesce(all.copy()));
  if (isl_set_n_basic_set(all.get()) <= 1)
    return all;
  isl::basic_set simple =
      isl_ext::managed(ctx, isl_set_simple_hull(all.copy()));
  isl::basic_set equal = isl_ext::managed(ctx, isl_set_affine_hull(all.copy()));
  return isl::set(simple.intersect(equal));
}

} // namespace

/// Without the parameters whose names begin so.
isl::set LinearStates::tidy(isl::set state, const char *prefix) const {
  int count = isl_set_dim(state.get(), isl_dim_param);
  for (int i = count - 1; i >= 0; --i) {
    std::string name = isl_set_get_dim_name(state.get(), isl_dim_param, i);
    if (name.starts_with(prefix))
      state = isl_ext::managed(
          ctx(), isl_set_project_out(state.copy(), isl_dim_param, i, 1));
  }
  return hull(state);
}

isl::set LinearStates::join(const isl::set &a, const isl::set &b) const {
  if (a.is_empty())
    return b;
  if (b.is_empty())
    return a;
  return hull(a.unite(b));
}

isl::set LinearStates::widen(const isl::set &before,
                             const isl::set &next) const {
  if (before.is_empty())
    return next;
  isl_set_list *of = isl_set_list_from_set(before.copy());
  return isl::set(isl_ext::managed(
      ctx(), isl_set_unshifted_simple_hull_from_set_list(next.copy(), of)));
}

} // namespace hocket::polyhedral
