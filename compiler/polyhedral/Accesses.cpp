// SPDX-License-Identifier: Apache-2.0
//
// Collecting accesses, and naming them in remarks.

#include "polyhedral/Accesses.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;

bool isHiddenOnly(const ProgramIndex &index, const EffectItem &item) {
  return !item.objects.unknown && !item.objects.ids.empty() &&
         std::all_of(item.objects.ids.begin(), item.objects.ids.end(),
                     [&](ir::ObjectId id) { return index.isHidden(id); });
}

std::vector<MemoryAccess>
collectAccesses(AffineModel &model, const std::vector<ir::StmtId> &stmts) {
  std::vector<MemoryAccess> accesses;
  for (ir::StmtId stmt : stmts)
    for (const EffectItem &item : model.index().itemsOf(stmt)) {
      if (isHiddenOnly(model.index(), item))
        continue;
      MemoryAccess access{stmt, &item, std::nullopt};
      if (item.size != 0)
        access.address = model.addressOf(item, stmt);
      accesses.push_back(std::move(access));
    }
  return accesses;
}

std::string textOf(const ir::Program &program, const EffectItem &item) {
  std::string text;
  if (isValid(item.text.unit))
    for (char c : program.text(item.text))
      if (c != '\n' && c != '\t')
        text += c;
  if (text.empty() && !item.objects.ids.empty())
    text = program[item.objects.ids.front()].name;
  if (text.empty())
    text = item.via.empty() ? "memory" : item.via + "()";
  constexpr std::size_t longest = 60;
  if (text.size() > longest)
    text = text.substr(0, longest - 3) + "...";
  return text;
}

} // namespace hocket::polyhedral
