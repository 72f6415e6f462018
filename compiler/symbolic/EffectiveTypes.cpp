// SPDX-License-Identifier: Apache-2.0
//
// Objects whose memory keeps one type.

#include "symbolic/EffectiveTypes.h"

#include "symbolic/Alias.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ObjectId;
using ir::ObjectKind;

namespace {

/// A scalar, or an array of scalars that are no characters: arrays of those
/// serve as memory for everything else. A structure may hold such an array.
bool hasOneType(const ir::Object &object) {
  switch (object.kind) {
  case ObjectKind::Global:
  case ObjectKind::Static:
  case ObjectKind::Local:
  case ObjectKind::Param:
    break;
  default:
    return false;
  }
  if (object.isScalar)
    return true;
  if (!object.isArray)
    return false;
  std::string_view element = object.type.before;
  while (element.ends_with(" "))
    element.remove_suffix(1);
  return aliasClass(element) != AliasClass::Any;
}

} // namespace

bool typesNeverChange(const ProgramIndex &index, const EffectItem &a,
                      const EffectItem &b) {
  if (a.kind == ir::AccessKind::Read && b.kind == ir::AccessKind::Read)
    return true;
  if (a.objects.unknown || b.objects.unknown)
    return false;
  return std::all_of(
      a.objects.ids.begin(), a.objects.ids.end(), [&](ObjectId id) {
        return !b.objects.contains(id) || hasOneType(index.program()[id]);
      });
}

} // namespace hocket::polyhedral
