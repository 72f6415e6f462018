// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/OwnMemory.h"

#include <utility>

namespace hocket::speculation {

using namespace ir;

OwnMemory::OwnMemory(const Program &program, const analysis::Effects &effects,
                     NodeId loop, std::set<ObjectId> setFirst)
    : objects_(std::in_place, program, effects, loop, std::move(setFirst)) {}

bool OwnMemory::isOwn(ObjectId object) const {
  return objects_ && isValid(object) && objects_->isOwn(object);
}

} // namespace hocket::speculation
