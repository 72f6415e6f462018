// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/NestNames.h"

#include "ir/Tree.h"

namespace hocket::transformation {

using ir::NodeId;
using ir::ObjectId;

NestNames::NestNames(NestModel &model, const Reordered &reordered,
                     EntryText &entry, const OnlyWays &ways,
                     const FreshName &freshName)
    : model_(model), program_(model.model().program()), reordered_(reordered),
      entry_(entry), ways_(ways), freshName_(freshName),
      text_([this](const std::string &name) { return wide(name); },
            [this](const std::string &name) { return plain(name); }) {
  for (const Sunk &sunk : reordered.sunk)
    pieces_[sunk.loop] =
        freshName("ht_" + program_[iteratorOf(sunk.loop)].name);
  const Nest &nest = model.nest();
  for (std::size_t s = 0; s < nest.scalars.size(); ++s)
    if (ObjectId object = nest.scalars[s].object;
        expansionOf(s) || ir::isDeclaredIn(program_, object, nest.root))
      scalars_[s] = freshName("ht_" + program_[object].name);
}

ObjectId NestNames::iteratorOf(NodeId loop) const {
  return program_[loop].as<ir::Loop>()->counted->iterator;
}

const Expanded *NestNames::expansionOf(std::size_t scalar) const {
  for (const Expanded &one : reordered_.expanded)
    if (one.scalar == scalar)
      return &one;
  return nullptr;
}

std::string NestNames::of(const Dimension &dimension) const {
  return dimension.isPiece ? pieces_.at(dimension.loop)
                           : program_[iteratorOf(dimension.loop)].name;
}

std::string NestNames::declare(const Dimension &dimension) const {
  return dimension.isPiece
             ? "long long " + of(dimension)
             : program_[iteratorOf(dimension.loop)].type.declare(of(dimension));
}

bool NestNames::isUnsigned(const Dimension &dimension) const {
  return !dimension.isPiece && !program_[iteratorOf(dimension.loop)].isSigned;
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

std::string NestNames::standInFor(ObjectId object) const {
  if (auto way = ways_.variables.find(object); way != ways_.variables.end())
    return way->second;
  for (const auto &[scalar, name] : scalars_) {
    if (model_.nest().scalars[scalar].object != object)
      continue;
    const Expanded *expansion = expansionOf(scalar);
    if (!expansion)
      return name;
    // Its negative may not fit the iterator's type.
    return name + "[" + (model_.isDown(expansion->loop) ? "-(long long)" : "") +
           program_[iteratorOf(expansion->loop)].name + " - " +
           pieces_.at(expansion->loop) + "]";
  }
  return "";
}

std::string NestNames::wide(const std::string &name) const {
  if (auto other = others_.find(name); other != others_.end())
    return other->second;
  auto counter = counters_.find(name);
  if (counter == counters_.end())
    return *entry_.param(name); // which had a text before
  return (counter->second.isPiece ? "" : "(long long)") + of(counter->second);
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
