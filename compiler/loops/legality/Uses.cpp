// SPDX-License-Identifier: Apache-2.0
#include "loops/legality/Uses.h"

#include "dataflow/EscapingAddresses.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ObjectId;
using ir::StmtId;

bool isTouchedOtherwise(const LoopContext &context, ObjectId object) {
  const ProgramIndex &index = context.index;
  if (context.program[object].isAddressTaken && addressEscapes(context, object))
    return true;
  EffectItem self;
  self.type = index.typeOf(object);
  Value here;
  here.base = Base{Base::Kind::Object, "o" + std::to_string(ir::index(object)),
                   object, ir::ExprId::None, StmtId::None};
  for (StmtId stmt : context.stmts)
    for (const EffectItem &item : index.itemsOf(stmt)) {
      if (!index.mayTouch(item, object) ||
          (index.isWholeNamed(item, object) && item.via.empty() &&
           !isNamedByCallee(index, stmt, object)))
        continue;
      if (index.namedObject(item) == object ||
          !context.model.typesExclude(self, here, item,
                                      context.model.addressOf(item, stmt)))
        return true;
    }
  return false;
}

bool addressEscapes(const LoopContext &context, ObjectId object) {
  return EscapingAddresses(context.index, context.loop, context.model.stmts())
      .escapes(object);
}

bool isStartOf(const LoopContext &context, ObjectId object) {
  StmtId init = context.data().init;
  if (!isValid(init))
    return false;
  const std::vector<EffectItem> &items = context.index.itemsOf(init);
  return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
    return item.kind == ir::AccessKind::Read &&
           context.index.mayTouch(item, object);
  });
}

bool isSetByInit(const LoopContext &context, ObjectId object) {
  StmtId init = context.data().init;
  if (!isValid(init))
    return false;
  if (context.program[object].scope == context.loop)
    return true;
  for (const EffectItem &item : context.index.itemsOf(init))
    if (item.kind == ir::AccessKind::Write &&
        context.index.namedObject(item) == object)
      return true;
  return false;
}

bool canKeepLast(const ir::Program &program, ObjectId object) {
  const ir::Object &data = program[object];
  return data.isScalar && !data.isVolatile && !data.isThreadLocal &&
         data.type.isNameable && data.type.needs.empty();
}

} // namespace hocket::polyhedral
