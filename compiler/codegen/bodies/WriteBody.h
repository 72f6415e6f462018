// SPDX-License-Identifier: Apache-2.0
//
// Plans of bodies as C. Decides nothing.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "codegen/plan/BodyPlan.h"
#include "codegen/text/CWriter.h"

#include <string>
#include <vector>

namespace hocket::codegen {

/// `int x = 0;`
std::string declarationText(const Local &local);
void write(const Local &local, CWriter &out);
void write(const Assignment &assignment, CWriter &out);
void write(const Update &update, CWriter &out);

template <typename Item>
void writeAll(const std::vector<Item> &items, CWriter &out) {
  for (const Item &item : items)
    write(item, out);
}

/// `for (a; b; c)`
std::string headerText(const ForLoop &loop);

/// \param filler names the variables of the user's text.
void writeUserLoop(const ir::Program &program, const UserLoop &form,
                   const ir::Filler &filler, CWriter &out);

/// The definition, with all that stands before it at file scope.
std::string writeBody(const RegionContext &c, const BodyPlan &plan);

} // namespace hocket::codegen
