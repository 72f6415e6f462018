// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/RestrictPointers.h"

namespace hocket::codegen {

bool isRestrictParameter(const BodyContext &body, ir::ObjectId object) {
  const ir::Object &o = body.program()[object];
  bool isAlone =
      !body.isChunk() || body.verdict->kind() == polyhedral::LoopKind::Doall;
  return isAlone && !body.isInTurn() && o.isRestrict && !o.isVolatile &&
         o.type.isNameable && o.type.needs.empty() &&
         isOnlyName(body.program(), object);
}

} // namespace hocket::codegen
