// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/LoadedValues.h"

#include "symbolic/Accesses.h"

namespace hocket::transformation {

using polyhedral::MemoryAccess;
using polyhedral::Value;

void loadFactors(NestModel &model, EntryText &entry) {
  polyhedral::AffineModel &values = model.model();
  for (const MemoryAccess &access :
       polyhedral::collectAccesses(values, values.stmts())) {
    if (!access.address)
      continue;
    for (const auto &[monomial, coefficient] :
         access.address->polynomial.terms())
      for (polyhedral::SymbolId id : monomial)
        entry.symbol(id);
  }
}

ir::Replacements loadsFrom(NestModel &model, const Value &cell,
                           const std::string &type, const std::string &name,
                           const std::vector<ir::StmtId> &stmts) {
  polyhedral::AffineModel &values = model.model();
  const ir::Program &program = values.program();
  const ir::TextRange &whole = program[model.nest().root].text;
  ir::Replacements result;
  for (ir::StmtId stmt : stmts) {
    if (values.index().isCopy(stmt))
      continue;
    for (const ir::Access &load : program[stmt].accesses) {
      if (load.kind != ir::AccessKind::Read)
        continue;
      if (!polyhedral::areSamePlace(values.valueAt(load.address, stmt), cell))
        continue;
      if (load.declared != type || load.isBitField ||
          load.text.unit != whole.unit || load.text.begin < whole.begin ||
          load.text.end > whole.end || load.text.begin >= load.text.end)
        return {};
      result.push_back({load.text.begin, load.text.end, name});
    }
  }
  return result;
}

ir::Replacements loadedIntegers(NestModel &model, const EntryText &entry) {
  polyhedral::AffineModel &values = model.model();
  ir::Replacements result;
  for (const EntryText::Loaded &one : entry.integers()) {
    std::optional<Value> cell = values.valueAt(one.address, one.at);
    if (!cell)
      continue;
    for (ir::Replacement &load :
         loadsFrom(model, *cell, one.type, one.name, values.stmts()))
      result.push_back(std::move(load));
  }
  return result;
}

} // namespace hocket::transformation
