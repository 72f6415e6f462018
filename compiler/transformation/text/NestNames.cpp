// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/NestNames.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::transformation {

using ir::NodeId;
using ir::ObjectId;

NestNames::NestNames(NestModel &model, const Reordered &reordered,
                     const NestAst &ast, EntryText &entry, const OnlyWays &ways,
                     const FreshName &freshName)
    : model_(model), program_(model.model().program()), reordered_(reordered),
      entry_(entry), ways_(ways), freshName_(freshName),
      text_([this](const std::string &name) { return wide(name); },
            [this](const std::string &name) { return plain(name); }) {
  for (const Sunk &sunk : reordered.sunk)
    pieces_[sunk.loop] =
        freshName("ht_" + program_[iteratorOf(sunk.loop)].name);
  for (const Call &call : ast.calls)
    addVariables(call);
}

void NestNames::addVariables(const Call &call) {
  const Nest &nest = model_.nest();
  for (std::size_t s = 0; s < nest.scalars.size(); ++s) {
    const OwnScalar &scalar = nest.scalars[s];
    if (std::count(scalar.units.begin(), scalar.units.end(), call.unit) == 0)
      continue;
    Variable variable{s, elementsIn(call, s), {}};
    if (variable.elements.empty() &&
        !ir::isDeclaredIn(program_, scalar.object, nest.root))
      continue;
    if (std::any_of(
            variables_.begin(), variables_.end(), [&](const Variable &known) {
              return known.scalar == s && known.elements == variable.elements;
            }))
      continue;
    variable.name = freshName_("ht_" + program_[scalar.object].name);
    variables_.push_back(std::move(variable));
  }
}

ObjectId NestNames::iteratorOf(NodeId loop) const {
  return program_[loop].as<ir::Loop>()->counted->iterator;
}

/// Jammed loops need elements only where they are jammed.
std::vector<Expanded> NestNames::elementsIn(const Call &call,
                                            std::size_t scalar) const {
  std::vector<Expanded> result;
  for (const Expanded &one : reordered_.expanded)
    if (one.scalar == scalar &&
        (!jamOf(one.loop) || call.has({one.loop, true})))
      result.push_back(one);
  return result;
}

std::string Variable::extents() const {
  std::string result;
  for (const Expanded &one : elements)
    result = "[" + std::to_string(one.size) + "]" + result;
  return result;
}

bool NestNames::isUsedBy(const Variable &variable, const Call &call) const {
  const std::vector<std::size_t> &units =
      model_.nest().scalars[variable.scalar].units;
  return std::count(units.begin(), units.end(), call.unit) != 0 &&
         elementsIn(call, variable.scalar) == variable.elements;
}

const Sunk *NestNames::jamOf(NodeId loop) const {
  for (const Sunk &sunk : reordered_.sunk)
    if (sunk.loop == loop && sunk.isJam())
      return &sunk;
  return nullptr;
}

std::string NestNames::of(const Dimension &dimension) const {
  return dimension.isPiece ? pieces_.at(dimension.loop)
                           : program_[iteratorOf(dimension.loop)].name;
}

std::string NestNames::declare(const Dimension &dimension) const {
  return isWide(dimension)
             ? "long long " + of(dimension)
             : program_[iteratorOf(dimension.loop)].type.declare(of(dimension));
}

bool NestNames::isUnsigned(const Dimension &dimension) const {
  return !isWide(dimension) && !program_[iteratorOf(dimension.loop)].isSigned;
}

/// Compilers have to see how often the loop over a jam runs: its bounds are of
/// the iterator's type.
bool NestNames::isWide(const Dimension &dimension) const {
  return dimension.isPiece && !jamOf(dimension.loop);
}

void NestNames::setCounter(const std::string &counter,
                           const std::optional<Dimension> &meaning,
                           const std::string &name) {
  counters_.erase(counter);
  others_.erase(counter);
  if (meaning)
    counters_[counter] = *meaning;
  else
    others_[counter] = name;
}

bool NestNames::isCounterOf(const isl::ast_expr &value,
                            const Dimension &dimension) const {
  if (!value.isa<isl::ast_expr_id>())
    return false;
  auto known = counters_.find(value.as<isl::ast_expr_id>().id().name());
  return known != counters_.end() && known->second == dimension;
}

std::string NestNames::standInFor(ObjectId object, const Call &call) const {
  if (auto way = ways_.variables.find(object); way != ways_.variables.end())
    return way->second;
  for (const Variable &variable : variables_) {
    if (model_.nest().scalars[variable.scalar].object != object ||
        !isUsedBy(variable, call))
      continue;
    std::string subscripts;
    for (const Expanded &one : variable.elements)
      // Its negative may not fit the iterator's type.
      subscripts = std::string("[") +
                   (model_.isDown(one.loop) ? "-(long long)" : "") +
                   program_[iteratorOf(one.loop)].name + " - " +
                   pieces_.at(one.loop) + "]" + subscripts;
    return variable.name + subscripts;
  }
  return "";
}

std::string NestNames::wide(const std::string &name) const {
  if (auto other = others_.find(name); other != others_.end())
    return other->second;
  auto counter = counters_.find(name);
  if (counter == counters_.end())
    return *entry_.param(name); // which had a text before
  return (isWide(counter->second) ? "" : "(long long)") + of(counter->second);
}

std::string NestNames::plain(const std::string &name) const {
  if (auto counter = counters_.find(name);
      counter != counters_.end() && !isUnsigned(counter->second))
    return of(counter->second);
  if (!counters_.count(name) && !others_.count(name))
    if (std::string variable = entry_.signedVariable(name); !variable.empty())
      return variable;
  return wide(name);
}

} // namespace hocket::transformation
