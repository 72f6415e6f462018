// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Places.h"

#include "ir/Tree.h"

namespace hocket::nestcheck {

using ir::NodeId;
using ir::ObjectId;
using polyhedral::AffineModel;

isl::set ownPlace(isl::ctx ctx) {
  return isl_ext::parsedMap(ctx, "{ [] -> Own[] }").range();
}

isl::map toPlace(const isl::set &runs, const isl::set &place) {
  return isl_ext::managed(
      runs.ctx(), isl_map_from_domain_and_range(runs.copy(), place.copy()));
}

bool isOfNewText(const Question &question, ObjectId variable) {
  return ir::isDeclaredIn(question.after.program(), variable,
                          question.text.whole);
}

namespace {

isl::pw_aff param(const AffineModel &model, const std::string &name) {
  return model.universe().param_pw_aff_on_domain(
      isl_ext::named(model.ctx(), name));
}

/// No element reaches into the next one.
bool isWhole(const analysis::EffectItem &item, const ir::Object &variable) {
  return item.size != 0 && (!variable.isScalar || item.size == variable.size);
}

/// { : element = bytes from the variable's first one }, the same for all that
/// the run touches of it.
std::optional<isl::set> elementIn(AffineModel &model, const Run &run,
                                  ObjectId variable) {
  const polyhedral::ProgramIndex &index = model.index();
  std::optional<polyhedral::Polynomial> offset;
  for (ir::StmtId stmt : index.stmtsOf(run.node))
    for (const analysis::EffectItem &item : index.itemsOf(stmt)) {
      if (!index.mayTouch(item, variable))
        continue;
      std::optional<polyhedral::Value> address = model.addressOf(item, stmt);
      if (!address || !address->base ||
          address->base->kind != polyhedral::Base::Kind::Object ||
          address->base->object != variable ||
          !model.isLinear(address->polynomial) ||
          !isWhole(item, model.program()[variable]) ||
          (offset && *offset != address->polynomial))
        return std::nullopt;
      offset = address->polynomial;
    }
  if (!offset)
    offset = polyhedral::Polynomial();
  return param(model, "element")
      .eq_set(model.toIsl(*offset))
      .intersect(model.definitions(*offset));
}

} // namespace

std::optional<isl::map> placeOf(const Question &question, const Run &run,
                                const NewRun &known, ObjectId variable) {
  AffineModel &model = question.after.model;
  if (!isOfNewText(question, variable))
    return toPlace(known.runs, ownPlace(model.ctx()));
  Tuple place{"P" + std::to_string(index(variable)), {"element"}};
  std::optional<isl::set> set = elementIn(model, run, variable);
  if (!set)
    return std::nullopt;
  // Each time that its declaration is come to it is another one.
  for (NodeId loop : run.loops)
    if (ir::isDeclaredIn(model.program(), variable, loop)) {
      std::string name = "life" + std::to_string(place.dimensions.size());
      place.dimensions.push_back(name);
      set = set->intersect(
          param(model, name).eq_set(param(model, iteratorName(loop))));
    }
  set = withoutDerived(model, *set);
  if (!set)
    return std::nullopt;
  isl::map result = asPairs(*set, tupleOf(run, known.name), place);
  return question.values.asBefore(result.wrap()).unwrap();
}

} // namespace hocket::nestcheck
