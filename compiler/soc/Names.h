// SPDX-License-Identifier: Apache-2.0
//
// Things of a spec have names, and others refer to them by these.
#pragma once

#include "soc/Fields.h"

namespace hocket::soc {

/// The 'name' of a new member of `others`, which are called `kind`.
template <typename Named>
std::string newName(Fields &fields, const std::vector<Named> &others,
                    const std::string &kind) {
  std::string name = fields.text("name", "what this " + kind + " is called");
  for (const Named &other : others)
    if (!name.empty() && other.name == name) {
      fields.error(fields.placeOf("name"),
                   "the " + kind + " '" + name +
                       "' is defined twice; expected a new name");
      break;
    }
  return name;
}

/// The position of the thing called `name`, which stands at `key`. An error,
/// and 0, if there are others only.
template <typename Named>
uint32_t positionOf(const std::string &name, Fields &fields,
                    std::string_view key, const std::vector<Named> &things,
                    const std::string &kind) {
  for (uint32_t i = 0; i < things.size(); ++i)
    if (things[i].name == name)
      return i;
  if (name.empty() || things.empty())
    return 0; // said elsewhere
  constexpr size_t most = 32;
  std::vector<std::string> names;
  for (size_t i = 0; i < things.size() && i < most; ++i)
    names.push_back(things[i].name);
  if (things.size() > most)
    names.push_back("...");
  fields.error(fields.placeOf(key), "there is no " + kind + " '" + name +
                                        "'; expected one of " + joined(names));
  return 0;
}

/// The position of the thing that `key` names; the only one if it is left out.
template <typename Named>
uint32_t reference(Fields &fields, std::string_view key,
                   const std::vector<Named> &things, const std::string &kind) {
  std::string name =
      things.size() <= 1
          ? fields.textOr(key, things.empty() ? "" : things.front().name)
          : fields.text(key, "the name of a " + kind + " defined above");
  return positionOf(name, fields, key, things, kind);
}

/// The position of the thing that `key` names; none if it is left out.
template <typename Named>
std::optional<uint32_t> optionalReference(Fields &fields, std::string_view key,
                                          const std::vector<Named> &things,
                                          const std::string &kind) {
  std::string name =
      fields.optionalText(key, "the name of a " + kind + " defined above");
  if (!fields.has(key))
    return std::nullopt;
  if (things.empty() && !name.empty())
    fields.error(fields.placeOf(key),
                 "there is no " + kind + " '" + name + "', nor any other");
  return positionOf(name, fields, key, things, kind);
}

} // namespace hocket::soc
